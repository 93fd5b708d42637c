"""Results of the code tools, typed."""
