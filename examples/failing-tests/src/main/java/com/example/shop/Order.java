package com.example.shop;

import java.util.ArrayList;
import java.util.List;

public class Order {
    private final List<Item> items = new ArrayList<>();

    public void add(Item item) {
        if (item.quantity() < 1) {
            throw new IllegalArgumentException("quantity must be positive: " + item.quantity());
        }
        items.add(item);
    }

    public List<Item> items() {
        return List.copyOf(items);
    }
}
