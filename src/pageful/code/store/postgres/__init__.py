"""Indexes in PostgreSQL with pgvector: a schema for each project."""
