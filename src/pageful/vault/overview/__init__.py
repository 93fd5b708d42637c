"""The vault as a whole: its tree, its tags, its numbers."""
