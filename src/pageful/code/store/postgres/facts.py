"""Facts about an index that calls ask for again and again, read when it has changed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from uuid import UUID

from pageful.code.store.latest import Latest
from pageful.code.store.postgres.database import Database, State
from pageful.code.store.repository import Counts, Repository
from pageful.lazy.dataclasses import dataclass

_SECONDS = 0.25
"""Seconds for which an index is taken to be as it was, unless this process has changed it.

A search asks for these facts a dozen times, each of which would be a trip. What another process
wrote within the last quarter of a second is seen by the next search.
"""


@dataclass(frozen=True, slots=True)
class RepositoryFacts:
    """A repository with its counts, and the machine that has indexed it."""

    repository: Repository
    counts: Counts
    machine: str | None


@dataclass(frozen=True, slots=True)
class Facts:
    """The repositories of an index in one state, and the chunks of segments without vectors."""

    state: State
    repositories: Mapping[UUID, RepositoryFacts]
    unembedded: Mapping[int, int]


class FactsReader:
    """The facts about one open index; `kept` are the last ones of indexes by their names."""

    def __init__(self, database: Database, kept: Latest[str, Facts]) -> None:
        self._database = database
        self._kept = kept
        self._latest: Facts | None = None
        self._writes = -1
        self._until = 0.0

    def read(self) -> Facts:
        """Return the facts as they are now."""
        writes = self._database.writes
        if self._latest is None or self._writes != writes or time.monotonic() > self._until:
            # The time first: what is written while this is read, is read again.
            self._writes, self._until = writes, time.monotonic() + _SECONDS
            self._latest = self.of_state(self._database.state())
        return self._latest

    def of_state(self, state: State) -> Facts:
        """Return the facts in a state that was just read, or in a later one."""
        known = self._kept.get(self._database.name)
        if known is None or known.state != state:
            known = self._load(state)
            self._kept.put(self._database.name, known)
        return known

    def _load(self, state: State) -> Facts:
        database = self._database
        rows = database.rows(
            "SELECT number, uuid, root, machine, complete, indexed, coalesce(files, 0),"
            " coalesce(chunks, 0) FROM {s}.repository LEFT JOIN (SELECT repository,"
            " count(*) AS files, sum(chunks) AS chunks FROM {s}.file WHERE project = {p}"
            " AND skipped IS NULL GROUP BY repository) AS counted ON repository = number"
            " WHERE project = {p} ORDER BY number"
        )
        repositories = {
            uuid: RepositoryFacts(
                Repository(number, uuid, Path(root)),
                Counts(files, int(chunks), complete, indexed),
                machine,
            )
            for number, uuid, root, machine, complete, indexed, files, chunks in rows
        }
        waiting = "SELECT number, chunks FROM {s}.segment WHERE project = {p} AND NOT embedded"
        return Facts(state, repositories, dict(database.rows(waiting)))
