"""What is embedded of a chunk: its text, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.code.terms import splitting as terms

PATH_TIMES = 4
"""How often the path is said: file names tell much of what code is for, and once is not heard."""


def passage(path: str, text: str) -> str:
    """The text of a chunk below its file's path, as it is given to an embedder."""
    return f"{path}\n" * PATH_TIMES + text


def passage_terms(path: str, counted: Mapping[str, int]) -> dict[str, int]:
    """The terms of a chunk's passage, where those of its text are counted already."""
    counts = dict(counted)
    for word in terms.words(path):
        for term in terms.parts(word):
            counts[term] = counts.get(term, 0) + PATH_TIMES
    return counts
