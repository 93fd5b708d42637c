"""Ignore rules of a repository: gitignore patterns, applied one directory at a time.

The patterns are those of https://git-scm.com/docs/gitignore. A pattern with slashes is not held
against whole paths: entering a directory takes its first component off, so that in every
directory the rules in force speak of bare names, and most directories share theirs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import chain
from operator import attrgetter
from string import ascii_lowercase, ascii_uppercase
from typing import Self, TypeAlias

from pageful.code.scan.wildmatch import SPECIAL, matcher, regex
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field

_ANY_DEPTH = "**"
# > **
_STARS = patterns.compile(r"\*\*+")
_FOLDED = str.maketrans(ascii_uppercase, ascii_lowercase)
_BOM = b"\xef\xbb\xbf"
_NOTHING = -1


_NameTests: TypeAlias = Sequence[Callable[[str], object]]


class Layer(IntEnum):
    """The kind of file that a rule is written in; the later layer decides."""

    DEFAULT = 0
    GLOBAL = 1
    REPOSITORY = 2
    GITIGNORE = 3
    IGNORE = 4


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern, seen from a directory: the components that are still to be matched.

    `verdict` orders the rules, the greatest decides; it is odd where the rule takes a name back
    in (`!`). `components` may hold `**`, which is any number of directories, and never end so.
    """

    verdict: int
    components: tuple[str, ...]
    directories_only: bool

    @property
    def name(self) -> str | None:
        """The glob for names in this very directory, if the rule has one."""
        here = self.components[1:] if self.components[0] == _ANY_DEPTH else self.components
        return here[0] if len(here) == 1 else None

    def below(self, name: str) -> Iterator[Self]:
        """Yield the rest of the rule within the directory `name`."""
        first, rest = self.components[0], self.components[1:]
        if first == _ANY_DEPTH:
            yield self
            if len(rest) > 1:
                yield from self._after(rest).below(name)
        elif rest and matcher(first).match(name):
            yield self._after(rest)

    def _after(self, components: tuple[str, ...]) -> Self:
        return type(self)(self.verdict, components, self.directories_only)


def path_matcher(glob: str) -> Callable[[str], bool]:
    """Return a test of whether a glob with slashes names a path or a directory above it."""
    rule = _parse_line(f"/{glob}", 0)

    @cache
    def tests_within(directory: str) -> _NameTests | None:
        """Return the tests of names in a directory, `None` if it or one above it is named."""
        rules = {rule} if rule else set()
        for name in directory.split("/") if directory else ():
            if any(test(name) for test in _name_tests(rules)):
                return None
            rules = {below for each in rules for below in each.below(name)}
        return _name_tests(rules)

    def matches(path: str) -> bool:
        directory, _, name = path.rpartition("/")
        tests = tests_within(directory)
        return tests is None or any(test(name) for test in tests)

    return matches


def _name_tests(rules: Iterable[Rule]) -> _NameTests:
    return [matcher(rule.name).match for rule in rules if rule.name is not None]


def parse(content: bytes, layer: Layer, depth: int, *, fold: bool = False) -> tuple[Rule, ...]:
    """Parse the rules of an ignore file that is `depth` directories down.

    Args:
        content: the file's bytes.
        layer: which kind of file it is.
        depth: directories between it and the outermost one; the deeper file decides.
        fold: whether letter case makes no difference (git's `core.ignoreCase`).
    """
    text = content.removeprefix(_BOM).decode("latin-1")
    base = (layer << 40) + (depth << 24)
    lines = enumerate((text.translate(_FOLDED) if fold else text).split("\n"), base)
    return tuple(rule for rank, line in lines if (rule := _parse_line(line, rank)))


def _parse_line(line: str, rank: int) -> Rule | None:
    """Parse one line, `None` if it has no rule; the order of the steps is git's."""
    pattern = line.removesuffix("\r").partition("\0")[0]
    if not pattern or pattern.startswith("#"):
        return None
    pattern = _without_trailing_spaces(pattern)
    negated = pattern.startswith("!")
    pattern = pattern.removeprefix("!")
    directories_only = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    components = _components(pattern)
    return Rule(2 * rank + negated, components, directories_only) if components else None


def _without_trailing_spaces(pattern: str) -> str:
    """Trim a pattern as git does: a backslash keeps one space."""
    kept = pattern.rstrip(" ")
    escaped = (len(kept) - len(kept.rstrip("\\"))) % 2
    return pattern[: len(kept) + escaped]


def _components(pattern: str) -> tuple[str, ...]:
    if "/" not in pattern:
        return (_ANY_DEPTH, pattern) if pattern else ()
    parts = [_ANY_DEPTH if _STARS.fullmatch(part) else part for part in _split(pattern)]
    if parts[-1] == _ANY_DEPTH:
        parts.append("*")
    pairs = zip(parts, [None, *parts], strict=False)
    return tuple(part for part, before in pairs if part != before or part != _ANY_DEPTH)


def _split(pattern: str) -> list[str]:
    """Split a pattern into components; an escaped slash is a slash."""
    return re.sub(r"\\(.)", _slash_or_escape, pattern.removeprefix("/")).split("/")


def _slash_or_escape(escape: re.Match[str]) -> str:
    return "/" if escape[1] == "/" else escape[0]


class Names:
    """Rules about bare names, with a quick look-up each for whole names and for suffixes.

    One regular expression tests only the other globs.
    """

    __slots__ = ("_globs", "_literals", "_suffixes", "_verdicts")

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._literals: dict[str, int] = {}
        self._suffixes: dict[str, int] = {}
        globs: list[tuple[str, int]] = []
        for rule in sorted(rules, key=attrgetter("verdict")):
            name = rule.name
            if name is None:
                continue
            if not SPECIAL.search(name):
                self._literals[name] = rule.verdict
            elif name.startswith("*.") and not SPECIAL.search(name, 1) and name.count(".") == 1:
                self._suffixes[name[1:]] = rule.verdict
            else:
                globs.append((regex(name), rule.verdict))
        globs.reverse()
        self._verdicts = [_NOTHING, *(verdict for _, verdict in globs)]
        alternatives = "|".join(f"({glob})" for glob, _ in globs)
        self._globs = re.compile(alternatives, re.DOTALL) if globs else None

    def __bool__(self) -> bool:
        return bool(self._literals or self._suffixes or self._globs)

    def verdict(self, name: str) -> int:
        """Return the deciding rule's verdict on a name; -1 where no rule matches."""
        verdict = self._literals.get(name, _NOTHING)
        if self._suffixes:
            dot = name.rfind(".")
            if dot >= 0:
                verdict = max(verdict, self._suffixes.get(name[dot:], _NOTHING))
        if self._globs and (match := self._globs.match(name)):
            verdict = max(verdict, self._verdicts[match.lastindex or 0])
        return verdict


class Directory:
    """The rules in force for the entries of one directory."""

    __slots__ = ("_below", "_everywhere", "_files", "_folders", "_moving", "fold")

    def __init__(
        self, everywhere: _Everywhere, moving: tuple[Rule, ...], *, fold: bool = False
    ) -> None:
        self._everywhere = everywhere
        self._moving = moving
        self._folders = Names(moving)
        self._files = Names(rule for rule in moving if not rule.directories_only)
        self.fold = fold

    @classmethod
    def of(cls, rules: Iterable[Rule], *, fold: bool = False) -> Self:
        """Make the directory in which all these rules are written."""
        return cls(_Everywhere(), (), fold=fold).with_rules(tuple(rules))

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules in force here."""
        return self._everywhere.rules + self._moving

    @property
    def are_written(self) -> bool:
        """Return whether any rule in force here is written for this very repository."""
        return any(rule.verdict >> 41 >= Layer.GITIGNORE for rule in self.rules)

    def with_rules(self, rules: tuple[Rule, ...]) -> Self:
        """Return this directory with more rules."""
        if not rules:
            return self
        everywhere = self._everywhere.extend(tuple(rule for rule in rules if _floats(rule)))
        moving = tuple(rule for rule in rules if not _floats(rule))
        return type(self)(everywhere, self._moving + moving, fold=self.fold)

    def without(self, *layers: Layer) -> Self:
        """Return this directory without the rules that were written in some layers."""
        kept = (rule for rule in self.rules if rule.verdict >> 41 not in layers)
        return type(self).of(kept, fold=self.fold)

    def ignores_file(self, name: str) -> bool:
        """Return whether a file of this name, as `os.scandir` gives it, is left out."""
        return self._ignores(name, self._everywhere.files, self._files)

    def ignores_directory(self, name: str) -> bool:
        """Return whether a directory of this name is left out."""
        return self._ignores(name, self._everywhere.folders, self._folders)

    def _ignores(self, name: str, everywhere: Iterable[Names], here: Names) -> bool:
        name = self._plain(name)
        verdict = here.verdict(name) if here else _NOTHING
        for names in everywhere:
            verdict = max(verdict, names.verdict(name))
        return verdict >= 0 and not verdict & 1

    def below(self, name: str) -> Self:
        """Return the directory `name` within this one, as far as the rules above it go."""
        name = self._plain(name)
        moving = tuple(
            dict.fromkeys(chain.from_iterable(rule.below(name) for rule in self._moving))
        )
        if moving == self._moving:
            return self
        known = self._everywhere.directories
        if moving not in known:
            known[moving] = type(self)(self._everywhere, moving, fold=self.fold)
        return known[moving]  # type: ignore[return-value]

    def _plain(self, name: str) -> str:
        """Write a name as the patterns see it: its bytes as Latin-1."""
        if not name.isascii():
            name = os.fsencode(name).decode("latin-1")
        return name.translate(_FOLDED) if self.fold else name


def _floats(rule: Rule) -> bool:
    """Return whether a rule holds unchanged in every directory below."""
    return len(rule.components) == 2 and rule.components[0] == _ANY_DEPTH


@dataclass(frozen=True, slots=True)
class _Everywhere:
    """The rules that every directory below shares, and the directories known to share them.

    There are as many `Names` as ignore files contribute, so that a file costs its own rules only.
    """

    rules: tuple[Rule, ...] = ()
    folders: tuple[Names, ...] = ()
    files: tuple[Names, ...] = ()
    directories: dict[tuple[Rule, ...], Directory] = field(default_factory=dict)

    def extend(self, rules: tuple[Rule, ...]) -> _Everywhere:
        if not rules:
            return self
        return _Everywhere(
            self.rules + rules,
            (*self.folders, Names(rules)),
            (*self.files, Names(rule for rule in rules if not rule.directories_only)),
        )
