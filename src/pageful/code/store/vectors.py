"""Store the vectors of an index, all of one embedder, and embed chunks without them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import numpy as np

from pageful.code.embedding.embedder import Embedder
from pageful.code.embedding.passage import passage
from pageful.code.store.database import meta, set_meta, transaction
from pageful.code.store.draft import unpack_chunks
from pageful.code.store.seals import seal, unseal
from pageful.tool.context import Caller

_BATCH = 256  # chunks between two looks at whether the caller has cancelled


def embedder_of(connection: sqlite3.Connection) -> str | None:
    """Read the name of the embedder whose vectors the index has."""
    name = meta(connection, "embedder")
    return name if isinstance(name, str) else None


def change_embedder(connection: sqlite3.Connection, name: str) -> None:
    """Set the embedder of the index; vectors of another one are dropped."""
    if embedder_of(connection) == name:
        return
    with transaction(connection, chunks=True):
        connection.execute("UPDATE segment SET vectors = NULL")
        set_meta(connection, "embedder", name)


def embed_missing(connection: sqlite3.Connection, embedder: Embedder, caller: Caller) -> int:
    """Embed the chunks without vectors, and return their number; finished segments are kept.

    Raises:
        Cancelled: the caller gave up.
        ToolError: the embedder does not answer.
    """
    done = 0
    waiting = "SELECT id, chunks, files FROM segment WHERE vectors IS NULL"
    segments = connection.execute(waiting).fetchall()
    total = sum(count_chunks for _, count_chunks, _ in segments)
    for number, count_chunks, files in segments:
        tables = []
        for texts in _batches(_texts(connection, np.frombuffer(unseal(files), np.int64))):
            caller.checkpoint()
            caller.progress("Embedding chunks", done, total)
            tables.append(embedder.embed(texts).astype(np.float16))
            done += len(texts)
        table = np.concatenate(tables)
        assert len(table) == count_chunks
        with transaction(connection, chunks=True):
            connection.execute(
                "UPDATE segment SET vectors = ? WHERE id = ?", (seal(table.tobytes()), number)
            )
    return done


def count_missing(connection: sqlite3.Connection) -> int:
    """Count the chunks without a vector."""
    row = connection.execute("SELECT sum(chunks) FROM segment WHERE vectors IS NULL").fetchone()
    return row[0] or 0


def count_chunks(connection: sqlite3.Connection) -> int:
    """Count all chunks, including those of dropped files."""
    row = connection.execute("SELECT sum(chunks) FROM segment").fetchone()
    return row[0] or 0


def _texts(
    connection: sqlite3.Connection, owners: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> Iterator[str]:
    """Yield the passage of each chunk of a segment, an empty one if its file is dropped."""
    begins = np.flatnonzero(np.concatenate([[True], owners[1:] != owners[:-1]]))
    runs = np.diff(np.append(begins, len(owners)))
    for file, size in zip(owners[begins].tolist(), runs.tolist(), strict=True):
        row = connection.execute(
            "SELECT path, text, outline FROM content JOIN file ON id = file WHERE file = ?", (file,)
        ).fetchone()
        if row is None:
            yield from [""] * size
        else:
            path, *content = row
            yield from (passage(path, chunk.text) for chunk in unpack_chunks(*content))


def _batches(texts: Iterator[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
