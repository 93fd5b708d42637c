"""The tests that a caller asks for: checked, in Surefire's words, and the nearest there are."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from pageful.maven.projects.layout import Layout
from pageful.maven.projects.staleness import test_files
from pageful.maven.projects.test_methods import escaped, method_patterns
from pageful.text.excerpts import shorten
from pageful.tool.errors import ToolError

_CLASS = re.compile(r"!?[\w$.*?/]+\Z")
# OvenTest$when it is cold
_PHRASED_CLASS = re.compile(r"(?P<outer>!?[\w.*?/]+\$)(?P<phrase>[^#]+)\Z", re.DOTALL)
_CLOSED = re.compile(
    r" *!?[\w$.*?/]+(?:#[\w$*?+/]+"
    r"(?:\([^()#]*\)(?:\[\d{1,9}\])*|\{[^{}#]*\}|\[[^\[\]#]*\]\(\d{1,9}\))?)? *\Z"
)
"""A name that ends where a comma is: a class, a method, or one with closed arguments."""

_SURELY_CLASS = re.compile(r"!|.*[*?./$]|[^a-z]")
_LONGEST = 100_000
"""Bytes: Linux takes no argument of more than 128 KB."""

_TEST_METHOD = re.compile(r"\b(?:void|fun)\s{1,100}(?:`([^`\n]+)`|(\w+))\s{0,100}\(")
_NEAREST = 5
_LONGEST_QUOTED = 200
_WILD = re.compile(r"[*?]")
_FILE = re.compile(r"\.(?:java|class)\Z")
_NO_TEST = "NoTestIsMeant"
"""A name that no test has: neither plugin takes an empty filter."""


def surefire_filter(test_filter: str) -> str:
    """The filter as Surefire takes it, of names as pages show them and of Surefire's own.

    What is in Surefire's own words stays as it is. Arguments are left out where a filter can't have
    them, and `?` stands for a character that it has no way to say.

    Raises:
        ToolError: it is no list of test names, or too long for a command line.
    """
    if len(test_filter) > _LONGEST:
        raise _too_long(test_filter)
    found: dict[str, None] = {}
    for readings in _runs(test_filter):
        patterns = {name: _filter_name(name) for name in readings}
        *_, whole = readings
        if patterns[whole] is None:
            raise _no_name(whole)
        found.update(dict.fromkeys(filter(None, patterns.values())))
    names = ",".join(found)
    if len(names.encode()) > _LONGEST:
        raise _too_long(test_filter)
    return names


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


def names_in(test_filter: str) -> list[str]:
    """The names in a filter. A comma may belong to a name: then that is read in both ways."""
    return [name for readings in _runs(test_filter) for name in readings]


def _runs(test_filter: str) -> list[list[str]]:
    """The names of a filter, those that may be one together, with that one as the last of them."""
    first, *others = test_filter.split(",")
    runs = [[first]]
    for piece in others:
        run = runs[-1]
        begins = _begins_name(run, piece)
        if begins:
            runs.append([piece])
        elif begins is None:
            if "#" not in run[0] and len(runs) > 1:  # the name before was part of a longer one
                runs[-2:] = [[*runs[-2], *run]]
            runs[-1][-1] += f",{piece}"
        else:
            run.append(piece)
    return [_readings(run) if len(run) > 1 else run for run in runs]


def _readings(run: list[str]) -> list[str]:
    """Names that may be one, each by itself unless it would leave tests out, and as one."""
    first, *others = run
    return [first, *(name for name in others if name.lstrip()[:1] != "!"), ",".join(run)]


def _begins_name(run: list[str], piece: str) -> bool | None:
    """Whether a piece behind a comma is a name: absent if not, false if it may go on with one."""
    class_name, hash_, method = piece.partition("#")
    is_named = _class_pattern_of(class_name) is not None and bool(method) == bool(hash_)
    if not is_named or (piece[:1] == " " and not hash_ and "#" in run[0]):
        return None
    if "#" not in run[0]:
        return _CLASS.match(run[0].strip(" ")) is not None
    if not (_is_closed(run[0]) and _is_closed(run[-1])):
        return False
    if len(run) > 1:
        return bool(hash_)
    return bool(hash_ or _SURELY_CLASS.match(class_name))


@lru_cache(maxsize=8)
def _is_closed(name: str) -> bool:
    """Whether nothing behind a comma can belong to a name; one may be asked of many times."""
    return _CLOSED.match(name) is not None


def _filter_name(name: str) -> str | None:
    """One name in Surefire's words, absent if it is none."""
    class_name, hash_, method = name.partition("#")
    pattern = _class_pattern_of(class_name)
    methods = method_patterns(method)
    if pattern is None or (hash_ and not methods):
        return None
    return f"{pattern}#{'+'.join(methods)}" if hash_ else pattern


def class_pattern(name: str) -> str:
    """The pattern for a class by its name in reports."""
    return _class_pattern_of(name) or name


def _class_pattern_of(name: str) -> str | None:
    """A class as Surefire takes it, absent if it is none: behind a `$` Kotlin allows prose."""
    name = name.lstrip(" ") if "$" in name else name.strip(" ")
    if _CLASS.match(name):
        return name
    match = _PHRASED_CLASS.match(name)
    return f"{match['outer']}{escaped(match['phrase'])}" if match else None


def divided(test_filter: str, integration: Sequence[str]) -> tuple[str, str]:
    """The part of a filter, as Surefire takes it, for Surefire and the part for Failsafe.

    `integration` are the patterns of Failsafe's classes. A filter would make Surefire run those
    too, before whatever they need is started. What can't be told apart is for both.
    """
    patterns = [each for each in map(_class_pattern, integration) if each]
    if not patterns or len(patterns) < len(integration):
        return test_filter, test_filter
    unit: list[str] = []
    theirs: list[str] = []
    for name in test_filter.split(","):
        is_theirs = any(fnmatchcase(_simple(name), pattern) for pattern in patterns)
        if _is_pattern(name) or not is_theirs:
            unit.append(name)
        if _is_pattern(name) or is_theirs:
            theirs.append(name)
    if any(map(_is_pattern, unit)):
        unit += [f"!{pattern}" for pattern in patterns]
    return ",".join(unit) or _NO_TEST, ",".join(theirs) or _NO_TEST


def _class_pattern(include: str) -> str | None:
    """The part of a pattern for simple names of classes, absent if it is about more than those."""
    directory, _, name = _FILE.sub("", include).rpartition("/")
    plain = directory in ("", "**") and name.strip("*") and "$" not in name
    return name if plain and re.fullmatch(r"[\w*?]+", name) else None


def _is_pattern(name: str) -> bool:
    """Whether a name in a filter may mean more than one class."""
    outer = re.split(r"[#$]", name, maxsplit=1)[0]
    return name[:1] == "!" or bool(_WILD.search(outer))


def _simple(name: str) -> str:
    """The simple name of the class that a name in a filter has, `*` and `?` in it left."""
    class_name = _FILE.sub("", name.lstrip("!").partition("#")[0])
    return re.split(r"[./]", class_name)[-1].partition("$")[0]


def named_classes(test_filter: str) -> tuple[str, ...]:
    """The simple names of the classes that a filter names, none if it has patterns."""
    names = test_filter.split(",")
    return () if any(map(_is_pattern, names)) else tuple(dict.fromkeys(map(_simple, names)))


def closest_tests(layouts: Iterable[Layout], test_filter: str) -> tuple[str, ...]:
    """The names of existing tests that come closest to what was asked for and did not run."""
    classes = {path.stem: path for layout in layouts for path in sorted(test_files(layout))}
    found: dict[str, None] = {}
    for asked in names_in(test_filter):
        class_name, _, method = asked.partition("#")
        *_, outer, simple = ["", *re.split(r"[./]", class_name.lstrip("!").replace("*", ""))]
        if outer in classes and not method:  # a dot where # belongs
            simple, method = outer, simple
        source = classes.get(simple.partition("$")[0])
        if method and source:
            names = [f"{simple}#{name}" for name in _methods(source)]
            found.update(dict.fromkeys(_closest(f"{simple}#{method}", names)))
        else:
            found.update(dict.fromkeys(_closest(simple, list(classes))))
    return tuple(found)[:_NEAREST]


def _methods(source: Path) -> list[str]:
    try:
        text = source.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return [quoted or plain for quoted, plain in _TEST_METHOD.findall(text)]


def _closest(name: str, names: list[str]) -> list[str]:
    folded = {each.lower(): each for each in names}
    close = difflib.get_close_matches(name.lower(), folded, n=_NEAREST, cutoff=0.4)
    return [folded[each] for each in close] or names[:_NEAREST]
