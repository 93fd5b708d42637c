"""Maven while it runs: how it is called, watched, ended, and carried out in the background."""
