"""Marks of files, read from their paths: a test, an example, an old version, prose and the like."""

from __future__ import annotations

import re
from enum import StrEnum

from pageful.code.languages.detection import language_of
from pageful.code.languages.table import LANGUAGES
from pageful.lazy import patterns


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
    MARKUP = "markup"
    SUPPORT = "support"
    LOCALE = "locale"
    DATA = "data"
    CHANGELOG = "changelog"
    PLAIN = "plain"


def _folder(names: str) -> str:
    return rf"(?:^|/)_?(?:{names})/"


def _test_names() -> str:
    extensions: dict[str, list[str]] = {}
    for stem, words in (test for language in LANGUAGES for test in language.tests.items()):
        extensions.setdefault(stem, []).extend(words.split())
    names = (rf"{stem}\.(?:{'|'.join(each)})" for stem, each in extensions.items())
    return rf"(?:^|/)(?:[^/]*[_.-](?:test|tests|spec)\.\w+|{'|'.join(names)})$"


_PATTERNS = {
    Mark.TEST: patterns.compile(
        _folder(r"tests?|__tests__|specs?|testing|testdata|fixtures|__mocks__|mocks|[^/]*\.Tests?")
        + "|"
        + _test_names()
    ),
    Mark.EXAMPLE: patterns.compile(
        _folder(r"examples?|samples?|demos?|docs?|docs_src|doc_src|benchmarks?|bench")
    ),
    Mark.COMPAT: patterns.compile(
        _folder(r"compat|legacy|deprecated|deprecations?|v1|vendor|vendored|third_party")
        + r"|(?:^|/)_?(?:compat|legacy|deprecated)\.\w+$",
        re.IGNORECASE,
    ),
    Mark.BARREL: patterns.compile(
        r"(?:^|/)(?:__init__\.py|package-info\.java|index\.[cm]?[jt]sx?)$"
    ),
    Mark.DECLARATIONS: patterns.compile(r"\.d\.[cm]?ts$"),
    Mark.HEADER: patterns.compile(r"\.(?:h|hh|hpp|hxx)$"),
    Mark.PRIVATE: patterns.compile(r"(?:^|/)(?:_[^_/][^/]*|internal|impl)/|(?:^|/)_[^_/][^/]*$"),
    Mark.PROSE: patterns.compile(
        r"\.(?:md|mdx|markdown|rst|adoc|txt|json|jsonc|ya?ml|toml|lock|csv|tsv|xml|svg"
        r"|cfg|ini|properties)$|(?:^|/)(?-i:[A-Z]+)$|(?:^|/)\.[^/]+$",
        re.IGNORECASE,
    ),
    # > src/app/cart.component.html
    Mark.MARKUP: patterns.compile(r"\.(?:html?|css|scss|less|sass)$", re.IGNORECASE),
    # > okhttp-testing-support/src/Faker.kt
    # > core/src/androidTest/kotlin/Rule.kt
    Mark.SUPPORT: patterns.compile(
        r"(?:^|/)(?:[^/]*[-_.])?(?:test|testing|testutils?)(?:[-_.][^/]*)?/|(?:^|/)[a-z]+Tests?/"
        r"|(?:^|/)testutils?/|(?:^|/)e2e/"
    ),
    # > src/locale/messages.de_DE.xlf
    # > app/i18n/pt-BR/conf.php
    Mark.LOCALE: patterns.compile(
        r"\.(?:xlf|xliff|po|pot|arb|resx)$|(?:^|/)LC_MESSAGES/"
        r"|(?:^|/)(?:locales?|i18n|l10n|lang|translations)/(?:[^/]*/)*(?:[^/]*\.)?"
        r"[a-z]{2}(?:[-_][A-Za-z]{2,4})?(?:\.\w+$|/)"
    ),
    # > database/migrations/2024_03_01_add_index.php
    # > src/__snapshots__/cart.test.ts.snap
    Mark.DATA: patterns.compile(
        r"(?:^|/)(?:migrations?|versions)/(?:[^/]*/)*V?\d[\d_.-]{2,}[^/]*$"
        r"|(?:^|/)__snapshots__/|\.(?:har|map|snap|patch|diff)$"
    ),
    # > CHANGELOG.md
    # > docs/changelogs/changelog_3x.md
    Mark.CHANGELOG: patterns.compile(
        r"(?:^|/)(?:changelogs?|changes|history|release[-_]?notes|news)"
        r"(?:[^/]*\.(?:md|rst|txt|adoc)$|$|/.*\.(?:md|rst|txt|adoc)$)",
        re.IGNORECASE,
    ),
}
# > assets/manual/tool.1
# > docs/notes.unknown
_EXTENSION = patterns.compile(r"(?:^|/)[^/.][^/]*\.\w+$")


def is_test(path: str) -> bool:
    """Return whether a file is one of tests by its path, as `marks_of` has it."""
    return _PATTERNS[Mark.TEST].search(path) is not None


def marks_of(path: str) -> tuple[Mark, ...]:
    """Return the marks of a file by its path relative to the repository."""
    marks = tuple(mark for mark, pattern in _PATTERNS.items() if pattern.search(path))
    if not marks and _EXTENSION.search(path) and not language_of(path):
        return (Mark.PLAIN,)
    return marks
