"""A Maven project as it stands on disk: its modules, sources, tests, and what it makes."""
