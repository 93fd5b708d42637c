package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PricingServiceTest {
    private final PricingService pricing = new PricingService();

    @Test
    void anEmptyOrderIsFree() {
        assertEquals(0, pricing.total(new Order()));
    }

    @Test
    void smallOrdersHaveNoDiscount() {
        assertEquals(1_500, pricing.total(orderOf(3, 500)));
    }

    @Test
    void largeOrdersAreTenPercentCheaper() {
        assertEquals(18_000, pricing.total(orderOf(4, 5_000)));
    }

    @Test
    void theDiscountStartsAtOneHundred() {
        assertEquals(9_000, pricing.total(orderOf(2, 5_000)));
    }

    private static Order orderOf(int quantity, long unitCents) {
        Order order = new Order();
        order.add(new Item("tea", quantity, unitCents));
        return order;
    }
}
