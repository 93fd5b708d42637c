"""Check the integrity of an index, after an unexpected error while it was read."""

from __future__ import annotations

import sqlite3
import struct
import zlib
from pathlib import Path

from pageful.code.store.database import Damaged
from pageful.code.store.draft import unpack_chunks
from pageful.code.store.identity import repository_uuid
from pageful.code.store.postings import decode
from pageful.code.store.seals import unseal

_BROKEN = (zlib.error, struct.error, ValueError, TypeError, IndexError, KeyError, EOFError)

_NO_PATH = """
SELECT 1 FROM (
    SELECT path FROM file UNION ALL SELECT path FROM directory
    UNION ALL SELECT path FROM rule UNION ALL SELECT path FROM passed_by
) WHERE typeof(path) != 'text' OR instr(path, char(0))
"""


def check_integrity(connection: sqlite3.Connection) -> None:
    """Read the whole index, and verify every part of it.

    Raises:
        Damaged: a page, a file's text or a posting list is not as it was written.
    """
    (status,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if status != "ok":
        raise Damaged(str(status))
    try:
        _check_paths(connection)
        _check_contents(connection)
        _check_segments(connection)
    except _BROKEN as error:
        raise Damaged(str(error)) from error


def _check_paths(connection: sqlite3.Connection) -> None:
    if connection.execute(_NO_PATH).fetchone():
        raise Damaged("a path is no text")
    for root, uuid in connection.execute("SELECT root, uuid FROM repository"):
        if str(repository_uuid(Path(root))) != uuid:
            raise Damaged("a repository has not the identity of its directory")


def _check_contents(connection: sqlite3.Connection) -> None:
    rows = connection.execute(
        "SELECT path, chunks, text, outline FROM file LEFT JOIN content ON file = id WHERE chunks"
    )
    for path, chunks, text, outline in rows:
        if text is None or len(unpack_chunks(text, outline)) != chunks:
            raise Damaged(f"{path} has not all of its text")


def _check_segments(connection: sqlite3.Connection) -> None:
    sizes = {}
    rows = connection.execute("SELECT id, chunks, lengths, files, vectors FROM segment")
    for number, chunks, lengths, files, vectors in rows:
        sizes[number] = chunks
        if not len(unseal(lengths)) // 4 == len(unseal(files)) // 8 == chunks:
            raise Damaged("a segment has not the chunks that it names")
        if vectors is not None:
            unseal(vectors)
    for segment, data in connection.execute("SELECT segment, data FROM posting"):
        if segment in sizes and (decode(data, sizes[segment])[0] >= sizes[segment]).any():
            raise Damaged("a posting list is broken")
