"""The counts of all processes of a user: a small SQLite file that only its owner can read."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError
from pageful.usage.answer_size import Size
from pageful.usage.counts import Kind, Totals, Usage, totals_of

_log = logging.getLogger("pageful")

_PATIENCE = 2.0
"""Seconds to wait for other processes that count at the same moment; each takes a few ms."""

_TABLE = """
CREATE TABLE IF NOT EXISTS usage_1 (
    door TEXT, source TEXT, tool TEXT, format TEXT, detail TEXT,
    answers INTEGER, compared INTEGER,
    page_characters INTEGER, page_tokens INTEGER, json_characters INTEGER, json_tokens INTEGER,
    since TEXT,
    PRIMARY KEY (door, source, tool, format, detail)
) WITHOUT ROWID
"""
_ADD = """
INSERT INTO usage_1 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET
    answers = answers + excluded.answers,
    compared = compared + excluded.compared,
    page_characters = page_characters + excluded.page_characters,
    page_tokens = page_tokens + excluded.page_tokens,
    json_characters = json_characters + excluded.json_characters,
    json_tokens = json_tokens + excluded.json_tokens
"""


@dataclass(frozen=True, slots=True)
class Counted:
    """The totals of one kind of answer, and the day of the first one (ISO 8601)."""

    kind: Kind
    totals: Totals
    since: str


@dataclass(frozen=True)
class UsageFile:
    """A file of counts."""

    path: Path

    def note(self, usage: Usage) -> None:
        """Count an answer; where the file can't be written, it is not counted, and that is all."""
        try:
            with self._open() as database:
                database.execute(_ADD, _row(usage))
        except (OSError, sqlite3.Error) as error:
            _log.warning("answers can't be counted in %s: %s", self.path, error)

    def read(self) -> tuple[Counted, ...]:
        """Read the counts, in order; none where there is no file.

        Raises:
            ToolError: the file can't be read.
        """
        if not self.path.exists():
            return ()
        try:
            with self._open() as database:
                rows = database.execute("SELECT * FROM usage_1 ORDER BY 1, 2, 3, 4, 5").fetchall()
        except (OSError, sqlite3.Error) as error:
            problem = f"The counts in {self.path} can't be read: {error}."
            raise ToolError(problem, "Delete the file to begin anew.") from None
        return tuple(map(_counted, rows))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the file, which is made where it is missing, for one transaction."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        with closing(sqlite3.connect(self.path, timeout=_PATIENCE)) as database, database:
            database.execute("PRAGMA synchronous = OFF")  # a power cut may cost a count
            database.execute(_TABLE)
            yield database


def _row(usage: Usage) -> tuple[str | int, ...]:
    kind, totals = usage.kind, totals_of(usage)
    return (
        *(kind.door, kind.source, kind.tool, kind.format, kind.detail),
        *(totals.answers, totals.compared),
        *(totals.page.characters, totals.page.tokens),
        *(totals.json.characters, totals.json.tokens),
        date.today().isoformat(),
    )


def _counted(row: tuple[object, ...]) -> Counted:
    door, source, tool, form, detail, *numbers, since = row
    answers, compared, *sizes = (number if isinstance(number, int) else 0 for number in numbers)
    kind = Kind(str(door), str(source), str(tool), str(form), str(detail))  # type: ignore[arg-type]
    return Counted(kind, Totals(answers, compared, Size(*sizes[:2]), Size(*sizes[2:])), str(since))
