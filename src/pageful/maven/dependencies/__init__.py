"""The dependencies of a project's modules."""
