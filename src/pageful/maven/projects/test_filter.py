"""Filters of tests: read from a caller's text, held against classes, and written for Maven."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase, translate
from typing import ClassVar

from pageful.builds.junit.class_names import outer_class, simple_name
from pageful.lazy.dataclasses import dataclass
from pageful.maven.projects.filter_names import class_pattern, name_pattern, readings_of_names
from pageful.text.excerpts import shorten
from pageful.tool.errors import ToolError

_LONGEST = 100_000
"""Bytes: Linux takes no argument of more than 128 KB."""

_LONGEST_QUOTED = 200
_MOST_WILD = 20
"""Patterns with wildcards that are matched with each class; with more, every class matches."""

# > *IT
_WILD = re.compile(r"[*?]")
# > **/OrderIT.java
_FILE = re.compile(r"\.(?:java|class)\Z")
_NO_TEST = "NoTestIsMeant"
"""A name that no test has: neither plugin takes an empty filter."""


@dataclass(frozen=True, slots=True)
class TestFilter:
    """Tests as `patterns` of Surefire's: `Class`, `Class#method+method`, or `!Class` to leave out.

    Names of classes may have a package and wildcards; a nested class is behind a `$`.
    """

    __test__: ClassVar[bool] = False
    patterns: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> TestFilter:
        """Read a filter, of names as pages show them and of Surefire's own.

        What is in Surefire's own words stays as it is. Arguments are left out where a filter can't
        have them, and `?` stands for a character that it has no way to say.

        Raises:
            ToolError: it is no list of test names, or too long for a command line.
        """
        if len(text) > _LONGEST:
            raise _too_long(text)
        found: dict[str, None] = {}
        for readings in readings_of_names(text):
            patterns = {name: name_pattern(name) for name in readings}
            *_, whole = readings
            if patterns[whole] is None:
                raise _no_name(whole)
            found.update(dict.fromkeys(filter(None, patterns.values())))
        test_filter = cls(tuple(found))
        if not test_filter.fits:
            raise _too_long(text)
        return test_filter

    @classmethod
    def of(cls, methods: Mapping[str, Iterable[str]]) -> TestFilter:
        """Return the filter for classes by their names in reports, with patterns of `methods`.

        A class without any is meant as a whole.
        """
        joined = {class_pattern(name) or name: "+".join(each) for name, each in methods.items()}
        return cls(tuple(f"{name}#{each}" if each else name for name, each in joined.items()))

    def __str__(self) -> str:
        return ",".join(self.patterns)

    @property
    def fits(self) -> bool:
        """Return whether a command line has room for the filter."""
        return len(str(self).encode()) <= _LONGEST

    @property
    def class_names(self) -> tuple[str, ...]:
        """The simple names of the classes, empty if a pattern may mean several."""
        if any(map(_is_wild, self.patterns)):
            return ()
        return tuple(dict.fromkeys(map(_simple, self.patterns)))

    def class_check(self) -> Callable[[str], bool]:
        """Return the check whether the filter runs a class; nested ones go along."""
        asked = _class_matcher(each for each in self.patterns if each[:1] != "!")
        left_out = _class_matcher(
            each[1:] for each in self.patterns if each[:1] == "!" and "#" not in each
        )
        return lambda name: (not asked or asked(name)) and not (left_out and left_out(name))

    def split(self, integration: Sequence[str]) -> tuple[TestFilter, TestFilter]:
        """Return the part for Surefire and the part for Failsafe.

        `integration` are the patterns of Failsafe's classes. A filter would make Surefire run those
        too, before whatever they need is started. What can't be told apart is for both.
        """
        includes = [each for each in map(_include_pattern, integration) if each]
        if not includes or len(includes) < len(integration):
            return self, self
        unit: list[str] = []
        theirs: list[str] = []
        for pattern in self.patterns:
            is_theirs = any(fnmatchcase(_simple(pattern), include) for include in includes)
            if _is_wild(pattern) or not is_theirs:
                unit.append(pattern)
            if _is_wild(pattern) or is_theirs:
                theirs.append(pattern)
        if any(map(_is_wild, unit)):
            unit += [f"!{include}" for include in includes]
        return TestFilter(tuple(unit) or (_NO_TEST,)), TestFilter(tuple(theirs) or (_NO_TEST,))


def _too_long(test_filter: str) -> ToolError:
    return ToolError(
        f"`testFilter` has {len(test_filter)} characters, more than a command line takes.",
        "Name classes and not their tests, or use a pattern such as *ServiceTest.",
    )


def _no_name(name: str) -> ToolError:
    return ToolError(
        f"`testFilter` holds {shorten(repr(name), _LONGEST_QUOTED, '…')}, which is no name of a "
        "test.",
        "Give Class, Class#method as pages name it, or a pattern such as *ServiceTest; several by "
        "comma.",
    )


def _include_pattern(include: str) -> str | None:
    """Return the part of an include for simple names of classes, None if it is about more."""
    directory, _, name = _FILE.sub("", include).rpartition("/")
    plain = directory in ("", "**") and name.strip("*") and "$" not in name
    return name if plain and re.fullmatch(r"[\w*?]+", name) else None


def _is_wild(pattern: str) -> bool:
    """Return whether a pattern may mean more than one class."""
    outer = re.split(r"[#$]", pattern, maxsplit=1)[0]
    return pattern[:1] == "!" or bool(_WILD.search(outer))


def _simple(pattern: str) -> str:
    """Return the simple name of a pattern's outer class, `*` and `?` in it left."""
    class_name = _FILE.sub("", pattern.lstrip("!").partition("#")[0])
    return outer_class(re.split(r"[./]", class_name)[-1])


def _class_matcher(patterns: Iterable[str]) -> Callable[[str], bool] | None:
    """Return the check whether a class fits one of the patterns; None where there are none."""
    dotted = [_with_dots(name.partition("#")[0]) for name in patterns]
    if not dotted:
        return None
    plain = {name for name in dotted if not _WILD.search(name)}
    wild = [translate(name) for name in dotted if name not in plain]
    if len(wild) > _MOST_WILD:
        return lambda _: True
    matcher = re.compile("|".join(wild) or r"(?!)")

    def matches(class_name: str) -> bool:
        simple = simple_name(class_name)
        spellings = {outer_class(each) for each in (class_name, simple)} | {class_name, simple}
        return not plain.isdisjoint(spellings) or any(map(matcher.match, spellings))

    return matches


def _with_dots(name: str) -> str:
    return _FILE.sub("", name).replace("/", ".").removeprefix("**.")
