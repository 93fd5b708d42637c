"""Vectors in the index: of one embedder at a time, filled in where they are missing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import numpy as np

from pageful.code.embedding.embedder import Embedder
from pageful.code.embedding.passage import passage
from pageful.code.store.database import meta, set_meta, transaction
from pageful.code.store.draft import unpacked
from pageful.code.store.seals import sealed, unsealed
from pageful.tool.context import Caller

_BATCH = 256


def embedder_of(connection: sqlite3.Connection) -> str | None:
    """The name of the embedder whose vectors the index has."""
    name = meta(connection, "embedder")
    return name if isinstance(name, str) else None


def change_embedder(connection: sqlite3.Connection, name: str) -> None:
    """Make the index one of another embedder; vectors of the last one are dropped."""
    if embedder_of(connection) == name:
        return
    with transaction(connection):
        connection.execute("UPDATE segment SET vectors = NULL")
        set_meta(connection, "embedder", name)


def fill(connection: sqlite3.Connection, embedder: Embedder, caller: Caller) -> int:
    """Embed the chunks that have no vectors; what is done stays done. Gives how many there were.

    Raises:
        Cancelled: the caller gave up.
        ToolError: the embedder does not answer.
    """
    done = 0
    waiting = "SELECT id, chunks, files FROM segment WHERE vectors IS NULL"
    segments = connection.execute(waiting).fetchall()
    total = sum(chunks for _, chunks, _ in segments)
    for number, chunks, files in segments:
        tables = []
        for texts in _batches(_texts(connection, np.frombuffer(unsealed(files), np.int64))):
            caller.checkpoint()
            caller.progress("Embedding chunks", done, total)
            tables.append(embedder.embed(texts).astype(np.float16))
            done += len(texts)
        table = np.concatenate(tables)
        assert len(table) == chunks
        with transaction(connection):
            connection.execute(
                "UPDATE segment SET vectors = ? WHERE id = ?", (sealed(table.tobytes()), number)
            )
    return done


def waiting_chunks(connection: sqlite3.Connection) -> int:
    """How many chunks have no vector."""
    row = connection.execute("SELECT sum(chunks) FROM segment WHERE vectors IS NULL").fetchone()
    return row[0] or 0


def chunks(connection: sqlite3.Connection) -> int:
    """How many chunks there are, those of dropped files among them."""
    row = connection.execute("SELECT sum(chunks) FROM segment").fetchone()
    return row[0] or 0


def _texts(
    connection: sqlite3.Connection, owners: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> Iterator[str]:
    """What is embedded of each chunk of a segment, nothing where its file is dropped."""
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
            yield from (passage(path, chunk.text) for chunk in unpacked(*content))


def _batches(texts: Iterator[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
