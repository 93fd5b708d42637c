"""Search in a vault: the query language, what matches, and how well."""
