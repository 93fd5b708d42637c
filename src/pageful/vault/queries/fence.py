"""Fences around a query that was sent as a code block."""

from __future__ import annotations

import re

from pageful.text.units import plural
from pageful.tool.errors import ToolError

# > ```dataview
_OPENING = re.compile(r"\s*?(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[^\s`]*)[^`\n]*(?:\n|\Z)")
_PROGRAM = "dataviewjs"
LANGUAGE = "dataview"
"""The language of a query's fence; `dataviewjs` is that of a program."""

_ALONE = "Send the {noun} alone, or between ```{language} and ```."


def remove_fence(query: str, expected: str = LANGUAGE, noun: str = "query") -> str:
    """Remove the fence around a query; its lines keep their numbers and columns.

    Raises:
        ToolError: the fence is of another language, or text follows its end.
    """
    opening = _OPENING.match(query)
    if opening is None:
        return query
    language = opening["language"].lower()
    if language == _PROGRAM:
        raise ToolError("This is a dataviewjs program, which is not run.", "Send a query.")
    alone = _ALONE.format(noun=noun, language=expected)
    if language not in ("", expected):
        raise ToolError(f"The {noun} stands in a fence of {opening['language']!r}.", alone)
    above = query.count("\n", 0, opening.end())
    several = f"{alone} Several {plural(noun)} are several calls."
    return "\n" * above + _inside(query[opening.end() :], opening["fence"], above, several)


def _inside(text: str, fence: str, above: int, remedy: str) -> str:
    """Return the text before the closing fence, or all without one."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        bare = line.strip()
        if len(bare) < len(fence) or bare.strip(fence[0]):
            continue
        if "".join(lines[number + 1 :]).strip():
            raise ToolError(
                f"Something stands behind the end of the fence, line {above + number + 1}.",
                remedy,
            )
        return "\n".join(lines[:number])
    return text
