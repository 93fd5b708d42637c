"""Indexes in SQLite: a database a project, in a directory of its own."""
