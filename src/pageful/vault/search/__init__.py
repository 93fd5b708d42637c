"""Search in a vault: the query language, matching, and ranking."""
