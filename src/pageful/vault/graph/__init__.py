"""The vault as a graph: its links, walks along them, and ways from note to note."""
