"""Typed results of the vault tools.

Paths are relative to the vault, with slashes; lines count from 1; times are ISO 8601 in UTC.
"""
