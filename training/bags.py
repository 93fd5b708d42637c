"""Bags of terms as sparse matrices, one row a text, and what training does to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse  # type: ignore[import-untyped]

Bags: TypeAlias = Any
"""A `scipy.sparse.csr_matrix` of float32, one row a text: SciPy comes without types."""
Floats = npt.NDArray[np.float32]


def bags(arrays: Mapping[str, npt.NDArray[np.generic]], side: str, size: int) -> Bags:
    """How often each text of one side has each of the `size` commonest terms."""
    terms, counts = arrays[side], arrays[f"{side}_counts"]
    known = terms < size  # type: ignore[operator]
    before = np.concatenate(([0], np.cumsum(known)))
    ends = before[arrays[f"{side}_ends"].astype(np.int64)]
    return sparse.csr_matrix(
        (counts[known].astype(np.float32), terms[known], ends), (len(ends) - 1, size)
    )


def damped(bag: Bags) -> Bags:
    """`log(1 + times)` for each count."""
    changed = bag.copy()
    changed.data = np.log1p(changed.data)
    return changed


def some_rows(bag: Bags, chosen: npt.NDArray[np.bool_]) -> Bags:
    """The bag with the rows that are not chosen emptied."""
    return sparse.diags(chosen.astype(np.float32)) @ bag


def without(bag: Bags, dropped: npt.NDArray[np.bool_]) -> Bags:
    """The bag without the entries that are dropped."""
    changed = bag.copy()
    changed.data = changed.data * ~dropped
    changed.eliminate_zeros()
    return changed


def shared(bag: Bags, other: Bags) -> npt.NDArray[np.bool_]:
    """For each entry of the bag whether the same row of the other has that term too."""
    both: npt.NDArray[np.bool_] = np.isin(_keys(bag), _keys(other), kind="sort")
    return both


def _keys(bag: Bags) -> npt.NDArray[np.int64]:
    rows = np.repeat(np.arange(bag.shape[0], dtype=np.int64), np.diff(bag.indptr))
    keys: npt.NDArray[np.int64] = rows * bag.shape[1] + bag.indices
    return keys
