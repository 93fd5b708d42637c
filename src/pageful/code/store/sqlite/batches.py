"""Read an index in SQLite as batches, of which another index can be made."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import numpy as np

from pageful.code.store.index_batch import BatchFile, IndexBatch
from pageful.code.store.repository import Repository
from pageful.code.store.seals import unseal
from pageful.code.store.segment_batches import batch_of_segment, group_files
from pageful.code.store.sqlite.database import Database
from pageful.code.store.stamps import stamp_of

_MOST_FILES = 2000  # without chunks, in a batch

_FILES = (
    "SELECT id, path, size, modified, changed, inode, hash, language, chunks, skipped, text,"
    " outline FROM file LEFT JOIN content ON file = id WHERE repository = ?"
)


def read_batches(database: Database, repository: Repository) -> Generator[IndexBatch]:
    """Yield all files of a repository, with their chunks as batches that can be written.

    Raises:
        DamagedIndexError: the index is not as it was written.
    """
    with database.read_transaction():
        empty = [
            file
            for _, file in _files(database, f"{_FILES} AND chunks = 0 ORDER BY path", repository)
        ]
        yield from group_files(empty, _MOST_FILES)
        numbers = [number for (number,) in database.rows("SELECT id FROM segment ORDER BY id")]
        for number in numbers:
            batch = _segment_batch(database, repository, number)
            if batch.chunks:
                yield batch


def _segment_batch(database: Database, repository: Repository, number: int) -> IndexBatch:
    row = database.row("SELECT lengths, files, vectors FROM segment WHERE id = ?", number)
    assert row is not None
    owners = np.frombuffer(unseal(row[1]), np.int64)
    living = np.unique(owners)
    bounds = (int(living.min()), int(living.max())) if len(living) else (0, -1)
    within = set(living.tolist())
    find = f"{_FILES} AND chunks > 0 AND id BETWEEN ? AND ?"
    files = {
        number: file
        for number, file in _files(database, find, repository, *bounds)
        if number in within
    }
    vectors = None
    if row[2] is not None:
        vectors = np.frombuffer(unseal(row[2]), np.float16).reshape(len(owners), -1)
    lists = "SELECT term, data FROM posting WHERE segment = ? ORDER BY term"
    return batch_of_segment(
        files,
        owners,
        np.frombuffer(unseal(row[0]), np.float32),
        ((term, data) for term, data in database.rows(lists, number)),
        vectors,
    )


def _files(
    database: Database, find: str, repository: Repository, *values: int
) -> Iterator[tuple[int, BatchFile]]:
    for row in database.rows(find, repository.number, *values):
        number, path, *stamp, hashed, language, chunks, skipped, text, outline = row
        yield (
            number,
            BatchFile(
                path,
                stamp_of(*stamp),
                hashed or b"",
                language,
                chunks,
                text or b"",
                outline or b"",
                skipped,
            ),
        )
