"""Load the catalog of a project; after a change, only what is new is read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.corpus import Postings
from pageful.code.ranking.layout import Integers, Positions
from pageful.code.store.catalog import Catalog
from pageful.code.store.content import Content
from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.postgres.database import Database, State
from pageful.code.store.postgres.vector_format import decode_vectors
from pageful.code.store.seals import unseal
from pageful.code.store.segment_arrays import Segment, chunk_lengths, positions_by_segment
from pageful.lazy.dataclasses import dataclass, field
from pageful.text.bm25 import Floats


@dataclass(frozen=True, eq=False)
class PostgresCatalog(Catalog):
    """A catalog as it was in one state of the index.

    `centroids` has the vector of each file (float32), zeros where it has none; `None` if no file
    has. `embedded` (bool by file) says which have. `positions` maps each segment to the position of
    each of its chunks (int32), -1 for a dropped one.

    `postings` by term, `contents` by file number and `chunk_vectors` cache what was read last.
    Threads share them, which plain dictionaries allow: at worst something is read twice.
    """

    state: State
    centroids: Floats | None
    embedded: npt.NDArray[np.bool_]
    segments: Mapping[int, Segment]
    positions: Mapping[int, Positions]
    contents: dict[int, Content]
    postings: dict[str, Postings] = field(default_factory=dict)
    chunk_vectors: dict[str, npt.NDArray[np.float16]] = field(default_factory=dict)


def load_catalog(
    database: Database, state: State, before: PostgresCatalog | None = None
) -> PostgresCatalog:
    """Load the catalog of an index, reusing what the earlier catalog `before` has of it.

    Raises:
        DamagedIndexError: the tables contradict each other.
    """
    if before is not None and before.state.identity != state.identity:
        before = None
    rows = database.rows(
        "SELECT number, repository, path, language, chunks FROM {s}.file"
        " WHERE project = {p} AND chunks > 0 ORDER BY repository, path"
    )
    numbers, repositories, paths, languages, sizes = zip(*rows, strict=True) if rows else [()] * 5
    starts = np.concatenate([[0], np.cumsum(np.array(sizes, np.int64))])
    files = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    file_numbers = np.array(numbers, np.int64)
    segments = _load_segments(database, before.segments if before else {})
    positions = positions_by_segment(segments, file_numbers, starts)
    same = before if before is not None and before.state.embedder == state.embedder else None
    embedded, centroids = _load_centroids(database, file_numbers, same)
    return PostgresCatalog(
        lengths=chunk_lengths(segments, positions, len(files)),
        files=files,
        paths=paths,
        starts=starts,
        repositories=np.array(repositories, np.int32),
        file_numbers=file_numbers,
        languages=languages,
        state=state,
        centroids=centroids,
        embedded=embedded,
        segments=segments,
        positions=positions,
        contents=before.contents if before else {},
    )


def _load_segments(database: Database, known: Mapping[int, Segment]) -> dict[int, Segment]:
    rows = database.rows("SELECT number, chunks, embedded FROM {s}.segment WHERE project = {p}")
    arrays = {number: (each.lengths, each.owners) for number, each in known.items()}
    if missing := [number for number, *_ in rows if number not in known]:
        read = database.rows(
            "SELECT number, lengths, files FROM {s}.segment"
            " WHERE project = {p} AND number = ANY(%s)",
            missing,
        )
        for number, lengths, owners in read:
            measured = np.frombuffer(unseal(bytes(lengths)), np.float32)
            arrays[number] = measured, np.frombuffer(unseal(bytes(owners)), np.int64)
    found = {number: Segment(*arrays[number], embedded) for number, _, embedded in rows}
    if any(not len(found[n].owners) == len(found[n].lengths) == chunks for n, chunks, _ in rows):
        raise DamagedIndexError("a segment has not the chunks that it names")
    return found


def _load_centroids(
    database: Database, file_numbers: Integers, before: PostgresCatalog | None
) -> tuple[npt.NDArray[np.bool_], Floats | None]:
    """Load the vectors of files, reading those that the earlier catalog has not."""
    known = _earlier_files(file_numbers, before)
    numbers, vectors = _read_centroids(database, file_numbers[known < 0])
    embedded = known >= 0
    taken = before.centroids if before is not None else None
    width = vectors.shape[1] or (taken.shape[1] if taken is not None else 0)
    if not width or not (len(numbers) or embedded.any()):
        return embedded, None
    centroids = np.zeros((len(file_numbers), width), np.float32)
    if taken is not None:
        centroids[embedded] = taken[known[embedded]]
    if len(numbers):
        fresh = _indices(file_numbers, numbers)
        centroids[fresh], embedded[fresh] = vectors, True
    return embedded, centroids


def _read_centroids(database: Database, files: Integers) -> tuple[Integers, Floats]:
    """Read the numbers and vectors of those of some files that have one."""
    if not len(files):
        return files, np.zeros((0, 0), np.float32)
    # Two values for all files: a row each would take the client longer than the server.
    row = database.row(
        "SELECT string_agg(int8send(file), ''::bytea ORDER BY file),"
        " string_agg({v}.vector_send(vector), ''::bytea ORDER BY file)"
        " FROM {s}.file_vector WHERE project = {p} AND file = ANY(%s)",
        files.tolist(),
    )
    if row is None or row[0] is None:
        return np.zeros(0, np.int64), np.zeros((0, 0), np.float32)
    numbers = np.frombuffer(row[0], ">i8").astype(np.int64)
    return numbers, decode_vectors(row[1], len(numbers), np.dtype(">f4")).astype(np.float32)


def _earlier_files(file_numbers: Integers, before: PostgresCatalog | None) -> Integers:
    """Find the index of each file in the earlier catalog, -1 if it has no vector there."""
    if before is None or before.centroids is None or not len(before.file_numbers):
        return np.full(len(file_numbers), -1, np.int64)
    by_number = np.argsort(before.file_numbers)
    found = np.searchsorted(before.file_numbers, file_numbers, sorter=by_number)
    earlier = by_number[found.clip(max=len(by_number) - 1)]
    known = (before.file_numbers[earlier] == file_numbers) & before.embedded[earlier]
    return np.where(known, earlier, -1)


def _indices(file_numbers: Integers, wanted: Integers) -> Integers:
    """Find the index of each of some files, all of which are there."""
    by_number = np.argsort(file_numbers)
    indices: Integers = by_number[np.searchsorted(file_numbers, wanted, sorter=by_number)]
    return indices
