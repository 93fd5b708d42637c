"""One file of a vault: read whole, or seen around a line."""
