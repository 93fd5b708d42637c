"""The headings of a note: those that a line lies under, and the ones that a text means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from pageful.text.folding import fold_text
from pageful.vault.parsing.parsed_note import Heading

Outline: TypeAlias = "list[tuple[Heading, ...]]"
"""Each heading that has a line, after those that it is nested in, outermost first."""

# > Baking **hot**
_MARKS = re.compile(r"[#|^:%\[\]\\*_`~=]")
# > ## Baking
_HASHES = re.compile(r"\A#{1,6}(?=\s)")


def outline(headings: Iterable[Heading]) -> Outline:
    """Nest the headings by their levels; a skipped level nests as well."""
    above: tuple[Heading, ...] = ()
    nested: Outline = []
    for heading in headings:
        if heading.line > 0:
            above = (*(each for each in above if each.level < heading.level), heading)
            nested.append(above)
    return nested


def headings_over(nested: Outline, line: int) -> tuple[str, ...]:
    """Return the headings that a line lies under, outermost first; a heading is under itself."""
    path: tuple[Heading, ...] = ()
    for each in nested:
        if each[-1].line > line:
            break
        path = each
    return tuple(heading.text for heading in path)


def headings_meant(nested: Outline, wanted: str) -> list[Heading]:
    """Return the headings that a text means: `Plan`, `# Plan`, `Plan#Risks` or `Plan > Risks`.

    Case and accents do not count. A nested form names some of the headings above the last one, in
    their order. What matches by its very words goes before what matches only without the marks
    that Obsidian leaves out of links to headings (`#`, `|`, `^`, `:`, `%`, brackets) and those of
    formatting.
    """
    for form in (_exactly, _loosely):
        for parts in _readings(wanted):
            sought = [form(part) for part in parts]
            found = [path[-1] for path in nested if _names(path, sought, form)]
            if found and all(sought):
                return found
    return []


def _readings(wanted: str) -> Iterator[list[str]]:
    yield [wanted]
    for separator in ("#", ">"):
        if parts := [part for part in wanted.split(separator) if part.strip()]:
            yield parts


def _names(path: Sequence[Heading], sought: list[str], form: Callable[[str], str]) -> bool:
    """Return whether the last heading has the last name, and those above it the others in order."""
    *above, last = path
    if form(last.text) != sought[-1]:
        return False
    left = (form(heading.text) for heading in above)
    return all(name in left for name in sought[:-1])


def _exactly(text: str) -> str:
    return " ".join(fold_text(_HASHES.sub("", text.strip())).split())


def _loosely(text: str) -> str:
    return " ".join(fold_text(_MARKS.sub(" ", text)).split())
