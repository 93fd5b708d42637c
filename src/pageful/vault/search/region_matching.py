"""Tests of parts of a file against a query."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from pageful.text.folding import fold_text
from pageful.vault.javascript_regex import SlowPattern, compile_regex
from pageful.vault.parsing.tag_names import levels, tag_key
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.note_regions import Region, regions
from pageful.vault.search.operators import RegionKind
from pageful.vault.search.phrases import has_phrase
from pageful.vault.search.property_conditions import is_named, is_valued
from pageful.vault.search.query import (
    And,
    Comparison,
    Empty,
    Files,
    Not,
    Or,
    Pattern,
    Phrase,
    Property,
    Query,
    Scoped,
    Word,
)
from pageful.vault.search.scope import Leaf, Scope

if TYPE_CHECKING:
    from pageful.vault.javascript_regex import JavaScriptRegex

RegionTest: TypeAlias = Callable[[Region], bool]
TextTest: TypeAlias = Callable[[str], bool]

# > \p{L}+
_BRACED = re.compile(r"(?<!\\)(?:\\\\)*\\[pPu]\{")


def regex_of(pattern: Pattern, *, exact: bool) -> JavaScriptRegex:
    r"""Compile a pattern: `^` and `$` match at every line, and case counts only if `exact`.

    `\p{…}` and `\u{…}` are read as with the flag `u`; without it they are of no use.

    Raises:
        PatternError: the source is no valid expression.
    """
    unicode = "u" if _BRACED.search(pattern.source) else ""
    return compile_regex(pattern.source, f"{'' if exact else 'i'}m{unicode}")


class RegionMatcher:
    """A matcher of parts of files until a deadline, which compiles each query once."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._tests: dict[tuple[Query, Scope], RegionTest] = {}
        self._text_tests: dict[tuple[Leaf, bool], TextTest] = {}

    def test(self, query: Query, scope: Scope) -> RegionTest:
        """Return a test of a part of a file."""
        key = query, scope
        test = self._tests.get(key)
        if test is None:
            test = self._tests[key] = self._build_test(query, scope)
        return test

    def text_test(self, leaf: Leaf, *, exact: bool) -> TextTest:
        """Return a test of texts for a leaf: folded ones, unless `exact` or for a pattern.

        The calls raise what `paths` does.
        """
        key = leaf, exact
        test = self._text_tests.get(key)
        if test is None:
            test = self._text_tests[key] = self._build_text_test(leaf, exact=exact)
        return test

    def matching_regions(
        self, query: Scoped, kind: RegionKind, region: Region, scope: Scope
    ) -> Iterator[Region]:
        """Yield the lines, blocks, sections or tasks of a region that match."""
        test = self.test(query.part, scope.within(query.operator))
        for part in regions(kind, region, anchor_of(query.part, exact=scope.exact)):
            self._deadline.step(query)
            if test(part):
                yield part

    def is_valued(self, query: Query | None, value: object, scope: Scope) -> bool:
        """Return whether a property's value meets a condition."""
        return query is None or is_valued(query, value, self.is_found, exact=scope.exact)

    def is_found(self, pattern: Pattern, text: str, exact: bool = False) -> bool:
        """Return whether a text contains a match of a pattern."""
        return self.text_test(pattern, exact=exact)(text)

    def is_tag(self, leaf: Leaf, tag: str) -> bool:
        """Return whether a tag is the wanted one, or below it."""
        if isinstance(leaf, Pattern):
            return self.is_found(leaf, f"#{tag}")
        return tag_key(leaf.text) in map(tag_key, levels(tag))

    def _build_test(self, query: Query, scope: Scope) -> RegionTest:
        match query:
            case And(parts):
                return _all([self.test(part, scope) for part in parts])
            case Or(parts):
                tests = [self.test(part, scope) for part in parts]
                return lambda region: any(test(region) for test in tests)
            case Not(part):
                test = self.test(part, scope)
                return lambda region: not test(region)
            case Scoped(operator, part):
                kind = operator.region
                if kind is None:
                    return self.test(part, scope.within(operator))
                return lambda region: any(
                    True for _ in self.matching_regions(query, kind, region, scope)
                )
            case Property(name, value):
                return lambda region: self._has_property(name, value, region, scope)
            case Word() | Phrase() | Pattern():
                return self._build_leaf_test(query, scope)
            case Files(paths):
                return lambda region: region.source.file.path in paths
            case Comparison() | Empty():
                return lambda _: False

    def _has_property(self, name: Query, value: Query | None, region: Region, scope: Scope) -> bool:
        return any(
            is_named(name, written_name, self.is_found) and self.is_valued(value, found, scope)
            for written_name, found in region.source.note.properties.items()
        )

    def _build_leaf_test(self, leaf: Leaf, scope: Scope) -> RegionTest:
        if scope.target == "tag":
            return lambda region: any(self.is_tag(leaf, tag) for tag in _tags(region))
        test, exact = self.text_test(leaf, exact=scope.exact), scope.exact or type(leaf) is Pattern
        if scope.is_of_text:
            return _of_text(leaf, test, exact=exact, with_path=scope.target == "any")
        return lambda region: test(region.source.name_for(scope.target, exact=exact))

    def _build_text_test(self, leaf: Leaf, *, exact: bool) -> TextTest:
        if isinstance(leaf, Pattern):
            return self._build_pattern_test(leaf, exact=exact)
        sought = leaf.text if exact else fold_text(leaf.text)
        if isinstance(leaf, Phrase):
            return partial(has_phrase, sought)
        return lambda text: sought in text

    def _build_pattern_test(self, pattern: Pattern, *, exact: bool) -> TextTest:
        regex = regex_of(pattern, exact=exact)

        def is_in(text: str) -> bool:
            try:
                return regex.search(text, timeout=self._deadline.seconds_left(pattern)) is not None
            except SlowPattern:
                self._deadline.report_timeout(pattern)

        return is_in


def searched_path(path: str, leaf: Leaf) -> str:
    """Return the part of a path that a leaf is looked for in: the extension only with its dot."""
    is_bare = not isinstance(leaf, Pattern) and "." not in leaf.text
    return path.rpartition(".")[0] if is_bare else path


def _all(tests: list[RegionTest]) -> RegionTest:
    if len(tests) == 2:
        first, second = tests
        return lambda region: first(region) and second(region)
    return lambda region: all(test(region) for test in tests)


def _of_text(leaf: Leaf, test: TextTest, *, exact: bool, with_path: bool) -> RegionTest:
    """Return a test of a part's text for a leaf, or of the path if the part is a whole file."""

    def in_text(region: Region) -> bool:
        if region.source.is_searched and test(region.exact if exact else region.folded):
            return True
        return with_path and region.is_whole and in_path(region)

    def in_path(region: Region) -> bool:
        name = searched_path(region.source.file.path, leaf)
        return region.source.is_searched and test(name if exact else fold_text(name))

    return in_text


def anchor_of(query: Query, *, exact: bool) -> str:
    """Return the longest folded text, within a line, that every match contains; or an empty one."""
    match query:
        case Word(text) | Phrase(text):
            return "" if "\n" in text else fold_text(text)
        case Pattern():
            needed = map(fold_text, regex_of(query, exact=exact).required_texts)
            return max((text for text in needed if "\n" not in text), key=len, default="")
        case And(parts):
            return max((anchor_of(part, exact=exact) for part in parts), key=len, default="")
        case Scoped(operator, part) if operator.is_transparent:
            return anchor_of(part, exact=exact if operator.exact is None else operator.exact)
        case _:
            return ""


def _tags(region: Region) -> Iterator[str]:
    for tag in region.source.note.tags:
        if region.is_whole or region.first <= tag.line <= region.last:
            yield tag.name
