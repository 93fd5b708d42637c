"""Check the integrity of an index, after an unexpected error while it was read."""

from __future__ import annotations

import struct
import zlib

from pageful.code.store.content import Content
from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.postgres.database import Database
from pageful.code.store.postings import decode
from pageful.code.store.seals import unseal

_BROKEN = (zlib.error, struct.error, ValueError, TypeError, IndexError, KeyError, EOFError)
_FILES_AT_ONCE = 500


def check_integrity(database: Database) -> None:
    """Read the whole index, and verify every part of it.

    Raises:
        DamagedIndexError: a file's text or a posting list is not as it was written.
    """
    try:
        with database.read_transaction():
            _check_contents(database)
            _check_segments(database)
    except _BROKEN as error:
        raise DamagedIndexError(str(error)) from error


def _check_contents(database: Database) -> None:
    last = 0
    while rows := database.rows(
        "SELECT number, path, chunks, key, text, outline FROM {s}.file LEFT JOIN {s}.content"
        " ON content.project = {p} AND content.file = number WHERE file.project = {p}"
        " AND chunks > 0 AND number > %s ORDER BY number LIMIT %s",
        last,
        _FILES_AT_ONCE,
    ):
        for number, path, chunks, key, text, outline in rows:
            if text is None or len(Content(key, text, outline).chunks()) != chunks:
                raise DamagedIndexError(f"{path} has not all of its text")
            last = number


def _check_segments(database: Database) -> None:
    find = "SELECT number, chunks, lengths, files FROM {s}.segment WHERE project = {p}"
    for number, chunks, lengths, files in database.rows(find):
        if not len(unseal(lengths)) // 4 == len(unseal(files)) // 8 == chunks:
            raise DamagedIndexError("a segment has not the chunks that it names")
        lists = "SELECT data FROM {s}.posting WHERE project = {p} AND segment = %s"
        for (data,) in database.rows(lists, number):
            decode(data, chunks)
