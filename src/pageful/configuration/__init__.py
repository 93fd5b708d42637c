"""Settings in files `pageful.toml` and in the environment: found, checked, and put together."""
