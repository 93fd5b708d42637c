"""The clauses of a query, each of which makes rows of rows."""
