"""The directories that pageful keeps things in, and their sizes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pageful.tool.family_setup import Finding

_UNITS = ("bytes", "KB", "MB", "GB")


def examine_storage() -> Iterator[Finding]:
    """Yield what is found of caches, indexes and logs."""
    for subject, place, use in _places():
        if not place.is_dir():
            yield Finding(subject, "note", f"nothing yet ({place})")
            continue
        if not os.access(place, os.W_OK):
            mend = "Make the directory writable: without it nothing is kept between calls."
            yield Finding(subject, "wrong", f"{place} can't be written", mend)
            continue
        parts = ", ".join(f"{each.name} {_size_text(_size(each))}" for each in _within(place))
        yield Finding(subject, "ok", f"{_size_text(_size(place))} of {use} ({place}): {parts}")


def _places() -> Iterator[tuple[str, Path, str]]:
    try:
        from platformdirs import user_cache_path, user_data_path
    except ModuleNotFoundError:
        return
    yield "cache", user_cache_path("pageful"), "caches and recorded builds"
    yield "data", user_data_path("pageful"), "indexes"
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    yield "state", Path(state) / "pageful", "counts"


def _within(place: Path) -> list[Path]:
    return sorted(place.iterdir(), key=lambda each: each.name)


def _size(path: Path) -> int:
    """Return the bytes of a file, or of all files below a directory; links are not followed."""
    try:
        if path.is_symlink() or not path.is_dir():
            return path.lstat().st_size
        return sum(_size(each) for each in path.iterdir())
    except OSError:
        return 0


def _size_text(size: float) -> str:
    for unit in _UNITS:
        if size < 1000 or unit == _UNITS[-1]:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    raise AssertionError("the last unit is for all")
