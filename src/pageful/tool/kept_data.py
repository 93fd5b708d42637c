"""Data that calls have left on disk, which may be removed: indexes, parsed notes, records."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from pageful.lazy.dataclasses import dataclass, field

DAY = 86_400.0


def _never() -> bool:
    return False


@dataclass(frozen=True)
class KeptData:
    """Data of one directory: an index, the builds of a project, the notes of a vault.

    `of` is the directory, or a name where that is not known; `used` is when it was last used, in
    seconds since the epoch. `is_gone` says that the directory does not exist any more.
    `is_named` says that a user gave it a name, under which it would be missed. `is_busy` tells
    whether a process works on it now.
    """

    kind: str
    of: str
    paths: tuple[Path, ...]
    used: float
    is_gone: bool = False
    is_named: bool = False
    is_busy: Callable[[], bool] = field(default=_never, compare=False, repr=False)

    @property
    def size(self) -> int:
        """The bytes of all its files."""
        return sum(map(_size, self.paths))

    @property
    def days_unused(self) -> float:
        """Days since it was last used."""
        return max(0.0, (time.time() - self.used) / DAY)

    def remove(self) -> None:
        """Remove its files; a directory at once and whole, as far as other processes see.

        Raises:
            OSError: one can't be removed.
        """
        for path in self.paths:
            if path.is_dir():
                doomed = path.with_name(f".removed-{path.name}-{time.time_ns()}")
                path.rename(doomed)
                import shutil  # loads every compression

                shutil.rmtree(doomed)
            else:
                path.unlink(missing_ok=True)


KeptDataSource = Callable[[], Iterable[KeptData]]
"""The function that lists what a family keeps."""


def nothing_kept() -> Iterable[KeptData]:
    """List nothing."""
    return ()


def last_change(path: Path) -> float:
    """Return when a file, or anything directly in a directory, was changed last."""
    times = [0.0]
    for each in (path, *(path.iterdir() if path.is_dir() else ())):
        with suppress(OSError):
            times.append(each.stat().st_mtime)
    return max(times)


def is_gone(directory: str) -> bool:
    """Tell whether a directory does not exist, although the one above its own is readable.

    What is on a disk that is not there now is not gone.
    """
    try:
        return not os.path.lexists(directory) and Path(directory).parent.parent.is_dir()
    except OSError:
        return False


def _size(path: Path) -> int:
    with suppress(OSError):
        if not path.is_dir():
            return path.stat().st_size
        with os.scandir(path) as entries:
            return sum(_size(Path(entry.path)) for entry in entries if not entry.is_symlink())
    return 0
