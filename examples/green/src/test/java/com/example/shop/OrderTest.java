package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class OrderTest {
    private final Order order = new Order();

    @Test
    void keepsItems() {
        order.add(new Item("tea", 2, 250));
        assertEquals(1, order.items().size());
    }

    @Test
    void refusesAQuantityOfZero() {
        assertThrows(IllegalArgumentException.class, () -> order.add(new Item("tea", 0, 250)));
    }
}
