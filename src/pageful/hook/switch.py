"""The switch of hooks: off in a project, off everywhere, and on again."""

from __future__ import annotations

from pathlib import Path

from pageful.hook.decision import state_directory
from pageful.tool.errors import ToolError

EVERYWHERE = "*"


def _file() -> Path:
    return Path(state_directory()) / "hook-off"


def places_off() -> list[str]:
    """Return the directories in and below which hooks are off; `*` is everywhere.

    Raises:
        ToolError: the list can't be read.
    """
    try:
        return _file().read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise ToolError(f"{_file()} can't be read: {error}.", "Delete it.") from None


def switch_off(place: str) -> bool:
    """Switch hooks off in a directory, and tell whether they were on there."""
    places = places_off()
    if place in places:
        return False
    _write([*places, place])
    return True


def switch_on(place: str) -> bool:
    """Switch hooks on again in a directory, and tell whether they were off just there."""
    places = places_off()
    if place not in places:
        return False
    _write([each for each in places if each != place])
    return True


def _write(places: list[str]) -> None:
    file = _file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file.write_text("".join(f"{each}\n" for each in places), encoding="utf-8")
    except OSError as error:
        problem = f"{file} can't be written: {error.strerror}."
        raise ToolError(problem, "Make its directory writable.") from None
