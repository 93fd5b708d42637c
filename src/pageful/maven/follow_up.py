"""The calls that get what the page of a Maven tool had no room for, or was not asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from pageful.maven.build_follow_up import (
    TOOL,
    more_of_build,
    more_of_failures,
    rest_of_failures,
    rest_of_recorded,
)
from pageful.maven.results import (
    Build,
    Dependencies,
    Failure,
    FailurePage,
    Found,
    LogPage,
    ModulePage,
    Running,
    TestTimes,
    WarningPage,
    WholeFailure,
)
from pageful.maven.views.dependencies import told_modules
from pageful.page.budget import Cut
from pageful.page.calls import Call

Paged: TypeAlias = WholeFailure | TestTimes | LogPage | WarningPage | ModulePage
"""One side of a build, in pages of its own."""

_ASKED = re.compile(r"(?P<class>[\w$.]+)(?:#(?P<method>[\w$]+)(?:[(\[{].*)?)?", re.DOTALL)
"""A name that a filter can ask for; names in prose, as some frameworks have them, are none."""

_LONGEST_FILTER = 400
_WAIT = 60
"""Seconds to wait for a build: less than clients give a call."""

_SIDE = ("show", "test", "pattern")
"""The arguments that say which side of a build is shown."""


def rest_of_found(
    tool: str,
    budget: int,
    found: Found,
    arguments: Mapping[str, Any],
    cuts: tuple[Cut, ...],
    room: int,
) -> Call | None:
    """The call for what was cut, `budget` being the largest page.

    A build that was recorded is asked for page by page, from its first error or failure on that is
    not whole; one that was not has to be run again.
    """
    match found:
        case Build(id=None):
            return rest_of_build(tool, found, arguments, cuts, room)
        case Build():
            call = rest_of_recorded(found, budget, cuts, room)
            # What led here would lead here again.
            return _as_json(found.id, arguments) if call.arguments == arguments else call
        case Running():
            return _waiting(found)
        case FailurePage():
            return rest_of_failures(found, cuts, room)
        case Dependencies():
            return rest_of_dependencies(tool, found, arguments, cuts)
        case _:
            return _as_json(found.build, arguments)


def more_of_found(_tool: str, found: Found, arguments: Mapping[str, Any]) -> Call | None:
    """The call that goes on, or has more than was asked for, where that helps."""
    match found:
        case Build():
            return more_of_build(found)
        case Running():
            return _waiting(found)
        case FailurePage():
            return more_of_failures(found)
        case Dependencies():
            return None
        case _:
            return _next_page(found, arguments)


def rest_of_dependencies(
    tool: str,
    result: Dependencies,
    arguments: Mapping[str, Any],
    cuts: tuple[Cut, ...],
) -> Call:
    """Ask for the first module that is not whole, or for everything as JSON.

    The page has the names of the modules after it; where it has not, JSON is asked for.
    """
    told = told_modules(result)
    nouns = {cut.of for cut in cuts}
    shown = next((cut.shown for cut in cuts if cut.of == "module"), len(told))
    first = max(0, shown - bool(nouns - {"module", "name"}))
    if len(result.modules) == 1 or nouns & {"name", "block"} or first >= len(told):
        return Call(tool, {**arguments, "raw": True})
    return Call(tool, {**arguments, "module": told[first].module})


def _waiting(running: Running) -> Call:
    return Call(TOOL, {"build": running.id, "wait": _WAIT})


def _next_page(paged: Paged, arguments: Mapping[str, Any]) -> Call | None:
    if paged.page >= paged.pages:
        return None
    return Call(TOOL, {**_side(paged.build, arguments), "page": paged.page + 1})


def _as_json(build: str | None, arguments: Mapping[str, Any]) -> Call:
    """Ask for the same as JSON, which is never cut."""
    page = {"page": arguments["page"]} if "page" in arguments else {}
    return Call(TOOL, {**_side(build, arguments), **page, "raw": True})


def _side(build: str | None, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that show the same side of the same build, whichever is the last by then."""
    return {"build": build, **{name: arguments[name] for name in _SIDE if name in arguments}}


def rest_of_build(
    tool: str, build: Build, arguments: Mapping[str, Any], cuts: tuple[Cut, ...], room: int
) -> Call:
    """Ask for the failures that are left of a build that was not recorded, by running them.

    For everything as JSON where no filter gets them.
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
