"""The call that gets what the page of a build had no room for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from laconic.budget import Cut
from laconic.calls import Call
from laconic.maven.results import Build, Failure

_METHOD = re.compile(r"#([\w$]+)")
_FILTER_LENGTH = 400


def rest_of_build(
    tool: str, build: Build, arguments: Mapping[str, Any], cuts: tuple[Cut, ...]
) -> Call:
    """Ask for the failures that are left, or for everything as JSON where none is.

    It always asks for less than the page was made of, so that following it comes to an end.
    """
    shown = next((cut.shown for cut in cuts if cut.of == "failure"), len(build.failures))
    left = build.failures[shown:]
    if not left:
        return Call(tool, {**arguments, "raw": True})
    if shown > 1 and any(cut.of in ("line", "character") for cut in cuts):
        shown -= 1  # the last one is there in part only
    names = ",".join(_filter(build.failures[shown:], build.failures[:shown]))
    return Call(tool, {**arguments, "testFilter": names})


def _filter(left: Sequence[Failure], shown: Sequence[Failure]) -> Iterator[str]:
    """Names for the first of the tests left: classes, or methods where the class is on the page."""
    seen = {_class(name) for failure in shown for name in failure.tests}
    said: set[str] = set()
    length = 0
    for name in (name for failure in left for name in failure.tests):
        asked = _without_arguments(name) if _class(name) in seen else _class(name)
        length += 0 if asked in said else len(asked) + 1
        if said and length > _FILTER_LENGTH:
            return
        if asked not in said:
            said.add(asked)
            yield asked


def _class(name: str) -> str:
    return name.partition("#")[0]


def _without_arguments(name: str) -> str:
    method = _METHOD.search(name)
    return name[: method.end()] if method else name
