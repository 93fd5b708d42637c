package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StockTest {
    @Test
    void shipsWhatIsThere() {
        Stock stock = new Stock();
        stock.receive("tea", 5);
        Order order = new Order();
        order.add(new Item("tea", 2, 250));
        order.add(new Item("coffee", 1, 400));

        stock.ship(order);

        assertEquals(3, stock.quantityOf("tea"));
    }
}
