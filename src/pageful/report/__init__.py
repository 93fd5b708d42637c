"""Reports for people: one HTML file with charts, which needs nothing else."""
