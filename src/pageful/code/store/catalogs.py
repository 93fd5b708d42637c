"""Read the catalog of an index, and keep it: after a change, only what is new is read."""

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
    guarded,
    identity,
    meta,
)
from pageful.code.store.seals import unsealed

_MOST_KEPT = 4

_Ranks = npt.NDArray[np.int64]
_Places = npt.NDArray[np.int32]
_Vectors = npt.NDArray[np.float16]


class Catalogs:
    """The catalogs that were read last, so that the next search of the same index finds it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Path, Catalog] = OrderedDict()
        self._lock = threading.Lock()

    def current(self, database: Path, connection: sqlite3.Connection) -> StoredCorpus:
        """The corpus as it is in the connection's snapshot."""
        with self._lock:
            catalog = self._kept.get(database)
        if catalog is None or catalog.state != _state(connection):
            with guarded(database):
                catalog = load(connection, catalog)
        with self._lock:
            self._kept[database] = catalog
            self._kept.move_to_end(database)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return StoredCorpus(catalog, connection)


def load(connection: sqlite3.Connection, before: Catalog | None = None) -> Catalog:
    """Read the catalog of an index, but for what the catalog `before` has of the same index.

    Raises:
        Damaged: what the tables say does not fit together.
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
    segments = _segments(connection, before.segments if before else {})
    places = _all_places(segments, file_numbers, starts)
    embedded = _embedded(segments, places, files, len(rows))
    embedder = meta(connection, "embedder")
    ranks = np.full(len(rows), -1, np.int64)
    if before is not None and before.embedder == embedder:
        ranks = np.where(embedded, _ranks(file_numbers, before), -1)
    lengths = _lengths(segments, places, len(files))
    vectors = _vectors(connection, places, embedded, starts, ranks, before)
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
        places=places,
        contents=before.contents if before else {},
        carried=_centroids(before, ranks, vectors, lengths, starts),
    )


def _state(connection: sqlite3.Connection) -> tuple[object, int]:
    return identity(connection), generation(connection, CHUNKS)


def _segments(connection: sqlite3.Connection, known: Mapping[int, Segment]) -> dict[int, Segment]:
    found = {}
    rows = connection.execute("SELECT id, chunks, vectors IS NOT NULL FROM segment").fetchall()
    for number, chunks, is_embedded in rows:
        segment = known.get(number)
        if segment is None or segment.is_embedded != bool(is_embedded):
            segment = _segment(connection, number, is_embedded=bool(is_embedded))
        if not len(segment.owners) == len(segment.lengths) == chunks:
            raise Damaged("a segment has not the chunks that it names")
        found[number] = segment
    return found


def _segment(connection: sqlite3.Connection, number: int, is_embedded: bool) -> Segment:
    find = "SELECT lengths, files FROM segment WHERE id = ?"
    lengths, owners = map(unsealed, connection.execute(find, (number,)).fetchone())
    return Segment(np.frombuffer(lengths, np.float32), np.frombuffer(owners, np.int64), is_embedded)


def _all_places(
    segments: Mapping[int, Segment], file_numbers: _Ranks, starts: _Ranks
) -> dict[int, _Places]:
    by_number = np.argsort(file_numbers)
    return {
        number: _places(segment.owners, file_numbers, by_number, starts)
        for number, segment in segments.items()
    }


def _places(owners: _Ranks, file_numbers: _Ranks, by_number: _Ranks, starts: _Ranks) -> _Places:
    """Positions of a segment's chunks, -1 for the dropped; those of one file are together in it."""
    if not len(by_number) or not len(owners):
        return np.full(len(owners), -1, np.int32)
    begins = np.flatnonzero(np.concatenate([[True], owners[1:] != owners[:-1]]))
    runs = np.diff(np.append(begins, len(owners)))
    numbers = owners[begins]
    found = np.searchsorted(file_numbers, numbers, sorter=by_number).clip(max=len(by_number) - 1)
    ranks = by_number[found]
    first = np.where(file_numbers[ranks] == numbers, starts[ranks], -1)
    places = np.repeat(first, runs) + np.arange(len(owners)) - np.repeat(begins, runs)
    return np.where(np.repeat(first, runs) < 0, -1, places).astype(np.int32)


def _lengths(
    segments: Mapping[int, Segment], places: Mapping[int, _Places], chunks: int
) -> npt.NDArray[np.float32]:
    lengths = np.zeros(chunks, np.float32)
    for number, place in places.items():
        alive = place >= 0
        lengths[place[alive]] = segments[number].lengths[alive]
    return lengths


def _embedded(
    segments: Mapping[int, Segment],
    places: Mapping[int, _Places],
    files: npt.NDArray[np.int32],
    count: int,
) -> npt.NDArray[np.bool_]:
    """Whether the chunks of each file have vectors."""
    embedded = np.zeros(count, np.bool_)
    for number, place in places.items():
        if segments[number].is_embedded:
            embedded[files[place[place >= 0]]] = True
    return embedded


def _ranks(file_numbers: _Ranks, before: Catalog) -> _Ranks:
    """The rank of each file in the catalog before, -1 where it has no vectors from there."""
    if before.vectors is None or not len(before.file_numbers):
        return np.full(len(file_numbers), -1, np.int64)
    by_number = np.argsort(before.file_numbers)
    found = np.searchsorted(before.file_numbers, file_numbers, sorter=by_number)
    ranks = by_number[found.clip(max=len(by_number) - 1)]
    known = (before.file_numbers[ranks] == file_numbers) & before.embedded[ranks]
    return np.where(known, ranks, -1)


def _vectors(
    connection: sqlite3.Connection,
    places: Mapping[int, _Places],
    embedded: npt.NDArray[np.bool_],
    starts: _Ranks,
    ranks: _Ranks,
    before: Catalog | None,
) -> _Vectors | None:
    """One vector a chunk; read are only those of segments with a file that is new."""
    if not embedded.any():
        return None
    kept = np.flatnonzero(ranks >= 0)
    lacking = _positions(np.flatnonzero((ranks < 0) & embedded), starts)
    wanted = np.zeros(int(starts[-1]), np.bool_)
    wanted[lacking] = True
    vectors: _Vectors | None = None
    if before is not None and before.vectors is not None and len(kept):
        vectors = np.zeros((int(starts[-1]), before.vectors.shape[1]), np.float16)
        for first, last in _runs(kept, ranks[kept]):
            begin, old = int(starts[first]), int(before.starts[ranks[first]])
            size = int(starts[last + 1]) - begin
            vectors[begin : begin + size] = before.vectors[old : old + size]
    for number, place in places.items():
        alive = np.flatnonzero(place >= 0)
        alive = alive[wanted[place[alive]]]
        if len(alive):
            find = "SELECT vectors FROM segment WHERE id = ?"
            (table,) = connection.execute(find, (number,)).fetchone()
            rows = np.frombuffer(unsealed(table), np.float16).reshape(len(place), -1)
            if vectors is None:
                vectors = np.zeros((int(starts[-1]), rows.shape[1]), np.float16)
            vectors[place[alive]] = rows[alive]
    return vectors


def _runs(files: _Ranks, ranks: _Ranks) -> Iterator[tuple[int, int]]:
    """The first and last of those files that follow each other here and in the catalog before."""
    ends = np.flatnonzero((np.diff(files) != 1) | (np.diff(ranks) != 1))
    begins = np.concatenate([[0], ends + 1])
    return zip(files[begins].tolist(), files[np.append(ends, len(files) - 1)].tolist(), strict=True)


def _centroids(
    before: Catalog | None,
    ranks: _Ranks,
    vectors: _Vectors | None,
    lengths: npt.NDArray[np.float32],
    starts: _Ranks,
) -> npt.NDArray[np.float32] | None:
    """The centroids, if the catalog before had them: worked out are only those of new files."""
    if before is None or vectors is None or not before.has_centroids or before.centroids is None:
        return None
    centroids = before.centroids[ranks]
    fresh = np.flatnonzero(ranks < 0)
    rows = _positions(fresh, starts)
    first = np.concatenate([[0], np.cumsum(np.diff(starts)[fresh])])
    centroids[fresh] = centroids_of(vectors[rows], lengths[rows], first)
    return centroids


def _positions(files: _Ranks, starts: _Ranks) -> _Ranks:
    """Positions of all chunks of some files."""
    sizes = starts[files + 1] - starts[files]
    within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    positions: _Ranks = np.repeat(starts[files], sizes) + within
    return positions
