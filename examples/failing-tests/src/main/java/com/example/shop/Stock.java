package com.example.shop;

import java.util.HashMap;
import java.util.Map;

public class Stock {
    private final Map<String, Integer> quantities = new HashMap<>();

    public void receive(String article, int quantity) {
        quantities.merge(article, quantity, Integer::sum);
        System.out.println("received " + quantity + " x " + article + ", now " + quantities);
    }

    public void ship(Order order) {
        for (Item item : order.items()) {
            int left = quantities.get(item.article()) - item.quantity();
            quantities.put(item.article(), left);
            System.out.println("shipped " + item.quantity() + " x " + item.article());
        }
    }

    public int quantityOf(String article) {
        return quantities.getOrDefault(article, 0);
    }
}
