"""Shapes of data, as facts: columns, constants, templates, repeated objects."""
