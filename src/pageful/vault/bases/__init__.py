"""Obsidian Bases: the language of their formulas and filters, and what a base shows."""
