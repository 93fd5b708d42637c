"""Notes found by what they say, in other words: vectors of their passages."""
