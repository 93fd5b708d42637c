"""A Maven project as it is on disk: its modules, sources, tests and artifacts."""
