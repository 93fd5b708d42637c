"""Passages: the text that is embedded of a chunk, with its file's path above it."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.code.terms import splitting as terms

PATH_TIMES = 4
"""Repetitions of the path: file names tell much of what code is for, and once hardly counts."""


def passage(path: str, text: str) -> str:
    """Write a chunk's text below its file's path, as an embedder gets it."""
    return f"{path}\n" * PATH_TIMES + text


def passage_terms(path: str, counted: Mapping[str, int]) -> dict[str, int]:
    """Count the terms of a chunk's passage, given those of its text."""
    counts = dict(counted)
    for word in terms.words(path):
        for term in terms.parts(word):
            counts[term] = counts.get(term, 0) + PATH_TIMES
    return counts
