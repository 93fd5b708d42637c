"""Pages of builds and of their parts."""
