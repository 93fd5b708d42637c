"""Load the catalog of an index, and cache it: after a change, only what is new is read."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.centroids import centroids_of
from pageful.code.store.catalog import Catalog, Segment, StoredCorpus
from pageful.code.store.database import (
    CHUNKS,
    Damaged,
    generation,
    identity,
    meta,
    translate_errors,
)
from pageful.code.store.seals import unseal

_MOST_KEPT = 4

_Indices = npt.NDArray[np.int64]
_Positions = npt.NDArray[np.int32]
_Vectors = npt.NDArray[np.float16]


class CatalogCache:
    """A cache of the catalogs that were used last, by database; thread-safe."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Path, Catalog] = OrderedDict()
        self._lock = threading.Lock()

    def current(self, database: Path, connection: sqlite3.Connection) -> StoredCorpus:
        """Return the corpus as it is in the connection's read transaction."""
        with self._lock:
            catalog = self._kept.get(database)
        if catalog is None or catalog.state != _state(connection):
            with translate_errors(database):
                catalog = load_catalog(connection, catalog)
        with self._lock:
            self._kept[database] = catalog
            self._kept.move_to_end(database)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return StoredCorpus(catalog, connection)


def load_catalog(connection: sqlite3.Connection, before: Catalog | None = None) -> Catalog:
    """Load the catalog of an index, reusing what the earlier catalog `before` has of it.

    Raises:
        Damaged: the tables contradict each other.
    """
    state = _state(connection)
    if before is not None and before.state[0] != state[0]:
        before = None
    rows = connection.execute(
        "SELECT id, repository, path, language, chunks FROM file WHERE chunks > 0"
        " ORDER BY repository, path"
    ).fetchall()
    numbers, repositories, paths, languages, sizes = zip(*rows, strict=True) if rows else [()] * 5
    starts = np.concatenate([[0], np.cumsum(np.array(sizes, np.int64))])
    files = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    file_numbers = np.array(numbers, np.int64)
    segments = _load_segments(connection, before.segments if before else {})
    positions = _positions_by_segment(segments, file_numbers, starts)
    embedded = _embedded_files(segments, positions, files, len(rows))
    embedder = meta(connection, "embedder")
    earlier = np.full(len(rows), -1, np.int64)
    if before is not None and before.embedder == embedder:
        earlier = np.where(embedded, _earlier_files(file_numbers, before), -1)
    lengths = _chunk_lengths(segments, positions, len(files))
    vectors = _load_vectors(connection, positions, embedded, starts, earlier, before)
    return Catalog(
        state=state,
        embedder=embedder,
        lengths=lengths,
        files=files,
        vectors=vectors,
        paths=paths,
        repositories=np.array(repositories, np.int32),
        file_numbers=file_numbers,
        languages=languages,
        embedded=embedded,
        starts=starts,
        segments=segments,
        positions=positions,
        content_cache=before.content_cache if before else {},
        known_centroids=_update_centroids(before, earlier, vectors, lengths, starts),
    )


def _state(connection: sqlite3.Connection) -> tuple[object, int]:
    return identity(connection), generation(connection, CHUNKS)


def _load_segments(
    connection: sqlite3.Connection, known: Mapping[int, Segment]
) -> dict[int, Segment]:
    found = {}
    rows = connection.execute("SELECT id, chunks, vectors IS NOT NULL FROM segment").fetchall()
    for number, chunks, is_embedded in rows:
        segment = known.get(number)
        if segment is None or segment.is_embedded != bool(is_embedded):
            segment = _load_segment(connection, number, is_embedded=bool(is_embedded))
        if not len(segment.owners) == len(segment.lengths) == chunks:
            raise Damaged("a segment has not the chunks that it names")
        found[number] = segment
    return found


def _load_segment(connection: sqlite3.Connection, number: int, is_embedded: bool) -> Segment:
    find = "SELECT lengths, files FROM segment WHERE id = ?"
    lengths, owners = map(unseal, connection.execute(find, (number,)).fetchone())
    return Segment(np.frombuffer(lengths, np.float32), np.frombuffer(owners, np.int64), is_embedded)


def _positions_by_segment(
    segments: Mapping[int, Segment], file_numbers: _Indices, starts: _Indices
) -> dict[int, _Positions]:
    by_number = np.argsort(file_numbers)
    return {
        number: _chunk_positions(segment.owners, file_numbers, by_number, starts)
        for number, segment in segments.items()
    }


def _chunk_positions(
    owners: _Indices, file_numbers: _Indices, by_number: _Indices, starts: _Indices
) -> _Positions:
    """Compute the positions of a segment's chunks, -1 for dropped ones.

    Chunks of one file are contiguous in a segment.
    """
    if not len(by_number) or not len(owners):
        return np.full(len(owners), -1, np.int32)
    begins = np.flatnonzero(np.concatenate([[True], owners[1:] != owners[:-1]]))
    runs = np.diff(np.append(begins, len(owners)))
    numbers = owners[begins]
    found = np.searchsorted(file_numbers, numbers, sorter=by_number).clip(max=len(by_number) - 1)
    indices = by_number[found]
    first = np.where(file_numbers[indices] == numbers, starts[indices], -1)
    positions = np.repeat(first, runs) + np.arange(len(owners)) - np.repeat(begins, runs)
    return np.where(np.repeat(first, runs) < 0, -1, positions).astype(np.int32)


def _chunk_lengths(
    segments: Mapping[int, Segment], positions: Mapping[int, _Positions], chunks: int
) -> npt.NDArray[np.float32]:
    lengths = np.zeros(chunks, np.float32)
    for number, position in positions.items():
        alive = position >= 0
        lengths[position[alive]] = segments[number].lengths[alive]
    return lengths


def _embedded_files(
    segments: Mapping[int, Segment],
    positions: Mapping[int, _Positions],
    files: npt.NDArray[np.int32],
    count: int,
) -> npt.NDArray[np.bool_]:
    """Compute for each file whether its chunks have vectors."""
    embedded = np.zeros(count, np.bool_)
    for number, position in positions.items():
        if segments[number].is_embedded:
            embedded[files[position[position >= 0]]] = True
    return embedded


def _earlier_files(file_numbers: _Indices, before: Catalog) -> _Indices:
    """Find the index of each file in the earlier catalog, -1 if it has no vectors there."""
    if before.vectors is None or not len(before.file_numbers):
        return np.full(len(file_numbers), -1, np.int64)
    by_number = np.argsort(before.file_numbers)
    found = np.searchsorted(before.file_numbers, file_numbers, sorter=by_number)
    earlier = by_number[found.clip(max=len(by_number) - 1)]
    known = (before.file_numbers[earlier] == file_numbers) & before.embedded[earlier]
    return np.where(known, earlier, -1)


def _load_vectors(
    connection: sqlite3.Connection,
    positions: Mapping[int, _Positions],
    embedded: npt.NDArray[np.bool_],
    starts: _Indices,
    earlier: _Indices,
    before: Catalog | None,
) -> _Vectors | None:
    """Load the vectors by chunk, reading only segments with files that are new."""
    if not embedded.any():
        return None
    kept = np.flatnonzero(earlier >= 0)
    lacking = _positions_of_files(np.flatnonzero((earlier < 0) & embedded), starts)
    wanted = np.zeros(int(starts[-1]), np.bool_)
    wanted[lacking] = True
    vectors: _Vectors | None = None
    if before is not None and before.vectors is not None and len(kept):
        vectors = np.zeros((int(starts[-1]), before.vectors.shape[1]), np.float16)
        for first, last in _runs(kept, earlier[kept]):
            begin, old = int(starts[first]), int(before.starts[earlier[first]])
            size = int(starts[last + 1]) - begin
            vectors[begin : begin + size] = before.vectors[old : old + size]
    for number, position in positions.items():
        alive = np.flatnonzero(position >= 0)
        alive = alive[wanted[position[alive]]]
        if len(alive):
            find = "SELECT vectors FROM segment WHERE id = ?"
            (table,) = connection.execute(find, (number,)).fetchone()
            rows = np.frombuffer(unseal(table), np.float16).reshape(len(position), -1)
            if vectors is None:
                vectors = np.zeros((int(starts[-1]), rows.shape[1]), np.float16)
            vectors[position[alive]] = rows[alive]
    return vectors


def _runs(files: _Indices, earlier: _Indices) -> Iterator[tuple[int, int]]:
    """Find runs of files that are consecutive here and in the earlier catalog: first and last."""
    ends = np.flatnonzero((np.diff(files) != 1) | (np.diff(earlier) != 1))
    begins = np.concatenate([[0], ends + 1])
    return zip(files[begins].tolist(), files[np.append(ends, len(files) - 1)].tolist(), strict=True)


def _update_centroids(
    before: Catalog | None,
    earlier: _Indices,
    vectors: _Vectors | None,
    lengths: npt.NDArray[np.float32],
    starts: _Indices,
) -> npt.NDArray[np.float32] | None:
    """Update the centroids of the earlier catalog, if it has any, by those of new files."""
    if before is None or vectors is None or not before.has_centroids or before.centroids is None:
        return None
    centroids = before.centroids[earlier]
    fresh = np.flatnonzero(earlier < 0)
    rows = _positions_of_files(fresh, starts)
    first = np.concatenate([[0], np.cumsum(np.diff(starts)[fresh])])
    centroids[fresh] = centroids_of(vectors[rows], lengths[rows], first)
    return centroids


def _positions_of_files(files: _Indices, starts: _Indices) -> _Indices:
    """List the positions of all chunks of some files."""
    sizes = starts[files + 1] - starts[files]
    within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    positions: _Indices = np.repeat(starts[files], sizes) + within
    return positions
