"""Excerpts of a project's sources, taken when a build has failed."""
