"""Builds that run in separate processes."""
