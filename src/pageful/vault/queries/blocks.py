"""The `dataview` code blocks of a note, with the lines they stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pageful.vault.parsing.parsed_note import Note

LANGUAGE = "dataview"
"""What the fence of a query says; `dataviewjs` is a program and none."""

_PREFIX = re.compile(r"[ \t>]*+")
_FENCE = re.compile(r"(`{3,}+|~{3,}+)[ \t]*+([^`\s]*+)[^`]*+$")
_MARKER = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])[ \t]++")
_LINE_END = re.compile(r"\r\n|\r|\n")
_HOLDERS = frozenset(("code", "list", "quote", "footnote"))


class CodeBlock(NamedTuple):
    """A fenced block: its language, its text, and the lines of its fences."""

    language: str
    text: str
    line: int
    end_line: int


def code_blocks(note: Note, text: str) -> Iterator[CodeBlock]:
    """The fenced blocks of a note, those in quotes, callouts and lists among them."""
    lines = _LINE_END.split(text)
    for section in note.sections:
        if section.kind in _HOLDERS:
            yield from _in_section(lines, section.line, section.end_line, section.kind == "code")


def _in_section(lines: Sequence[str], first: int, last: int, at_top: bool) -> Iterator[CodeBlock]:
    number = first
    while number <= last:
        opening = _opening(lines[number - 1], at_top)
        if opening:
            block = _block(lines, number, last, *opening)
            yield block
            number = block.end_line
        number += 1


def _opening(line: str, at_top: bool) -> tuple[str, str, str] | None:
    """What stands before a fence, the fence, and its language."""
    start = _PREFIX.match(line).end()  # type: ignore[union-attr]
    if at_top and start > 3:
        return None
    while marker := _MARKER.match(line, start):
        start = _PREFIX.match(line, marker.end()).end()  # type: ignore[union-attr]
    found = _FENCE.match(line, start)
    return (line[:start], found[1], found[2]) if found else None


def _block(
    lines: Sequence[str], number: int, last: int, before: str, fence: str, language: str
) -> CodeBlock:
    """The block whose fence stands on a line; without an end it is the rest of its section."""
    depth, width = before.count(">"), len(before)
    inside = list[str]()
    for following in range(number + 1, last + 1):
        text = _within(lines[following - 1], depth, width)
        if text is None:
            return CodeBlock(language, "\n".join(inside), number, following - 1)
        bare = text.strip()
        if len(bare) >= len(fence) and not bare.strip(fence[0]):
            return CodeBlock(language, "\n".join(inside), number, following)
        inside.append(text)
    return CodeBlock(language, "\n".join(inside), number, last)


def _within(line: str, depth: int, width: int) -> str | None:
    """A line without what its containers begin it with; `None` if the quote has ended."""
    if not depth:
        kept = line[:width].lstrip(" \t")
        return kept + line[width:]
    at = 0
    for _ in range(depth):
        at = line.find(">", at) + 1
        if not at or line[:at].strip(" \t>"):
            return None
    return line[at:].removeprefix(" ")
