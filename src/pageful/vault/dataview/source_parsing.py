"""The grammar of the sources of FROM."""

from __future__ import annotations

import re
from typing import cast

from pageful.vault.dataview import lexemes
from pageful.vault.dataview.scanner import Scanner
from pageful.vault.dataview.syntax import (
    CombinedSource,
    CsvSource,
    FolderSource,
    Junction,
    LinkSource,
    NegatedSource,
    Source,
    TagSource,
)

# > and -"Archive"
_JUNCTION = re.compile(r"and|or|&|\|", re.IGNORECASE | re.ASCII)
_WORDS: dict[str, Junction] = {"and": "&", "or": "|"}


def source(scanner: Scanner) -> Source | None:
    """Parse sources joined by `and`, `or`, `&`, `|`: of one precedence, from left to right."""
    result = _atom(scanner)
    while result is not None:
        start = scanner.at
        scanner.skip_space()
        joined = scanner.match(_JUNCTION, "'and' or 'or'")
        scanner.skip_space()
        right = _atom(scanner) if joined else None
        if joined is None or right is None:
            scanner.at = start
            break
        word = joined[0].lower()
        result = CombinedSource(result, _WORDS.get(word) or cast(Junction, word), right)
    return result


def _atom(scanner: Scanner) -> Source | None:
    start = scanner.at
    scanner.enter()
    found = _alternative(scanner)
    scanner.leave()
    if found is None:
        scanner.at = start
        scanner.miss('a source (#tag, "folder", [[link]], outgoing([[link]]) or csv("file"))')
    return found


def _alternative(scanner: Scanner) -> Source | None:
    text, start = scanner.text, scanner.at
    if text.startswith("(", start):
        return _parentheses(scanner)
    if text.startswith(("-", "!"), start):
        scanner.at += 1
        child = _atom(scanner)
        return None if child is None else NegatedSource(child)
    if text.startswith("outgoing(", start):
        return _outgoing_links(scanner)
    if text.startswith("[", start):
        return _incoming_links(scanner)
    return _plain(scanner)


def _plain(scanner: Scanner) -> Source | None:
    text, start = scanner.text, scanner.at
    if text.startswith('"', start):
        folder = lexemes.string(scanner)
        return None if folder is None else FolderSource(folder)
    if text.startswith("#", start):
        return TagSource(lexemes.tag(scanner) or "#")
    return _csv(scanner) if text.startswith("csv(", start) else None


def _parentheses(scanner: Scanner) -> Source | None:
    scanner.at += 1
    scanner.skip_space()
    inner = source(scanner)
    scanner.skip_space()
    return inner if inner is not None and scanner.take(")") else None


def _incoming_links(scanner: Scanner) -> Source | None:
    link = lexemes.link(scanner)
    return None if link is None else LinkSource(link.path, "incoming")


def _outgoing_links(scanner: Scanner) -> Source | None:
    scanner.take("outgoing(")
    scanner.skip_space()
    link = lexemes.link(scanner)
    return LinkSource(link.path, "outgoing") if link and scanner.take(")") else None


def _csv(scanner: Scanner) -> Source | None:
    scanner.take("csv(")
    scanner.skip_space()
    path = lexemes.string(scanner)
    return CsvSource(path) if path is not None and scanner.take(")") else None
