"""Patterns match alike on every Python: none has what `re` before CPython 3.11.5 gets wrong.

There a possessive repeat (`++`, `*+`, `?+`, `{1,3}+`) of more than single characters can match
nothing, or too much: https://github.com/python/cpython/issues/106052. So a group is never repeated
possessively; a single character or a set of them can be.
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import compiled_patterns
from pageful.code.scan import wildmatch

_PARSER = importlib.import_module("re._parser")
_SINGLE = {"LITERAL", "NOT_LITERAL", "IN", "ANY"}
_SOURCES = Path(wildmatch.__file__).parents[1]
# (?:a|b)++ and (?:ab){1,3}+ as they are written
_WRITTEN = re.compile(r"(?<!\\)\)(?:[*+?]|\{\d*,?\d*\})\+")


def _faults(pattern: str | bytes, flags: int = 0) -> list[str]:
    """The possessive repeats of more than single characters, and the atomic groups within them."""
    return list(_within(_PARSER.parse(pattern, flags)))


def _within(part: object) -> Iterator[str]:
    if isinstance(part, _PARSER.SubPattern):
        for operation, operands in part:
            if str(operation) == "POSSESSIVE_REPEAT":
                repeated = [str(each) for each, _ in operands[2]]
                if len(repeated) != 1 or repeated[0] not in _SINGLE:
                    yield " ".join(repeated)
            yield from _within(operands)
    elif isinstance(part, tuple | list):
        for each in part:
            yield from _within(each)


@cache
def _compiled() -> list[tuple[str, str | bytes, int]]:
    """Where the package compiles a pattern as it is imported, the pattern, and its flags."""
    ran = subprocess.run(
        [sys.executable, compiled_patterns.__file__], capture_output=True, text=True, check=True
    )
    rows = map(json.loads, ran.stdout.splitlines())
    return [(at, text.encode("latin-1") if raw else text, flags) for at, text, flags, raw in rows]


@pytest.mark.slow
def test_no_pattern_of_the_package_repeats_a_group_possessively() -> None:
    assert len(_compiled()) > 200
    found = {at: _faults(pattern, flags) for at, pattern, flags in _compiled()}
    assert {at: faults for at, faults in found.items() if faults} == {}


def test_no_pattern_that_a_function_makes_repeats_a_group_possessively() -> None:
    found = [
        f"{file.relative_to(_SOURCES)}:{text.lineno}"
        for file in _SOURCES.rglob("*.py")
        for function in ast.walk(ast.parse(file.read_text()))
        if isinstance(function, ast.FunctionDef)
        for text in ast.walk(function)
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
        if _WRITTEN.search(text.value)
    ]
    assert found == []


def test_the_pattern_of_a_glob_repeats_no_group_possessively() -> None:
    assert _faults(wildmatch.regex("a*[b-d]?e*f*")) == []


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?:a++|b)++",
        r"(?:a|b(?!c))*+",
        r"(?:ab?c)?+",
        r"(?:a{1,3}+b){1,3}+",
        r"(?:(?>ab?)c)++",
        r"x(?:y(?:z++)*+)*",
        r"(?=(?:ab)++)",
        r"(a|bc)(?(1)(?:de)++|f)",
    ],
)
def test_a_group_repeated_possessively_is_found_wherever_it_stands(pattern: str) -> None:
    assert _faults(pattern)


@pytest.mark.parametrize("pattern", [r"[^a]++", r"a*+(?:b|cd)*", r"(?:[ab]|c)++", r".{0,9}+"])
def test_a_character_may_be_repeated_possessively(pattern: str) -> None:
    assert not _faults(pattern)
