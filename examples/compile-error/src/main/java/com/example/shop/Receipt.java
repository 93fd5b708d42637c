package com.example.shop;

import com.example.tax.TaxTable;

public class Receipt {
    public String print(Order order) {
        StringBuilder text = new StringBuilder();
        for (Item item : order.items()) {
            text.append(item.label()).append(": ").append(item.totalCents()).append('\n');
        }
        return text.toString();
    }
}
