"""Pages: blocks, their renderings, and the budget that they fit into."""
