"""Whether a part of a file matches a query."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias, cast

from pageful.text.folding import fold_text
from pageful.vault.javascript_regex import JavaScriptRegex, SlowPattern, compile_regex
from pageful.vault.parsing.tag_names import levels, tag_key
from pageful.vault.search.deadline import Deadline
from pageful.vault.search.note_regions import Region, RegionKind, regions
from pageful.vault.search.phrases import has_phrase
from pageful.vault.search.property_conditions import is_named, is_valued
from pageful.vault.search.query import (
    And,
    Comparison,
    Empty,
    Not,
    Or,
    Pattern,
    Phrase,
    Property,
    Query,
    Scoped,
    Word,
)
from pageful.vault.search.scope import Leaf, Mode

RegionTest: TypeAlias = Callable[[Region], bool]
TextTest: TypeAlias = Callable[[str], bool]

# > \p{L}+
_BRACED = re.compile(r"(?<!\\)(?:\\\\)*\\[pPu]\{")


def regex_of(pattern: Pattern, *, exact: bool) -> JavaScriptRegex:
    r"""The pattern's expression: `^` and `$` are at every line, and case counts only if `exact`.

    `\p{…}` and `\u{…}` are understood as with the flag `u`; without it they mean nothing of use.

    Raises:
        PatternError: it is none.
    """
    unicode = "u" if _BRACED.search(pattern.source) else ""
    return compile_regex(pattern.source, f"{'' if exact else 'i'}m{unicode}")


class RegionMatcher:
    """Holds queries against parts of files until the deadline. A query's test is made once."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._tests: dict[tuple[Query, Mode], RegionTest] = {}
        self._text_tests: dict[tuple[Leaf, bool], TextTest] = {}

    def test(self, query: Query, mode: Mode) -> RegionTest:
        """Whether a part of a file matches."""
        key = query, mode
        test = self._tests.get(key)
        if test is None:
            test = self._tests[key] = self._made(query, mode)
        return test

    def text_test(self, leaf: Leaf, *, exact: bool) -> TextTest:
        """Whether a leaf is in a text: in one as it is if `exact` or a pattern, else a folded one.

        The calls raise what `paths` does.
        """
        key = leaf, exact
        test = self._text_tests.get(key)
        if test is None:
            test = self._text_tests[key] = self._made_for_text(leaf, exact=exact)
        return test

    def matching(self, query: Scoped, region: Region, mode: Mode) -> Iterator[Region]:
        """The lines, blocks, sections or tasks of a region that match."""
        kind = cast("RegionKind", query.operator)
        test = self.test(query.part, mode.of_region)
        for part in regions(kind, region, anchor_of(query.part, exact=mode.exact)):
            self._deadline.step(query)
            if test(part):
                yield part

    def is_valued(self, query: Query | None, value: object, mode: Mode) -> bool:
        """Whether a property's value is as wanted."""
        return query is None or is_valued(query, value, self.is_found, exact=mode.exact)

    def is_found(self, pattern: Pattern, text: str, exact: bool = False) -> bool:
        """Whether a pattern is found in a text."""
        return self.text_test(pattern, exact=exact)(text)

    def is_tag(self, leaf: Leaf, tag: str) -> bool:
        """Whether a tag is the one that is wanted, or below it."""
        if isinstance(leaf, Pattern):
            return self.is_found(leaf, f"#{tag}")
        return tag_key(leaf.text) in map(tag_key, levels(tag))

    def _made(self, query: Query, mode: Mode) -> RegionTest:
        match query:
            case And(parts):
                return _all([self.test(part, mode) for part in parts])
            case Or(parts):
                tests = [self.test(part, mode) for part in parts]
                return lambda region: any(test(region) for test in tests)
            case Not(part):
                test = self.test(part, mode)
                return lambda region: not test(region)
            case Scoped(_, part):
                if inner := mode.within(query):
                    return self.test(part, inner)
                return lambda region: any(True for _ in self.matching(query, region, mode))
            case Property(name, value):
                return lambda region: self._has_property(name, value, region, mode)
            case Word() | Phrase() | Pattern():
                return self._made_for_leaf(query, mode)
            case Comparison() | Empty():
                return lambda _: False

    def _has_property(self, name: Query, value: Query | None, region: Region, mode: Mode) -> bool:
        return any(
            is_named(name, written_name, self.is_found) and self.is_valued(value, found, mode)
            for written_name, found in region.source.note.properties.items()
        )

    def _made_for_leaf(self, leaf: Leaf, mode: Mode) -> RegionTest:
        if mode.where == "tag":
            return lambda region: any(self.is_tag(leaf, tag) for tag in _tags(region))
        test, exact = self.text_test(leaf, exact=mode.exact), mode.exact or type(leaf) is Pattern
        if mode.is_of_text:
            return _of_text(leaf, test, exact=exact, with_path=mode.where == "any")
        fold = str if exact else fold_text
        if mode.where == "file":
            return lambda region: test(fold(region.source.file.path.rpartition("/")[2]))
        return lambda region: test(fold(region.source.file.path))

    def _made_for_text(self, leaf: Leaf, *, exact: bool) -> TextTest:
        if isinstance(leaf, Pattern):
            return self._made_of_pattern(leaf, exact=exact)
        sought = leaf.text if exact else fold_text(leaf.text)
        if isinstance(leaf, Phrase):
            return partial(has_phrase, sought)
        return lambda text: sought in text

    def _made_of_pattern(self, pattern: Pattern, *, exact: bool) -> TextTest:
        regex = regex_of(pattern, exact=exact)

        def is_in(text: str) -> bool:
            try:
                return regex.search(text, timeout=self._deadline.left(pattern)) is not None
            except SlowPattern:
                self._deadline.miss(pattern)

        return is_in


def searched_path(path: str, leaf: Leaf) -> str:
    """What of a note's path a leaf is looked for in: the extension only after its dot."""
    is_bare = not isinstance(leaf, Pattern) and "." not in leaf.text
    return path.rpartition(".")[0] if is_bare else path


def _all(tests: list[RegionTest]) -> RegionTest:
    if len(tests) == 2:
        first, second = tests
        return lambda region: first(region) and second(region)
    return lambda region: all(test(region) for test in tests)


def _of_text(leaf: Leaf, test: TextTest, *, exact: bool, with_path: bool) -> RegionTest:
    """Whether a leaf is in the text of a part, or in the path if the part is a whole file."""

    def in_text(region: Region) -> bool:
        if region.source.is_searched and test(region.exact if exact else region.folded):
            return True
        return with_path and region.is_whole and in_path(region)

    def in_path(region: Region) -> bool:
        name = searched_path(region.source.file.path, leaf)
        return region.source.is_searched and test(name if exact else fold_text(name))

    return in_text


def anchor_of(query: Query, *, exact: bool) -> str:
    """The longest folded text within a line that is known to be in every match; or none."""
    match query:
        case Word(text) | Phrase(text):
            return "" if "\n" in text else fold_text(text)
        case Pattern():
            needed = map(fold_text, regex_of(query, exact=exact).required_texts)
            return max((text for text in needed if "\n" not in text), key=len, default="")
        case And(parts):
            return max((anchor_of(part, exact=exact) for part in parts), key=len, default="")
        case Scoped("match-case" | "ignore-case" as operator, part):
            return anchor_of(part, exact=operator == "match-case")
        case Scoped("content", part):
            return anchor_of(part, exact=exact)
        case _:
            return ""


def _tags(region: Region) -> Iterator[str]:
    for tag in region.source.note.tags:
        if region.is_whole or region.first <= tag.line <= region.last:
            yield tag.name
