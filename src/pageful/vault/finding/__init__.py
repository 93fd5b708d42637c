"""Answers about many notes at once: which notes, which lines, how many, by what."""
