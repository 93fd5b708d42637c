package com.example.shop;

public interface RateProvider {
    String rate(String currency);
}
