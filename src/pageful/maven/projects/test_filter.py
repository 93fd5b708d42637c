"""The tests that a caller asks for: checked, in Surefire's words, and the nearest there are."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from pageful.maven.projects.layout import Layout
from pageful.maven.projects.staleness import test_files
from pageful.tool.errors import ToolError

_PATTERN = re.compile(r"!?[\w$.*?/]+(?:#[\w$*?+]+(?:\[[^\],\s;|&<>`'\"\\]*\])?)?\Z")
_ARGUMENTS = re.compile(
    r"(#[^#({\[,]+)"
    r"(?:\([^()#]*\)(?:\[\d+\])?|\{[^{}#]*\}(?:\[\d+\])?|\[[^\[\]#]*\]\(\d+\))"
)
"""What follows a method: `(String)[2]` and `{String}[2]` of JUnit, `[2, 5](1)` of TestNG."""

_TEST_METHOD = re.compile(r"\b(?:void|fun)\s{1,100}(?:`([^`\n]+)`|(\w+))\s{0,100}\(")
_NEAREST = 5
_WILD = re.compile(r"[*?]")
_FILE = re.compile(r"\.(?:java|class)\Z")
_NO_TEST = "NoTestIsMeant"
"""A name that no test has: neither plugin takes an empty filter."""


def surefire_filter(test_filter: str) -> str:
    """The filter as Surefire takes it: parameterized names as pages show them lose their arguments.

    Raises:
        ToolError: it is no list of test names.
    """
    names = _ARGUMENTS.sub(r"\1", test_filter).split(",")
    for name in names:
        if not _PATTERN.match(name):
            raise ToolError(
                f"`testFilter` holds {name!r}, which is no name of a test.",
                "Give Class, Class#method or a pattern such as *ServiceTest, several by comma "
                "without spaces.",
            )
    return ",".join(names)


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
    return name[:1] == "!" or bool(_WILD.search(name.partition("#")[0]))


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
    for asked in test_filter.split(","):
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
