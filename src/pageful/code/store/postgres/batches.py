"""Read a project as batches, of which another index can be made."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from pageful.code.store.index_batch import BatchFile, IndexBatch
from pageful.code.store.postgres.database import Database
from pageful.code.store.postgres.vectors import read_chunk_vectors
from pageful.code.store.repository import Repository
from pageful.code.store.seals import unseal
from pageful.code.store.segment_arrays import owner_runs
from pageful.code.store.segment_batches import batch_of_segment, group_files
from pageful.code.store.stamps import stamp_of

_MOST_FILES = 2000  # without chunks, in a batch

_FILES = (
    "SELECT number, path, size, modified, changed, inode, hash, language, chunks, skipped, text,"
    " outline FROM {s}.file LEFT JOIN {s}.content"
    " ON content.project = {p} AND content.file = number"
    " WHERE file.project = {p} AND repository = %s"
)


def read_batches(database: Database, repository: Repository) -> Generator[IndexBatch]:
    """Yield all files of a repository, with their chunks as batches that can be written.

    Raises:
        DamagedIndexError: the index is not as it was written.
    """
    with database.read_transaction():
        empty = _files(database, f"{_FILES} AND chunks = 0 ORDER BY path", repository.number)
        yield from group_files([*empty.values()], _MOST_FILES)
        for (number,) in database.rows(
            "SELECT number FROM {s}.segment WHERE project = {p} ORDER BY number"
        ):
            find = f"{_FILES} AND segment = %s"
            if files := _files(database, find, repository.number, number):
                yield _segment_batch(database, files, number)


def _segment_batch(database: Database, files: dict[int, BatchFile], number: int) -> IndexBatch:
    row = database.row(
        "SELECT lengths, files, embedded FROM {s}.segment WHERE project = {p} AND number = %s",
        number,
    )
    assert row is not None
    owners = np.frombuffer(unseal(row[1]), np.int64)
    vectors = None
    if row[2]:
        wanted = np.isin(owners, np.array([*files], np.int64))
        order = [file for file, _ in owner_runs(owners[wanted])]
        read = read_chunk_vectors(database, order, int(wanted.sum()))
        vectors = np.zeros((len(owners), read.shape[1]), np.float16)
        vectors[wanted] = read
    lists = "SELECT term, data FROM {s}.posting WHERE project = {p} AND segment = %s ORDER BY term"
    return batch_of_segment(
        files,
        owners,
        np.frombuffer(unseal(row[0]), np.float32),
        [(term, bytes(data)) for term, data in database.rows(lists, number)],
        vectors,
    )


def _files(database: Database, find: str, *values: int) -> dict[int, BatchFile]:
    found = {}
    for row in database.rows(find, *values):
        number, path, *stamp, hashed, language, chunks, skipped, text, outline = row
        found[number] = BatchFile(
            path,
            stamp_of(*stamp),
            bytes(hashed or b""),
            language,
            chunks,
            bytes(text or b""),
            bytes(outline or b""),
            skipped,
        )
    return found
