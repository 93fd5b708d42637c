"""A copy of Maven's local repository that is put back after each line."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

_OWN = Path.home() / ".m2" / "repository"


class LocalRepository:
    """A copy of the user's repository, in which lines leave what they download or install."""

    def __init__(self, root: Path) -> None:
        self.path = root / "repository"
        self._kept = root / "repository as it was"
        shutil.copytree(_OWN, self._kept, symlinks=True, copy_function=_copy)
        shutil.copytree(self._kept, self.path, symlinks=True)
        self._before = dict(_states(self.path))

    def take_changes(self) -> frozenset[str]:
        """Return the names of files that are new, changed or gone, and put all back."""
        after = dict(_states(self.path))
        names = {
            name
            for name in self._before.keys() | after.keys()
            if self._before.get(name) != after.get(name)
        }
        for name in names:
            self._put_back(name)
        return frozenset(names)

    def _put_back(self, name: str) -> None:
        file, kept = self.path / name, self._kept / name
        if kept.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(kept, file)
        else:
            file.unlink(missing_ok=True)


def _copy(source: str, target: str) -> None:
    """Copy a file, unless another Maven has just taken it away."""
    if os.path.exists(source):  # noqa: PTH110
        shutil.copy2(source, target)


def _states(root: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each file's name, size and time."""
    for directory, _, names in os.walk(root):
        for name in names:
            path = Path(directory) / name
            status = path.stat()
            yield str(path.relative_to(root)), (status.st_size, status.st_mtime_ns)
