"""Packs the vectors of pieces into the table that the package ships."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

LARGEST = 12
"""Largest number of a row: a wheel packs it into 4.5 bits, and unrounded rows are no better."""
LARGEST_SCALE = 2.0**-5
"""Scale of the longest row: sums of rows times these stay whole numbers below 2⁵³."""


def pack(
    vectors: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float16]]:
    """Return the rows as small whole numbers, and the scale of each row."""
    vectors = vectors * np.float32(LARGEST_SCALE * LARGEST / np.abs(vectors).max())
    scales = (np.abs(vectors).max(axis=1) / LARGEST + 2.0**-24).astype(np.float16)
    rows = np.rint(vectors / scales[:, None].astype(np.float32)).clip(-LARGEST, LARGEST)
    return rows.astype(np.int8), scales


def main(fitted: str, target: str) -> None:
    """Pack `pieces`, `vectors` and `trained`, as fitting wrote them."""
    with np.load(fitted) as arrays:
        names = "\n".join(arrays["pieces"].tolist()).encode()
        rows, scales = pack(arrays["vectors"])
        trained = arrays["trained"].astype(np.int32)
    np.savez_compressed(
        target,
        terms=np.frombuffer(names, np.uint8),
        vectors=rows,
        scales=scales,
        trained=trained,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
