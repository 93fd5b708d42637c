package com.example.shop;

public class CurrencyConverter {
    private final RateProvider rates;

    public CurrencyConverter(RateProvider rates) {
        this.rates = rates;
    }

    public long convert(long cents, String currency) {
        try {
            return Math.round(cents * Double.parseDouble(rates.rate(currency)));
        } catch (NumberFormatException e) {
            throw new IllegalStateException("no usable rate for " + currency, e);
        }
    }
}
