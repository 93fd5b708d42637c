"""Plain text: printable characters, excerpts, folding, similarity, units."""
