package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CurrencyConverterTest {
    @Test
    void convertsWithTheRate() {
        assertEquals(110, new CurrencyConverter(currency -> "1.1").convert(100, "USD"));
    }

    @Test
    void acceptsADecimalComma() {
        assertEquals(90, new CurrencyConverter(currency -> "0,9").convert(100, "CHF"));
    }
}
