"""Packs trained term vectors into the file that the package ships."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt


def packed(
    vectors: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float16]]:
    """The rows as whole numbers of -127 to 127, and the scale of each row."""
    scales = (np.abs(vectors).max(axis=1) / 127 + 1e-8).astype(np.float16)
    return np.round(vectors / scales[:, None].astype(np.float32)).clip(-127, 127).astype(
        np.int8
    ), scales


def main(trained: str, target: str) -> None:
    """Packs the file that `training.py` wrote."""
    with np.load(trained) as arrays:
        names = "\n".join(arrays["vocab"].tolist()).encode()
        vectors, scales = packed(arrays["E"].astype(np.float32))
    np.savez(target, terms=np.frombuffer(names, np.uint8), vectors=vectors, scales=scales)


if __name__ == "__main__":
    main(*sys.argv[1:])
