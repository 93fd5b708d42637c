"""The vault as a graph: its links, traversals of them, and paths from note to note."""
