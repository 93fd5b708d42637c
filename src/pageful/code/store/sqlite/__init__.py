"""Indexes in SQLite: each project has a directory with its database."""
