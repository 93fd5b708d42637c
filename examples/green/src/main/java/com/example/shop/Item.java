package com.example.shop;

public record Item(String article, int quantity, long unitCents) {
    public long totalCents() {
        return quantity * unitCents;
    }
}
