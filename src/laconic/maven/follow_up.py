"""The call that gets what the page of a build had no room for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from laconic.budget import Cut
from laconic.calls import Call
from laconic.maven.results import Build, Failure

_ASKED = re.compile(r"(?P<class>[\w$.]+)(?:#(?P<method>[\w$]+)(?:[(\[{].*)?)?", re.DOTALL)
"""A name that a filter can ask for; names in prose, as some frameworks have them, are none."""

_LONGEST_FILTER = 400


def rest_of_build(
    tool: str, build: Build, arguments: Mapping[str, Any], cuts: tuple[Cut, ...], room: int
) -> Call:
    """Ask for the failures that are left, or for everything as JSON where no filter gets them.

    `room` is how many characters the filter may take; where it takes not all of them, the page has
    the names of the others. The call always asks for less than the page was made of, so that
    following it comes to an end.
    """
    shown = next((cut.shown for cut in cuts if cut.of == "failure"), len(build.failures))
    in_part = any(cut.of in ("line", "character") for cut in cuts)
    if in_part and 1 < shown < len(build.failures):
        shown -= 1
    asked = _filters(build.failures[shown:], build.failures[:shown])
    fitting = _fitting(asked, min(room, _LONGEST_FILTER))
    unnamed = any(cut.of == "name" for cut in cuts)
    if not fitting or (unnamed and len(fitting) < len(asked)):
        return Call(tool, {**arguments, "raw": True})
    return Call(tool, {**arguments, "testFilter": ",".join(fitting)})


def _filters(left: Sequence[Failure], shown: Sequence[Failure]) -> list[str]:
    """Names that get the tests left: classes, or methods where the class is on the page."""
    seen = {name.partition("#")[0] for failure in shown for name in failure.tests}
    names = (_asked(name, seen) for failure in left for name in failure.tests)
    return list(dict.fromkeys(name for name in names if name))


def _fitting(names: Sequence[str], room: int) -> Sequence[str]:
    """The first names that have room together, one at the least."""
    for number, name in enumerate(names):
        room -= len(name) + 1
        if room < 0:
            return names[: max(1, number)]
    return names


def _asked(name: str, seen: set[str]) -> str:
    """What a filter says to get a test, empty if nothing does."""
    class_name, _, method = name.partition("#")
    if class_name not in seen:
        return class_name if _ASKED.fullmatch(class_name) else ""
    match = _ASKED.fullmatch(name)
    return f"{class_name}#{match['method']}" if match and method else ""
