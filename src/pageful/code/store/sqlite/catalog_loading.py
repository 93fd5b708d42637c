"""Load the catalog of an index; after a change, only what is new is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.array_vectors import ArrayVectors, centroids_of
from pageful.code.ranking.layout import Integers, Layout, Positions
from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.seals import unseal
from pageful.code.store.segment_arrays import Segment, chunk_lengths, positions_by_segment
from pageful.code.store.sqlite.database import CHUNKS, Database
from pageful.code.store.sqlite.stored_catalog import StoredCatalog

_Vectors = npt.NDArray[np.float16]


def load_catalog(database: Database, before: StoredCatalog | None = None) -> StoredCatalog:
    """Load the catalog of an index, reusing what the earlier catalog `before` has of it.

    Raises:
        DamagedIndexError: the tables contradict each other.
    """
    state = database.state(CHUNKS)
    if before is not None and before.state[0] != state[0]:
        before = None
    rows = list(
        database.rows(
            "SELECT id, repository, path, language, chunks FROM file WHERE chunks > 0"
            " ORDER BY repository, path"
        )
    )
    numbers, repositories, paths, languages, sizes = zip(*rows, strict=True) if rows else [()] * 5
    starts = np.concatenate([[0], np.cumsum(np.array(sizes, np.int64))])
    files = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    file_numbers = np.array(numbers, np.int64)
    segments = _load_segments(database, before.segments if before else {})
    positions = positions_by_segment(segments, file_numbers, starts)
    layout = Layout(chunk_lengths(segments, positions, len(files)), files, paths, starts)
    embedded = _embedded_files(segments, positions, files, len(rows))
    embedder = database.meta("embedder")
    earlier = np.full(len(rows), -1, np.int64)
    if before is not None and before.embedder == embedder:
        earlier = np.where(embedded, _earlier_files(file_numbers, before), -1)
    return StoredCatalog(
        lengths=layout.lengths,
        files=files,
        paths=paths,
        starts=starts,
        repositories=np.array(repositories, np.int32),
        file_numbers=file_numbers,
        languages=languages,
        vectors=_load_vectors(database, layout, positions, embedded, earlier, before),
        state=state,
        embedder=embedder,
        embedded=embedded,
        segments=segments,
        positions=positions,
        contents=before.contents if before else {},
    )


def _load_segments(database: Database, known: Mapping[int, Segment]) -> dict[int, Segment]:
    found = {}
    rows = list(database.rows("SELECT id, chunks, vectors IS NOT NULL FROM segment"))
    for number, chunks, is_embedded in rows:
        segment = known.get(number)
        if segment is None or segment.is_embedded != bool(is_embedded):
            segment = _load_segment(database, number, is_embedded=bool(is_embedded))
        if not len(segment.owners) == len(segment.lengths) == chunks:
            raise DamagedIndexError("a segment has not the chunks that it names")
        found[number] = segment
    return found


def _load_segment(database: Database, number: int, is_embedded: bool) -> Segment:
    row = database.row("SELECT lengths, files FROM segment WHERE id = ?", number)
    lengths, owners = map(unseal, row or ())
    return Segment(np.frombuffer(lengths, np.float32), np.frombuffer(owners, np.int64), is_embedded)


def _embedded_files(
    segments: Mapping[int, Segment],
    positions: Mapping[int, Positions],
    files: Positions,
    count: int,
) -> npt.NDArray[np.bool_]:
    """Compute for each file whether its chunks have vectors."""
    embedded = np.zeros(count, np.bool_)
    for number, position in positions.items():
        if segments[number].is_embedded:
            embedded[files[position[position >= 0]]] = True
    return embedded


def _earlier_files(file_numbers: Integers, before: StoredCatalog) -> Integers:
    """Find the index of each file in the earlier catalog, -1 if it has no vectors there."""
    if before.vectors is None or not len(before.file_numbers):
        return np.full(len(file_numbers), -1, np.int64)
    by_number = np.argsort(before.file_numbers)
    found = np.searchsorted(before.file_numbers, file_numbers, sorter=by_number)
    earlier = by_number[found.clip(max=len(by_number) - 1)]
    known = (before.file_numbers[earlier] == file_numbers) & before.embedded[earlier]
    return np.where(known, earlier, -1)


def _load_vectors(
    database: Database,
    layout: Layout,
    positions: Mapping[int, Positions],
    embedded: npt.NDArray[np.bool_],
    earlier: Integers,
    before: StoredCatalog | None,
) -> ArrayVectors | None:
    """Load the vectors by chunk, reading only segments with files that are new."""
    if not embedded.any():
        return None
    starts = layout.starts
    known = before.vectors if before is not None else None
    vectors: _Vectors | None = None
    if before is not None and known is not None and (earlier >= 0).any():
        vectors = np.zeros((int(starts[-1]), known.chunks.shape[1]), np.float16)
        kept = np.flatnonzero(earlier >= 0)
        for first, last in _runs(kept, earlier[kept]):
            begin, old = int(starts[first]), int(before.starts[earlier[first]])
            size = int(starts[last + 1]) - begin
            vectors[begin : begin + size] = known.chunks[old : old + size]
    wanted = np.zeros(int(starts[-1]), np.bool_)
    wanted[_positions_of_files(np.flatnonzero((earlier < 0) & embedded), starts)] = True
    for number, position in positions.items():
        alive = np.flatnonzero(position >= 0)
        alive = alive[wanted[position[alive]]]
        if len(alive):
            row = database.row("SELECT vectors FROM segment WHERE id = ?", number)
            assert row is not None
            table = np.frombuffer(unseal(row[0]), np.float16).reshape(len(position), -1)
            if vectors is None:
                vectors = np.zeros((int(starts[-1]), table.shape[1]), np.float16)
            vectors[position[alive]] = table[alive]
    assert vectors is not None
    return ArrayVectors(vectors, layout, _update_centroids(known, earlier, vectors, layout))


def _runs(files: Integers, earlier: Integers) -> Iterator[tuple[int, int]]:
    """Find runs of files that are consecutive here and in the earlier catalog: first and last."""
    ends = np.flatnonzero((np.diff(files) != 1) | (np.diff(earlier) != 1))
    begins = np.concatenate([[0], ends + 1])
    return zip(files[begins].tolist(), files[np.append(ends, len(files) - 1)].tolist(), strict=True)


def _update_centroids(
    known: ArrayVectors | None, earlier: Integers, vectors: _Vectors, layout: Layout
) -> npt.NDArray[np.float32] | None:
    """Update the earlier centroids, if they are at hand, by those of new files."""
    if known is None or not known.has_centroids:
        return None
    centroids = known.centroids[earlier]
    fresh = np.flatnonzero(earlier < 0)
    rows = _positions_of_files(fresh, layout.starts)
    first = np.concatenate([[0], np.cumsum(np.diff(layout.starts)[fresh])])
    centroids[fresh] = centroids_of(vectors[rows], layout.lengths[rows], first)
    return centroids


def _positions_of_files(files: Integers, starts: Integers) -> Integers:
    """List the positions of all chunks of some files."""
    sizes = starts[files + 1] - starts[files]
    within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    positions: Integers = np.repeat(starts[files], sizes) + within
    return positions
