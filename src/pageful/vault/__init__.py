"""The vault family: search, read, list and walk a Markdown vault from disk."""
