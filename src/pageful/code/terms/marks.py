"""Marks of files, read from their paths: a test, an example, an old version, prose and the like."""

from __future__ import annotations

import re
from enum import StrEnum

from pageful.code.languages.table import LANGUAGES


class Mark(StrEnum):
    """A kind of file that is seldom the one asked for."""

    TEST = "test"
    EXAMPLE = "example"
    COMPAT = "compat"
    BARREL = "barrel"
    DECLARATIONS = "declarations"
    HEADER = "header"
    PRIVATE = "private"
    PROSE = "prose"


def _folder(names: str) -> str:
    return rf"(?:^|/)_?(?:{names})/"


def _test_names() -> str:
    extensions: dict[str, list[str]] = {}
    for stem, words in (test for language in LANGUAGES for test in language.tests.items()):
        extensions.setdefault(stem, []).extend(words.split())
    names = (rf"{stem}\.(?:{'|'.join(each)})" for stem, each in extensions.items())
    return rf"(?:^|/)(?:[^/]*[_.-](?:test|tests|spec)\.\w+|{'|'.join(names)})$"


_PATTERNS = {
    Mark.TEST: re.compile(
        _folder(r"tests?|__tests__|specs?|testing|testdata|fixtures|__mocks__|mocks|[^/]*\.Tests?")
        + "|"
        + _test_names()
    ),
    Mark.EXAMPLE: re.compile(
        _folder(r"examples?|samples?|demos?|docs?|docs_src|doc_src|benchmarks?|bench")
    ),
    Mark.COMPAT: re.compile(
        _folder(r"compat|legacy|deprecated|deprecations?|v1|vendor|vendored|third_party")
        + r"|(?:^|/)_?(?:compat|legacy|deprecated)\.\w+$",
        re.IGNORECASE,
    ),
    Mark.BARREL: re.compile(r"(?:^|/)(?:__init__\.py|package-info\.java|index\.[cm]?[jt]sx?)$"),
    Mark.DECLARATIONS: re.compile(r"\.d\.[cm]?ts$"),
    Mark.HEADER: re.compile(r"\.(?:h|hh|hpp|hxx)$"),
    Mark.PRIVATE: re.compile(r"(?:^|/)(?:_[^_/][^/]*|internal|impl)/|(?:^|/)_[^_/][^/]*$"),
    Mark.PROSE: re.compile(
        r"\.(?:md|mdx|markdown|rst|adoc|txt|json|jsonc|ya?ml|toml|lock|csv|tsv|xml|html?|svg"
        r"|cfg|ini|properties|css|scss)$|(?:^|/)(?-i:[A-Z]+)$|(?:^|/)\.[^/]+$",
        re.IGNORECASE,
    ),
}


def marks_of(path: str) -> tuple[Mark, ...]:
    """Return the marks of a file by its path relative to the repository."""
    return tuple(mark for mark, pattern in _PATTERNS.items() if pattern.search(path))
