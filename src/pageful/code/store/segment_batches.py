"""Turn the segments of an index back into batches, so that another index can be made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.layout import Integers
from pageful.code.store.index_batch import BatchFile, IndexBatch
from pageful.code.store.postings import Row, merge_postings
from pageful.code.store.segment_arrays import owner_runs
from pageful.text.bm25 import Floats


def batch_of_segment(
    files: Mapping[int, BatchFile],
    owners: Integers,
    lengths: Floats,
    rows: Iterable[Row],
    vectors: npt.NDArray[np.float16] | None,
) -> IndexBatch:
    """Make a batch of those chunks of a segment that are of some files, given by their numbers.

    `owners` and `lengths` are by chunk, `vectors` too, or `None` if there are none.

    Raises:
        DamagedIndexError: a posting list is not of this segment.
    """
    wanted = np.isin(owners, np.array([*files], np.int64))
    destinations = np.where(wanted, np.cumsum(wanted) - 1, -1)
    chunks = int(wanted.sum())
    runs = list(owner_runs(owners[wanted])) if chunks else []
    indices = np.repeat(np.arange(len(runs), dtype=np.int32), [size for _, size in runs])
    return IndexBatch(
        tuple(files[number] for number, _ in runs),
        chunks,
        lengths[wanted].tobytes(),
        indices.astype(np.int32).tobytes(),
        merge_postings([(rows, len(owners), destinations)], chunks),
        None if vectors is None else vectors[wanted].tobytes(),
    )


def group_files(files: Sequence[BatchFile], most: int) -> Iterable[IndexBatch]:
    """Put files without chunks into batches, each of `most` at most."""
    for start in range(0, len(files), most):
        yield IndexBatch(tuple(files[start : start + most]))
