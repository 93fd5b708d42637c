"""Lets the teacher read passages, shard by shard: what is done stays when it is stopped."""

from __future__ import annotations

import gzip
import json
import sys
import time
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt
from teacher import load

SHARD = 250
"""Passages of a shard: some three seconds of one core."""


def keys_of(texts: Sequence[str]) -> npt.NDArray[np.uint64]:
    """Return a number for each text, by which its vector is found again."""
    digests = b"".join(blake2b(text.encode(), digest_size=8).digest() for text in texts)
    return np.frombuffer(digests, "<u8")


def read_passages(path: Path) -> list[str]:
    """Read the passages that were cut."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def read_shards(folder: Path) -> dict[int, npt.NDArray[np.float16]]:
    """Read the vectors of all shards, by the keys of their passages."""
    found: dict[int, npt.NDArray[np.float16]] = {}
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as arrays:
            found.update(zip(arrays["keys"].tolist(), arrays["vectors"], strict=True))
    return found


def main(wheel: str, passages: str, folder: str, part: str = "0/1") -> None:
    """Write shards of `keys` and `vectors` to the folder; `part` 0/2 takes every second passage."""
    teacher = load(Path(wheel))
    first, step = map(int, part.split("/"))
    texts = read_passages(Path(passages))[first::step]
    done = read_shards(Path(folder))
    numbers = keys_of(texts).tolist()
    left = [text for text, key in zip(texts, numbers, strict=True) if key not in done]
    for begin in range(0, len(left), SHARD):
        started = time.process_time()
        some = left[begin : begin + SHARD]
        vectors = teacher.encode(some, 2048).astype(np.float16)
        keys = keys_of(some)
        target = Path(folder) / f"{keys[0]:016x}.npz"
        unsealed = target.with_suffix(".part")
        with unsealed.open("wb") as file:
            np.savez(file, keys=keys, vectors=vectors)
        unsealed.rename(target)
        print(begin, f"{time.process_time() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
