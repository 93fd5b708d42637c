"""The switch by which a user has answers counted or not: the environment variable PAGEFUL_STATS."""

from __future__ import annotations

import os.path
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.usage.counts import NoteUsage

VARIABLE = "PAGEFUL_STATS"
"""The environment variable that says whether answers are counted, and where."""

_ON = {"1", "on", "true", "yes"}
_OFF = {"0", "off", "false", "no"}


def counting_place(environment: Mapping[str, str], *, by_default: bool = False) -> Path | None:
    """Return the file that the environment wants counts in, if any.

    `by_default` says whether answers are counted where the variable is not set: those of gateways
    and of `pageful run` are, which have no other way to show what they do; those of servers and
    other commands are not.

    Raises:
        ToolError: the variable says neither on nor off, or there is no usual place.
    """
    value = environment.get(VARIABLE, "").strip()
    if value.lower() in _OFF or (not value and not by_default):
        return None
    if not value:
        return _find_place(environment)
    if value.lower() in _ON:
        return usual_place(environment)
    if Path(value).is_absolute():
        return Path(value)
    raise ToolError(
        f"{VARIABLE} is {value!r:.80}, which says neither on nor off.",
        "Set it to 1, to 0, or to the full path of a file.",
    )


def is_off(environment: Mapping[str, str]) -> bool:
    """Tell whether the environment wants nothing counted at all."""
    return environment.get(VARIABLE, "").strip().lower() in _OFF


def usual_place(environment: Mapping[str, str]) -> Path:
    """Return where answers are counted unless the environment names a file.

    Raises:
        ToolError: the user has no home directory.
    """
    if place := _find_place(environment):
        return place
    raise ToolError(
        "There is no home directory to count answers in.",
        f"Set {VARIABLE} to 0, or to the full path of a file.",
    )


def usage_counter(environment: Mapping[str, str]) -> NoteUsage | None:
    """Return what counts answers, absent where the environment does not want it.

    Raises:
        ToolError: the variable says neither on nor off, or there is no usual place.
    """
    place = counting_place(environment)
    if place is None:
        return None
    from pageful.usage.usage_log import UsageLog  # loaded only where it is used

    return UsageLog(place).note


def _find_place(environment: Mapping[str, str]) -> Path | None:
    given = environment.get("XDG_STATE_HOME", "")
    try:
        state = Path(given) if os.path.isabs(given) else Path.home() / ".local" / "state"  # noqa: PTH117
    except RuntimeError:
        return None
    return state / "pageful" / "usage.jsonl"
