"""The index of a project, kept in one SQLite database."""
