"""Regular expressions that a caller gave: those that can take for ever are refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pageful.tool.errors import ToolError

_UNBOUNDED = 64
"""Repetitions from which on a part counts as repeated without an end."""

_REPEATS = 2
"""Parts without an end that a pattern may have: each more is a power of the text's length more."""

_REMEDY = "Use plain text, with `|` between alternatives and `.*` between parts."


def compile_pattern(text: str) -> re.Pattern[str]:
    """Compile a regular expression, case ignored.

    Raises:
        ToolError: it is none, or it could take for ever.
    """
    try:
        pattern = re.compile(text, re.IGNORECASE)
        parsed = vars(re)["_parser"].parse(text)
    except (re.error, RecursionError, OverflowError) as error:
        raise ToolError(f"`pattern` is no regular expression: {error}.", _REMEDY) from None
    if len(list(_repeats(parsed, 1))) > _REPEATS:
        raise ToolError("`pattern` repeats too many parts without an end.", _REMEDY)
    return pattern


def _repeats(parsed: Any, times: int) -> Iterator[int]:
    """Yield once for each part that is repeated without an end; often where it is in another.

    `times` is how often what stands around the part is repeated.
    """
    for operation, argument in parsed:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            _, most, repeated = argument
            all_times = min(int(most), _UNBOUNDED) * times
            if all_times >= _UNBOUNDED:
                yield from range(_REPEATS + 1 if times > 1 else 1)
            yield from _repeats(repeated, all_times)
        elif name == "GROUPREF" or (name == "BRANCH" and times >= _UNBOUNDED):
            # A group that must come again, or alternatives that may overlap, at every place.
            yield from range(_REPEATS + 1)
        else:
            for part in _parts(argument):
                yield from _repeats(part, times)


def _parts(argument: Any) -> Iterator[Any]:
    """Yield the patterns within a part: of groups, branches, looks ahead."""
    if isinstance(argument, list | tuple):
        for each in argument:
            if type(each).__name__ == "SubPattern":
                yield each
            else:
                yield from _parts(each)
    elif type(argument).__name__ == "SubPattern":
        yield argument
