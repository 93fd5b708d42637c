"""The directories of a project's recorded builds: numbered, private, and published whole."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from platformdirs import user_cache_path

from pageful.lazy import patterns

# > b12
_ID = patterns.compile(r"b(?P<number>[1-9]\d{0,8})\Z")
# > my shop.old
_SLUG = patterns.compile(r"[^a-z0-9]+")
_MAKING = ".new-"
_REMOVING = ".old-"
_DAY = 86_400


def directory_for(root: Path, family: str) -> Path:
    """Return the directory of a family's builds of the project in the directory `root`.

    Raises:
        RuntimeError: the user has no home directory.
    """
    name = blake2b(str(root).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    slug = _SLUG.sub("_", root.name.lower()).strip("_")[:40] or "project"
    return user_cache_path("pageful") / family / f"{slug}-{name}"


def build_numbers(shelf: Path) -> list[int]:
    """List the numbers of the builds, the highest first; empty if the directory can't be read."""
    with contextlib.suppress(OSError):
        found = (_ID.match(path.name) for path in shelf.iterdir())
        return sorted((int(match["number"]) for match in found if match), reverse=True)
    return []


def create(shelf: Path) -> Path:
    """Create a private directory that is no build yet.

    Raises:
        OSError: the directory can't be made.
    """
    for directory in (*reversed(shelf.parents), shelf):
        with contextlib.suppress(FileExistsError):
            directory.mkdir(mode=0o700)
    return Path(tempfile.mkdtemp(prefix=_MAKING, dir=shelf))


def publish(new: Path) -> Path:
    """Give a directory that is not empty the next number, which no other process gets.

    Raises:
        OSError: the directory can't be renamed.
    """
    while True:
        number = max(build_numbers(new.parent), default=0) + 1
        target = new.parent / f"b{number}"
        try:
            return new.rename(target)
        except OSError:
            if not target.exists():
                raise


def remove(directory: Path) -> None:
    """Remove a build at once and whole; open files can still be read."""
    doomed = directory.with_name(f"{_REMOVING}{directory.name}-{time.time_ns()}")
    with contextlib.suppress(OSError):
        directory.rename(doomed)
        shutil.rmtree(doomed, ignore_errors=True)


def clean_up(shelf: Path) -> None:
    """Remove directories that a killed process left half made or half removed."""
    for path in _leftovers(shelf):
        with contextlib.suppress(OSError):
            if path.name.startswith(_REMOVING) or time.time() - path.stat().st_mtime > _DAY:
                shutil.rmtree(path, ignore_errors=True)


def _leftovers(shelf: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError):
        yield from (path for path in shelf.iterdir() if path.name.startswith((_MAKING, _REMOVING)))
