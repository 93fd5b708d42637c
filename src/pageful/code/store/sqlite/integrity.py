"""Check the integrity of an index, after an unexpected error while it was read."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from pageful.code.store.content import Content
from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.identity import repository_uuid
from pageful.code.store.postings import decode
from pageful.code.store.seals import unseal
from pageful.code.store.sqlite.database import Database

_BROKEN = (zlib.error, struct.error, ValueError, TypeError, IndexError, KeyError, EOFError)

_NO_PATH = """
SELECT 1 FROM (
    SELECT path FROM file UNION ALL SELECT path FROM directory
    UNION ALL SELECT path FROM rule UNION ALL SELECT path FROM passed_by
) WHERE typeof(path) != 'text' OR instr(path, char(0))
"""


def check_integrity(database: Database) -> None:
    """Read the whole index, and verify every part of it.

    Raises:
        DamagedIndexError: a page, a file's text or a posting list is not as it was written.
    """
    status = database.row("PRAGMA integrity_check(1)")
    if status != ("ok",):
        raise DamagedIndexError(str(status[0] if status else status))
    try:
        _check_paths(database)
        _check_contents(database)
        _check_segments(database)
    except _BROKEN as error:
        raise DamagedIndexError(str(error)) from error


def _check_paths(database: Database) -> None:
    if database.row(_NO_PATH):
        raise DamagedIndexError("a path is no text")
    for root, uuid in database.rows("SELECT root, uuid FROM repository"):
        if str(repository_uuid(Path(root))) != uuid:
            raise DamagedIndexError("a repository has not the identity of its directory")


def _check_contents(database: Database) -> None:
    rows = database.rows(
        "SELECT path, chunks, key, text, outline FROM file LEFT JOIN content ON file = id"
        " WHERE chunks"
    )
    for path, chunks, key, text, outline in rows:
        if text is None or len(Content(key, text, outline).chunks()) != chunks:
            raise DamagedIndexError(f"{path} has not all of its text")


def _check_segments(database: Database) -> None:
    sizes = {}
    rows = database.rows("SELECT id, chunks, lengths, files, vectors FROM segment")
    for number, chunks, lengths, files, vectors in rows:
        sizes[number] = chunks
        if not len(unseal(lengths)) // 4 == len(unseal(files)) // 8 == chunks:
            raise DamagedIndexError("a segment has not the chunks that it names")
        if vectors is not None:
            unseal(vectors)
    for segment, data in database.rows("SELECT segment, data FROM posting"):
        if segment in sizes and (decode(data, sizes[segment])[0] >= sizes[segment]).any():
            raise DamagedIndexError("a posting list is broken")
