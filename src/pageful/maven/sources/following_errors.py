"""Compile errors that follow from a failed import: they end when that is mended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pageful.builds.results import Problem
from pageful.lazy import patterns
from pageful.lazy.dataclasses import replace
from pageful.maven.sources.java_members import without_literals
from pageful.maven.sources.source_texts import SourceText, SourceTexts

_FEW = 2
"""Followers from which on a line for all of them is shorter than they are."""

# > import static com.example.money.Till.PRICES;
_IMPORT = patterns.compile(r"\s*import\s+(?:static\s+)?(?P<path>[\w.]+)\.(?P<name>\w+)\s*;")
_FAILED_IMPORT = ("cannot find symbol", "package ", "cannot access ")
# > cannot find symbol: class UnsynchronizedReader
# > package Strings does not exist
_OF_NAME = patterns.compile(
    r"(?:cannot find symbol: (?:class|variable) |package )(?P<name>\w+)(?: does not exist)?\Z"
)
# > cannot find symbol: method read()
_OF_SUPERTYPE = patterns.compile(
    r"method does not override or implement a method from a supertype"
    r"|cannot find symbol: (?:method \w{1,200}\([^()]{0,2000}\)|variable \w{1,200})\Z"
)
# > class Till extends Box<Price> implements Closeable {
_HEADER = patterns.compile(r"\b(?:class|interface|enum|record)\s+\w+[^{;]*")


def with_followers(errors: Sequence[Problem], sources: SourceTexts) -> tuple[Problem, ...]:
    """Return the errors; those that seem to follow from an import have the name that it lacks."""
    follows = dict(_followers(errors, sources))
    if len(follows) < _FEW:
        return tuple(errors)
    return tuple(replace(each, follows=follows.get(n)) for n, each in enumerate(errors))


def _followers(errors: Sequence[Problem], sources: SourceTexts) -> Iterator[tuple[int, str]]:
    """Yield the positions of errors that follow, each with the missing name."""
    files: dict[str, list[int]] = {}
    for n, error in enumerate(errors):
        if error.file and error.file.endswith(".java") and error.line:
            files.setdefault(error.file, []).append(n)
    for file, positions in files.items():
        source = sources.read(file) if len(positions) > 1 else None
        if source:
            yield from _followers_in(source, {n: errors[n] for n in positions})


def _followers_in(source: SourceText, errors: Mapping[int, Problem]) -> Iterator[tuple[int, str]]:
    missing, roots = set(), set()
    for n, error in errors.items():
        line = error.line or 0
        text = source.lines[line - 1] if 0 < line <= len(source.lines) else ""
        imported = _IMPORT.match(text)
        if imported and error.message.startswith(_FAILED_IMPORT):
            roots.add(n)
            missing.add(imported["name"])
    if not missing:
        return
    above = _missing_supertype(source, missing)
    for n, error in errors.items():
        named = _OF_NAME.match(error.message)
        if n in roots:
            continue
        if named and named["name"] in missing:
            yield n, named["name"]
        elif above and _OF_SUPERTYPE.match(error.message):
            yield n, above


def _missing_supertype(source: SourceText, missing: set[str]) -> str:
    """Return the missing name that a class in a file is declared with; empty if there is none."""
    headers = " ".join(match[0] for match in _HEADER.finditer(without_literals(source.text)))
    words = set(re.findall(r"\w+", headers))
    return min(words & missing, default="")
