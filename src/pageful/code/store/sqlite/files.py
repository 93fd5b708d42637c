"""The tables of an index about its repositories and files, except their chunks."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from uuid import UUID

from pageful.code.results.indexing import Language
from pageful.code.scan.snapshot import Snapshot
from pageful.code.store.identity import repository_uuid
from pageful.code.store.latest import Latest
from pageful.code.store.repository import Counts, Repository
from pageful.code.store.sqlite.database import FILES, Database, Row, State
from pageful.code.store.stamps import signed_stamp, stamp_of
from pageful.lazy.dataclasses import dataclass

_STAMP = "path, size, modified, changed, inode"


@dataclass(frozen=True, eq=False)
class FileTables:
    """The facts about an index's repositories: stamps, hashes and counts of their files.

    `snapshots` caches the snapshots of repositories with the state that they were read in, so that
    a search does not read an unchanged one again.
    """

    database: Database
    snapshots: Latest[tuple[Path, UUID], tuple[State, Snapshot]]

    def register(self, root: Path) -> Repository:
        """Return the repository in a directory, adding it to the index if it is new."""
        uuid = repository_uuid(root)
        find = "SELECT id FROM repository WHERE uuid = ?"
        row = self.database.row(find, str(uuid))
        if row is None:
            with self.database.transaction():
                self.database.change(
                    "INSERT OR IGNORE INTO repository (uuid, root) VALUES (?, ?)",
                    str(uuid),
                    str(root),
                )
            row = self.database.row(find, str(uuid))
        assert row is not None
        return Repository(row[0], uuid, root)

    def repositories(self) -> tuple[Repository, ...]:
        """List the repositories, in the order in which they were registered."""
        rows = self.database.rows("SELECT id, uuid, root FROM repository ORDER BY id")
        return tuple(Repository(number, UUID(uuid), Path(root)) for number, uuid, root in rows)

    def counts(self, repository: Repository) -> Counts:
        """Count the indexed files and chunks of a repository."""
        row = self.database.row(
            "SELECT count(*), ifnull(sum(chunks), 0) FROM file"
            " WHERE repository = ? AND skipped IS NULL",
            repository.number,
        )
        state = self.database.row(
            "SELECT complete, indexed FROM repository WHERE id = ?", repository.number
        )
        (files, chunks), (complete, indexed) = row or (0, 0), state or (0, None)
        return Counts(files, chunks, bool(complete), indexed)

    def other_machine(self, repository: Repository) -> None:
        """Return no machine: a directory is of this one."""

    def languages(self, repository: Repository) -> tuple[Language, ...]:
        """Count the files and chunks of each language, the most frequent first."""
        rows = self.database.rows(
            "SELECT ifnull(language, 'other'), count(*), sum(chunks) FROM file"
            " WHERE repository = ? AND skipped IS NULL GROUP BY 1 ORDER BY 2 DESC, 1",
            repository.number,
        )
        return tuple(Language(*row) for row in rows)

    def is_empty(self) -> bool:
        """Return whether the index has no chunk at all."""
        return self.database.row("SELECT 1 FROM file WHERE chunks > 0 LIMIT 1") is None

    def hashes(self, repository: Repository) -> dict[str, bytes]:
        """Read the hash of each file by path; empty for a file that was skipped unread."""
        find = "SELECT path, hash FROM file WHERE repository = ?"
        return dict(self.database.rows(find, repository.number))

    def skipped_files(self, repository: Repository) -> Iterable[tuple[str, str]]:
        """Read path and reason of each file that was not indexed, by path."""
        rows = self.database.rows(
            "SELECT path, skipped FROM file WHERE repository = ? AND skipped IS NOT NULL"
            " UNION SELECT path, reason FROM passed_by WHERE repository = ? ORDER BY path",
            repository.number,
            repository.number,
        )
        return ((path, reason) for path, reason in rows)

    def snapshot(self, repository: Repository) -> Snapshot:
        """Read the snapshot of a repository; without directories if it was never indexed whole."""
        key = self.database.path, repository.uuid
        # Read before the snapshot is: one that is newer than it says is only read again.
        state = self.database.state(FILES)
        kept = self.snapshots.get(key)
        if kept and kept[0] == state:
            return kept[1]
        snapshot = self._read_snapshot(repository.number)
        self.snapshots.put(key, (state, snapshot))
        return snapshot

    def mark_complete(
        self, repository: Repository, seen: Snapshot, indexed: float | None = None
    ) -> None:
        """Record that the index has all of the snapshot `seen` of a repository.

        `indexed` is when that was (Unix seconds), else now.
        """
        with self.database.transaction():
            self.database.change(
                "UPDATE repository SET complete = 1, indexed = ? WHERE id = ?",
                time.time() if indexed is None else indexed,
                repository.number,
            )
            directories = ((path, *signed_stamp(each)) for path, each in seen.directories.items())
            self._replace(repository, "directory", directories)
            rules = (
                (path, *(signed_stamp(each) if each else [None] * 4))
                for path, each in seen.rules.items()
            )
            self._replace(repository, "rule", rules)
            self._replace(repository, "passed_by", seen.skipped.items())

    def _read_snapshot(self, number: int) -> Snapshot:
        def rows(table: str) -> Iterator[Row]:
            return self.database.rows(f"SELECT {_STAMP} FROM {table} WHERE repository = ?", number)

        find = "SELECT path, reason FROM passed_by WHERE repository = ?"
        return Snapshot(
            files={path: stamp_of(*stamp) for path, *stamp in rows("file")},
            directories={path: stamp_of(*stamp) for path, *stamp in rows("directory")},
            rules={
                path: None if stamp[0] is None else stamp_of(*stamp)
                for path, *stamp in rows("rule")
            },
            skipped=dict(self.database.rows(find, number)),
        )

    def _replace(
        self, repository: Repository, table: str, rows: Iterable[Iterable[object]]
    ) -> None:
        """Replace a repository's rows in a table, writing only the differences."""
        wanted = {(repository.number, *row) for row in rows}
        find = f"SELECT * FROM {table} WHERE repository = ?"
        known = set(self.database.rows(find, repository.number))
        self.database.change_each(
            f"DELETE FROM {table} WHERE repository = ? AND path = ?",
            {row[:2] for row in known - wanted},
        )
        for row in wanted - known:
            places = ", ".join("?" * len(row))
            self.database.change(f"INSERT INTO {table} VALUES ({places})", *row)
