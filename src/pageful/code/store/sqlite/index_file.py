"""The file of an index, whose name tells its format: two versions of pageful can share a place."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FORMAT = 5
"""Version of the tables and terms, raised by any change of their meaning; others are rebuilt."""

_WITHOUT_NUMBER = 5
"""The last format whose file was not named after it."""

_UNUSED_DAYS = 30
"""Days after which the index of another format is removed: an older version may be in use still."""

_DAY = 86_400


def index_file(directory: Path) -> Path:
    """Return the file of the index in a directory, in our format."""
    return directory / ("index.sqlite" if FORMAT == _WITHOUT_NUMBER else f"index-{FORMAT}.sqlite")


def has_another_format(directory: Path) -> bool:
    """Tell whether there is no index of our format, but one of another."""
    return not index_file(directory).exists() and any(_others(directory))


def delete_index(directory: Path) -> None:
    """Delete the index of our format, and those of others that were not changed for long.

    Where one of another format is left, an empty file says that ours is no longer wanting.
    """
    own = index_file(directory)
    for path in directory.glob(f"{own.name}*"):
        path.unlink(missing_ok=True)
    for path in list(_others(directory)):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _UNUSED_DAYS * _DAY:
                path.unlink()
    if any(_others(directory)):
        with suppress(OSError):
            own.touch()


def _others(directory: Path) -> Iterator[Path]:
    """List the files of indexes in other formats, their logs too."""
    own = index_file(directory).name
    return (path for path in directory.glob("index*.sqlite*") if not path.name.startswith(own))
