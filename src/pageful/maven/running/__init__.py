"""The way of a request: prepared, run once no other build runs, watched, and recorded."""
