"""Keeping an index up to date with its repositories."""
