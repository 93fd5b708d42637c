"""The switch by which a user has answers counted: the environment variable PAGEFUL_STATS."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pageful.tool.errors import ToolError
from pageful.usage.counts import NoteUsage

VARIABLE = "PAGEFUL_STATS"
"""The environment variable that says whether answers are counted, and where."""

_ON = {"1", "on", "true", "yes"}
_OFF = {"", "0", "off", "false", "no"}


def counting_place(environment: Mapping[str, str]) -> Path | None:
    """Return the file that the environment wants counts in, if any.

    Raises:
        ToolError: the variable says neither on nor off, or what finds the usual place is missing.
    """
    value = environment.get(VARIABLE, "").strip()
    if value.lower() in _OFF:
        return None
    if value.lower() in _ON:
        return usual_place()
    if Path(value).is_absolute():
        return Path(value)
    raise ToolError(
        f"{VARIABLE} is {value!r:.80}, which says neither on nor off.",
        "Set it to 1, to 0, or to the full path of a file.",
    )


def usual_place() -> Path:
    """Return where counts are kept unless the environment names a file.

    Raises:
        ToolError: the package that knows it is not installed.
    """
    try:
        from platformdirs import user_data_path
    except ModuleNotFoundError:
        raise ToolError(
            f"{VARIABLE} needs what is not installed: `platformdirs`.",
            f"Install it, or set {VARIABLE} to the full path of a file.",
        ) from None
    return user_data_path("pageful") / "usage.sqlite"


def usage_counter(environment: Mapping[str, str]) -> NoteUsage | None:
    """Return what counts answers, absent where the environment does not want it.

    Raises:
        ToolError: the variable says neither on nor off, or what finds the usual place is missing.
    """
    place = counting_place(environment)
    if place is None:
        return None
    from pageful.usage.usage_file import UsageFile  # SQLite is loaded only where it is used

    return UsageFile(place).note
