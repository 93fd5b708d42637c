"""The tests that a caller asks for: checked, in Surefire's words, and the nearest there are."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from laconic.errors import ToolError

_PATTERN = re.compile(r"!?[\w$.*?/]+(?:#[\w$*?+]+(?:\[[^\],\s;|&<>`'\"\\]*\])?)?\Z")
_ARGUMENTS = re.compile(
    r"(#[^#({\[,]+)"
    r"(?:\([^()#]*\)(?:\[\d+\])?|\{[^{}#]*\}(?:\[\d+\])?|\[[^\[\]#]*\]\(\d+\))"
)
"""What follows a method: `(String)[2]` and `{String}[2]` of JUnit, `[2, 5](1)` of TestNG."""

_TEST_METHOD = re.compile(r"\b(?:void|fun)\s{1,100}(?:`([^`\n]+)`|(\w+))\s{0,100}\(")
_SUFFIXES = (".java", ".kt", ".groovy", ".scala")
_NEAREST = 5


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


def closest_tests(modules: Iterable[Path], test_filter: str) -> tuple[str, ...]:
    """The names of existing tests that come closest to what was asked for and did not run."""
    classes = {path.stem: path for module in modules for path in _test_sources(module)}
    found: dict[str, None] = {}
    for asked in test_filter.split(","):
        class_name, _, method = asked.partition("#")
        simple = re.split(r"[./]", class_name.lstrip("!"))[-1].replace("*", "")
        source = classes.get(simple.partition("$")[0])
        if method and source:
            names = [f"{simple}#{name}" for name in _methods(source)]
            found.update(dict.fromkeys(_closest(f"{simple}#{method}", names)))
        else:
            found.update(dict.fromkeys(_closest(simple, list(classes))))
    return tuple(found)[:_NEAREST]


def _test_sources(module: Path) -> Iterator[Path]:
    for directory, names, files in os.walk(module / "src" / "test"):
        names.sort()
        yield from (Path(directory, name) for name in sorted(files) if name.endswith(_SUFFIXES))


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
