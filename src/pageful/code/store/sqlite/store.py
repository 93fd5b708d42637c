"""The store of indexes in SQLite: a directory for each, with its database and its lock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.latest import Latest
from pageful.code.store.project_card import ProjectCard
from pageful.code.store.sqlite.index_file import delete_index, has_another_format, index_file
from pageful.code.store.sqlite.lock import is_locked, write_lock
from pageful.code.store.sqlite.project_files import add_root, mark_as_used, read_card
from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError

if TYPE_CHECKING:
    from uuid import UUID

    from pageful.code.scan.snapshot import Snapshot
    from pageful.code.store.sqlite.database import State
    from pageful.code.store.sqlite.index import SqliteIndex
    from pageful.code.store.sqlite.stored_catalog import StoredCatalog

# SQLite and numpy are loaded with the first index: to find a text needs none.

_INCARNATION = "rebuilt"

# Repositories and projects that a server works on in turn. A catalog takes the most memory: about
# 600 bytes a chunk with vectors.
_MOST_SNAPSHOTS = 8
_MOST_CATALOGS = 4


@dataclass(frozen=True)
class SqliteStore:
    """A `protocol.Store` of indexes in the directories below `data`, each named as its index."""

    data: Path
    _catalogs: Latest[Path, StoredCatalog] = field(
        default_factory=lambda: Latest(_MOST_CATALOGS), compare=False, repr=False
    )
    _snapshots: Latest[tuple[Path, UUID], tuple[State, Snapshot]] = field(
        default_factory=lambda: Latest(_MOST_SNAPSHOTS), compare=False, repr=False
    )

    @contextmanager
    def open(self, name: str) -> Iterator[SqliteIndex]:
        """Open an index, creating it if it does not exist; its directory has to be there."""
        from pageful.code.store.sqlite.database import Database
        from pageful.code.store.sqlite.index import SqliteIndex

        if has_another_format(self.data / name):
            raise DamagedIndexError("it is of another format")
        mark_as_used(self.data / name)
        with closing(Database(self._database(name))) as database:
            try:
                yield SqliteIndex(database, self._snapshots, self._catalogs)
            except (ToolError, Cancelled, DamagedIndexError):
                raise
            except Exception:
                from pageful.code.store.sqlite.integrity import check_integrity

                check_integrity(database)
                raise

    def exists(self, name: str) -> bool:
        """Return whether there is an index of this name."""
        return self._database(name).exists()

    def location(self, name: str) -> str:
        """Name the file of an index."""
        return str(self._database(name))

    def roots(self, name: str) -> list[Path]:
        """Read the directories of an index's repositories; none if there is no readable index."""
        from pageful.code.store.sqlite.database import read_roots

        return [Path(root) for root in read_roots(self._database(name))]

    def size(self, name: str) -> int:
        """Sum the bytes of a directory's files; another process may remove one at any moment."""
        size = 0
        with suppress(OSError):
            for path in (self.data / name).iterdir():
                with suppress(OSError):
                    size += path.stat().st_size
        return size

    def cards(self) -> list[ProjectCard]:
        """Read what is known of the project in each directory."""
        return [read_card(directory) for directory in self.data.glob("cb_proj_*")]

    def card(self, name: str) -> ProjectCard | None:
        """Read what is known of a project; `None` if it has no directory."""
        directory = self.data / name
        return read_card(directory) if directory.is_dir() else None

    def add_root(self, name: str, project_id: str, root: Path) -> None:
        """Record that a project has a repository."""
        add_root(self.data / name, project_id, root, self.roots(name))

    def delete(self, name: str) -> None:
        """Delete the files of an index, and change its `incarnation`."""
        delete_index(self.data / name)
        with suppress(OSError):
            (self.data / name / _INCARNATION).write_text(str(time.time_ns()), encoding="ascii")

    def incarnation(self, name: str) -> str:
        """Read when the index was deleted last."""
        try:
            path = self.data / name / _INCARNATION
            return path.read_text(encoding="ascii", errors="replace")
        except OSError:
            return ""

    def write_lock(
        self, name: str, caller: Caller, *, wait: bool = True
    ) -> AbstractContextManager[bool]:
        """Hold the write lock of an index, and yield whether it was acquired."""
        return write_lock(self.data / name, caller, wait=wait)

    def is_being_written(self, name: str) -> bool:
        """Return whether a writer holds the write lock at this moment."""
        return is_locked(self.data / name)

    def _database(self, name: str) -> Path:
        return index_file(self.data / name)
