"""The outline of a text without a grammar: definitions by the words that its lines begin with."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pageful.code.chunking.block import Block, Definition
from pageful.lazy import patterns

_MODIFIERS = (
    "abstract|async|const|export|extern|final|inline|internal|local|open|override|private"
    "|protected|pub|public|sealed|static|unsafe|virtual"
)
_WORDS = (
    "actor|class|contract|data|def|define|defmacro|defmodule|defn|defp|defun|enum|fn|fun|func"
    "|function|impl|instance|interface|let|macro|message|method|mixin|module|namespace|newtype"
    "|object|package|proc|procedure|protocol|record|resource|rpc|rule|service|struct|sub"
    "|subroutine|task|template|trait|type|union|val|var|variable"
)
_SQL = (
    "create(?:\\s+or\\s+replace)?(?:\\s+(?:temp|temporary|unique|materialized))*"
    "\\s+(?:table|view|function|procedure|index|trigger|type)(?:\\s+if\\s+not\\s+exists)?"
)
# > export async function loadPage(url) {
# > CREATE OR REPLACE FUNCTION tidy() RETURNS void AS $$
# > (defun find-file (name)
_DEFINITION = patterns.compile(
    rf"^[ \t]*(?:\(|(?:(?:{_MODIFIERS})[ \t]+)*)"
    rf"(?P<word>{_WORDS}|(?i:{_SQL}))[ \t]+[\"'`\[(]?(?P<name>[^\W\d][\w.:!?$-]*)",
    re.MULTILINE,
)
_MINOR = {"let", "val", "var", "variable"}
_LONGEST_LINE = 500  # characters; in a longer line, which no one writes, nothing is looked for


def outline(lines: Sequence[str]) -> tuple[Block, list[Definition]]:
    """Return one block, to be cut at blank lines, and the definitions, each of one line."""
    found = [definition for row, line in enumerate(lines) if (definition := _definition(row, line))]
    return Block(0, len(lines)), found


def defined_name(line: str) -> str:
    """Return the bare name that a line defines, empty for none."""
    found = _DEFINITION.match(line) if len(line) <= _LONGEST_LINE else None
    return _bare(found["name"].rstrip(".:-")) if found else ""


def _definition(row: int, line: str) -> Definition | None:
    found = _DEFINITION.match(line) if len(line) <= _LONGEST_LINE else None
    if not found:
        return None
    word, name = " ".join(found["word"].split()), found["name"].rstrip(".:-")
    return Definition(row, row, row + 1, f"{word} {name}", (_bare(name),), word in _MINOR)


def _bare(name: str) -> str:
    return re.split(r"[.:]", name)[-1]
