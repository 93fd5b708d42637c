"""The tables of a project about its repositories and files, except their chunks."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from uuid import UUID

from pageful.code.results.indexing import Language
from pageful.code.scan.snapshot import Snapshot
from pageful.code.store.identity import repository_uuid
from pageful.code.store.latest import Latest
from pageful.code.store.postgres.database import Database, Row
from pageful.code.store.postgres.facts import FactsReader
from pageful.code.store.postgres.machine import this_machine
from pageful.code.store.repository import Counts, Repository
from pageful.code.store.stamps import signed_stamp, stamp_of
from pageful.files.stamp import Stamp
from pageful.lazy.dataclasses import dataclass

_OF_REPOSITORY = "WHERE project = {p} AND repository = %s"
_STAMP = "path, size, modified, changed, inode"


@dataclass(frozen=True, eq=False)
class FileTables:
    """The facts about a project's repositories: stamps, hashes and counts of their files.

    `snapshots` caches the snapshots of repositories by identity of the index and repository, with
    the count of changes that they were read at.
    """

    database: Database
    facts: FactsReader
    snapshots: Latest[tuple[str, UUID], tuple[int, Snapshot]]

    def register(self, root: Path) -> Repository:
        """Return the repository in a directory, adding it to the index if it is new."""
        uuid = repository_uuid(root)
        if uuid not in self.facts.read().repositories:
            with self.database.transaction():
                self.database.change(
                    "INSERT INTO {s}.repository (project, number, uuid, root, machine)"
                    " SELECT {p}, coalesce(max(number), 0) + 1, %s, %s, %s FROM {s}.repository"
                    " WHERE project = {p} ON CONFLICT DO NOTHING",
                    uuid,
                    str(root),
                    this_machine(),
                )
        return self.facts.read().repositories[uuid].repository

    def repositories(self) -> tuple[Repository, ...]:
        """List the repositories, in the order in which they were registered."""
        return tuple(each.repository for each in self.facts.read().repositories.values())

    def counts(self, repository: Repository) -> Counts:
        """Count the indexed files and chunks of a repository."""
        return self.facts.read().repositories[repository.uuid].counts

    def other_machine(self, repository: Repository) -> str | None:
        """Return the machine that has indexed a repository, if that is another one than this."""
        machine = self.facts.read().repositories[repository.uuid].machine
        return machine if machine != this_machine() else None

    def languages(self, repository: Repository) -> tuple[Language, ...]:
        """Count the files and chunks of each language, the most frequent first."""
        rows = self.database.rows(
            "SELECT coalesce(language, 'other') COLLATE \"C\", count(*), sum(chunks) FROM {s}.file"
            f" {_OF_REPOSITORY} AND skipped IS NULL GROUP BY 1 ORDER BY 2 DESC, 1",
            repository.number,
        )
        return tuple(Language(name, files, int(chunks)) for name, files, chunks in rows)

    def is_empty(self) -> bool:
        """Return whether the index has no chunk at all."""
        known = self.facts.read().repositories.values()
        return not any(each.counts.chunks for each in known)

    def hashes(self, repository: Repository) -> Mapping[str, bytes]:
        """Read the hash of each file by path; empty for a file that was skipped unread."""
        find = f"SELECT path, hash FROM {{s}}.file {_OF_REPOSITORY}"
        return {path: bytes(hashed) for path, hashed in self.database.rows(find, repository.number)}

    def skipped_files(self, repository: Repository) -> Iterable[tuple[str, str]]:
        """Read path and reason of each file that was not indexed, by path."""
        rows = self.database.rows(
            f"SELECT path, skipped FROM {{s}}.file {_OF_REPOSITORY} AND skipped IS NOT NULL"
            f" UNION SELECT path, reason FROM {{s}}.passed_by {_OF_REPOSITORY} ORDER BY path",
            repository.number,
            repository.number,
        )
        return ((path, reason) for path, reason in rows)

    def snapshot(self, repository: Repository) -> Snapshot:
        """Read the snapshot of a repository; without directories if it was never indexed whole."""
        # Read before the snapshot is: one that is newer than it says is only read again.
        state = self.facts.read().state
        key = state.identity, repository.uuid
        kept = self.snapshots.get(key)
        if kept and kept[0] == state.files:
            return kept[1]
        snapshot = self._read_snapshot(repository.number)
        self.snapshots.put(key, (state.files, snapshot))
        return snapshot

    def mark_complete(
        self, repository: Repository, seen: Snapshot, indexed: float | None = None
    ) -> None:
        """Record that the index has all of the snapshot `seen` of a repository.

        `indexed` is when that was (Unix seconds), else now.
        """
        with self.database.transaction():
            self.database.change(
                "UPDATE {s}.repository SET complete = true, indexed = %s, machine = %s"
                " WHERE project = {p} AND number = %s",
                time.time() if indexed is None else indexed,
                this_machine(),
                repository.number,
            )
            directories = [(path, *signed_stamp(each)) for path, each in seen.directories.items()]
            self._replace(repository, "directory", _STAMP, directories)
            rules = [(path, *_stamp_or_nulls(each)) for path, each in seen.rules.items()]
            self._replace(repository, "rule", _STAMP, rules)
            self._replace(repository, "passed_by", "path, reason", [*seen.skipped.items()])

    def _read_snapshot(self, number: int) -> Snapshot:
        def rows(table: str, columns: str = _STAMP) -> list[Row]:
            find = f"SELECT {columns} FROM {{s}}.{table} {_OF_REPOSITORY}"
            return self.database.rows(find, number)

        return Snapshot(
            files={path: stamp_of(*stamp) for path, *stamp in rows("file")},
            directories={path: stamp_of(*stamp) for path, *stamp in rows("directory")},
            rules={
                path: None if stamp[0] is None else stamp_of(*stamp)
                for path, *stamp in rows("rule")
            },
            skipped=dict(rows("passed_by", "path, reason")),
        )

    def _replace(
        self, repository: Repository, table: str, columns: str, rows: Sequence[Row]
    ) -> None:
        """Replace a repository's rows in a table, writing only the differences."""
        find = f"SELECT {columns} FROM {{s}}.{table} {_OF_REPOSITORY}"
        known = set(self.database.rows(find, repository.number))
        wanted = set(rows)
        if gone := [row[0] for row in known - wanted]:
            remove = f"DELETE FROM {{s}}.{table} {_OF_REPOSITORY} AND path = ANY(%s)"
            self.database.change(remove, repository.number, gone)
        if fresh := wanted - known:
            places = ", ".join(["%s"] * len(columns.split(", ")))
            self.database.change_each(
                f"INSERT INTO {{s}}.{table} (project, repository, {columns})"
                f" VALUES ({{p}}, %s, {places})",
                [(repository.number, *row) for row in fresh],
            )


def _stamp_or_nulls(stamp: Stamp | None) -> Row:
    return signed_stamp(stamp) if stamp else (None,) * 4
