"""Builds that run in processes of their own."""
