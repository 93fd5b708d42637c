package com.example.shop;

public class PricingService {
    private static final long BULK_LIMIT = 100_00;

    public long subtotal(Order order) {
        return order.items().stream().mapToLong(Item::totalCents).sum();
    }

    public long discount(Order order) {
        long subtotal = subtotal(order);
        return subtotal >= BULK_LIMIT ? subtotal / 10 : 0;
    }

    public long total(Order order) {
        return subtotal(order) - discount(order);
    }
}
