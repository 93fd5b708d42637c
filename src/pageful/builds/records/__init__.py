"""Builds that are written down as they run."""
