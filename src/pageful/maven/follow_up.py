"""The calls that get what the page of a Maven tool had no room for, or was not asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pageful.builds.follow_up import BuildFollowUp, first_hidden
from pageful.builds.results import Build, Failure
from pageful.maven.results import Dependencies, Found
from pageful.page.calls import Call
from pageful.tool.call_context import CallContext

_BUILDS = BuildFollowUp("maven_build")

# > CartTest#adds(int)[2]
# > OrderTest#adds[1]
# > OrderTest#sums
# > com.example.OrderTest
_ASKED = re.compile(r"(?P<class>[\w$.]+)(?:#(?P<method>[\w$]+)(?:[(\[{].*)?)?", re.DOTALL)
"""A name that a filter can ask for; names in prose, as some frameworks have them, are none."""

_LONGEST_FILTER = 400


def rest_of_found(found: Found, context: CallContext) -> Call | None:
    """Return the call for what was cut; a build that was not recorded has to be run again."""
    match found:
        case Build(id=None):
            return rest_of_build(found, context)
        case Dependencies():
            return rest_of_dependencies(found, context)
        case _:
            return _BUILDS.rest(found, context)


def more_of_found(found: Found, context: CallContext) -> Call | None:
    """Return the call that goes on, or has more than was asked for, where that helps."""
    return None if isinstance(found, Dependencies) else _BUILDS.more(found, context)


def rest_of_dependencies(_result: Dependencies, context: CallContext) -> Call:
    """Ask for the first module that is not whole, or for everything as JSON.

    The page has the names of the modules after it; where it has not, JSON is asked for.
    """
    match context.hidden:
        case (str(module), *_) if not context.unnamed:
            return context.again(module=module)
        case _:
            return context.again(raw=True)


def rest_of_build(build: Build, context: CallContext) -> Call:
    """Ask for the failures that are left of a build that was not recorded, by running them.

    For everything as JSON where no filter gets them. Where the filter has not room for all of them,
    the page has the names of the others. The call always asks for less than the page was made of,
    so that following it comes to an end.
    """
    shown = _shown_failures(build, context)
    asked = _filters(build.failures[shown:], build.failures[:shown])
    fitting = _fitting(asked, min(context.room, _LONGEST_FILTER))
    if not fitting or (context.unnamed and len(fitting) < len(asked)):
        return context.again(raw=True)
    return context.again(testFilter=",".join(fitting))


def _shown_failures(build: Build, context: CallContext) -> int:
    """How many failures need not be run again; all of them where another run would not show more.

    One that is there in part is run again, unless it is the first of a page or all that is left.
    """
    position, last = first_hidden(build, context), len(build.failures) - 1
    if position is None or position < len(build.errors):
        return len(build.failures)
    first = position - len(build.errors)
    left_out = any(cut.first_hidden == (position,) and not cut.in_part for cut in context.cuts)
    return first + 1 if first in (0, last) and not left_out else first


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
