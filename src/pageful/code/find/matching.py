"""The lines of many files that match a pattern."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from pageful.code.chunking.inner_tests import inner_tests
from pageful.code.find.file_classes import class_of
from pageful.code.find.pattern import Pattern, split_lines
from pageful.code.find.reading import UnsearchedFile, is_left_out, is_plain, read_content, text_of
from pageful.code.languages.detection import language_of
from pageful.code.results.lines import FileClass
from pageful.files.opening import Opener
from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.tool.context import Caller

_BETWEEN_CHECKS = 256  # files, some ten milliseconds
_MOST_KEPT = 32_000_000
"""Bytes that one search keeps for its second and third look. Chosen by hand: most repositories."""


@dataclass(frozen=True, slots=True)
class Place:
    """A file to search: its repository, its path there, and the path that a page names it by."""

    root: Path
    path: str
    shown: str


@dataclass(frozen=True)
class Match:
    """A file with matching lines: their numbers from 1, they themselves, and the file's text."""

    place: Place
    file_class: FileClass
    found: Mapping[int, str] = field(repr=False)
    text: str = field(repr=False)

    def part(self, numbers: Iterable[int]) -> Match:
        """Return the file with some of its matching lines."""
        return replace(self, found={number: self.found[number] for number in numbers})

    @property
    def path(self) -> str:
        """The path that a page names it by."""
        return self.place.shown

    @cached_property
    def numbers(self) -> Sequence[int]:
        """The numbers of the matching lines."""
        return list(self.found)

    @cached_property
    def lines(self) -> Sequence[str]:
        """All lines of the file; split only where a page needs them."""
        return split_lines(self.text)


@dataclass(frozen=True, slots=True)
class Matches:
    """All files with matching lines, in the order in which they were searched.

    `searched` counts the files that were read, `binary` those with the text that are no text.
    """

    files: Sequence[Match]
    searched: int
    binary: int
    unsearched: Sequence[UnsearchedFile]


@dataclass(slots=True)
class KeptContents:
    """The bytes of the first files that a search has read, for its other looks at them."""

    _left: int = _MOST_KEPT
    _contents: dict[tuple[Path, str], bytes] = field(default_factory=dict)

    def get(self, place: Place) -> bytes | None:
        """Return the bytes of a file, if they are kept."""
        return self._contents.get((place.root, place.path))

    def keep(self, place: Place, content: bytes) -> None:
        """Keep the bytes of a file while there is room."""
        if len(content) <= self._left:
            self._left -= len(content)
            self._contents[place.root, place.path] = content


def find_matches(
    places: Iterable[Place], pattern: Pattern, caller: Caller, kept: KeptContents | None = None
) -> Matches:
    """Search files for the lines that match.

    Raises:
        ToolError: the pattern took too long.
        Cancelled: the caller gave up.
    """
    found: list[Match] = []
    unsearched: list[UnsearchedFile] = []
    searched = binary = 0
    for place, content in read_places(places, caller, kept):
        if isinstance(content, UnsearchedFile):
            unsearched.append(content)
            continue
        searched += 1
        if not _may_match(pattern, content):
            continue
        match = _match(place, content, pattern)
        if match is None:
            binary += pattern.may_have(content) and bool(pattern.needles)
        elif match.found:
            found.append(match)
    return Matches(found, searched, binary, unsearched)


def parts_by_class(match: Match) -> Iterator[Match]:
    """Yield the lines of a file of code, then those of the tests that are within it, if any."""
    spans: Sequence[range] = ()
    if match.file_class is FileClass.CODE:
        spans = inner_tests(match.text, language_of(match.place.path))
    tests = [number for number in match.numbers if any(number in span for span in spans)]
    if not tests:
        yield match
        return
    if others := [number for number in match.numbers if number not in set(tests)]:
        yield match.part(others)
    yield replace(match.part(tests), file_class=FileClass.TESTS)


def read_places(
    places: Iterable[Place], caller: Caller, kept: KeptContents | None = None
) -> Iterator[tuple[Place, bytes | UnsearchedFile]]:
    """Yield files with their bytes; those that are gone are passed over."""
    kept = kept or KeptContents(_left=0)
    opener: Opener | None = None
    try:
        for number, place in enumerate(places):
            if number % _BETWEEN_CHECKS == 0:
                caller.checkpoint()
            if (known := kept.get(place)) is not None:
                yield place, known
                continue
            # Mostly the same object: to compare paths takes longer.
            if opener is None or (opener.root is not place.root and opener.root != place.root):
                if opener:
                    opener.__exit__()
                opener = Opener(place.root)
            content = read_content(opener, place.path)
            if isinstance(content, bytes):
                kept.keep(place, content)
            if content is not None:
                yield place, content
    finally:
        if opener:
            opener.__exit__()


def _may_match(pattern: Pattern, content: bytes) -> bool:
    if pattern.may_have(content) or not is_plain(content):
        return True
    if pattern.is_ascii or content.isascii():
        return False
    try:
        content.decode()
    except UnicodeDecodeError:
        return True
    return False


def _match(place: Place, content: bytes, pattern: Pattern) -> Match | None:
    """Return the matching lines of a file, perhaps none; `None` if it is binary."""
    text = text_of(content)
    if text is None:
        return None
    found = pattern.find_lines(text)
    file_class = class_of(place.path)
    if found and is_left_out(place.path.rpartition("/")[2], content, text):
        file_class = FileClass.LEFT_OUT
    return Match(place, file_class, found, text)
