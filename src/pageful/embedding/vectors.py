"""Vectors of unit length, as every embedder gives them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def scale_to_unit(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Scale rows to unit length; a row that is zero or not finite becomes zero."""
    sound = np.where(np.isfinite(vectors).all(axis=1, keepdims=True), vectors, np.float32(0))
    lengths = np.linalg.norm(sound, axis=1, keepdims=True).astype(np.float32)
    lengths[lengths == 0] = 1
    units: npt.NDArray[np.float32] = np.asarray(sound / lengths, np.float32)
    return units
