"""Encode posting lists: the chunks of a segment that have a term, and its count in each.

A list of n entries is n chunk numbers, ascending, as little-endian integers of two bytes (four in
a segment of more than 65,536 chunks), followed by n counts of one byte (at most 255), and by a
check sum.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.corpus import Postings
from pageful.code.ranking.layout import Positions
from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.seals import seal_short, unseal_short

Numbers: TypeAlias = npt.NDArray[np.int64]
Counts: TypeAlias = npt.NDArray[np.uint8]
Row: TypeAlias = tuple[str, bytes]
"""A term, and its list."""

_NARROW = 1 << 16
_EMPTY = seal_short(b"")


def _number_type(chunks: int) -> np.dtype[np.uint16] | np.dtype[np.uint32]:
    return np.dtype("<u2") if chunks <= _NARROW else np.dtype("<u4")


def invert(documents: Iterable[Mapping[str, int]], chunks: int) -> list[Row]:
    """Invert documents, given as counts by term: one encoded list a term, sorted by term."""
    vocabulary: defaultdict[str, int] = defaultdict(count().__next__)
    terms: list[int] = []
    counts: list[int] = []
    sizes: list[int] = []
    for document in documents:
        terms.extend(map(vocabulary.__getitem__, document))
        counts.extend(document.values())
        sizes.append(len(document))
    numbers = np.repeat(np.arange(len(sizes)), sizes)
    return _rows(vocabulary, np.array(terms, np.int64), numbers, np.array(counts, np.int64), chunks)


def _rows(
    vocabulary: Mapping[str, int], terms: Numbers, numbers: Numbers, counts: Numbers, chunks: int
) -> list[Row]:
    order = np.argsort(terms, kind="stable")
    bounds = np.searchsorted(terms[order], np.arange(len(vocabulary) + 1)).tolist()
    kind = _number_type(chunks)
    where, often = numbers[order].astype(kind).tobytes(), counts[order].clip(1, 255)
    frequencies, width = often.astype(np.uint8).tobytes(), kind.itemsize
    return [
        (term, seal_short(where[start * width : end * width] + frequencies[start:end]))
        for term, number in sorted(vocabulary.items())
        for start, end in ((bounds[number], bounds[number + 1]),)
    ]


def decode(data: bytes, chunks: int) -> tuple[Numbers, Counts]:
    """Decode the chunk numbers and counts of one list.

    Raises:
        DamagedIndexError: the bytes are no list of a segment with that many chunks.
    """
    kind = _number_type(chunks)
    data = unseal_short(data)
    size, rest = divmod(len(data), kind.itemsize + 1)
    numbers = np.frombuffer(data, kind, size) if not rest else None
    if numbers is None or (size and int(numbers[-1]) >= chunks):
        raise DamagedIndexError("a posting list is broken")
    return numbers.astype(np.int64), np.frombuffer(data, np.uint8, size, size * kind.itemsize)


def join_lists(lists: Iterable[tuple[int, bytes]], positions: Mapping[int, Positions]) -> Postings:
    """Join the lists of one term in several segments, without dropped chunks.

    `positions` is by segment the position of each of its chunks, -1 for a dropped one.

    Raises:
        DamagedIndexError: a list is not of its segment.
    """
    where, counts = [np.zeros(0, np.int32)], [np.zeros(0, np.uint8)]
    for segment, data in lists:
        places = positions[segment]
        numbers, often = decode(data, len(places))
        found = places[numbers]
        where.append(found[found >= 0])
        counts.append(often[found >= 0])
    joined = np.concatenate(where)
    order = np.argsort(joined, kind="stable")
    return joined[order], np.concatenate(counts)[order].astype(np.float32)


def merge_postings(
    segments: Iterable[tuple[Iterable[Row], int, Numbers]], chunks: int
) -> list[Row]:
    """Merge the lists of several segments into those of one.

    Each segment is given as its lists, the number of its chunks, and the number of each chunk in
    the new segment, -1 for a dropped one.

    Raises:
        DamagedIndexError: a list is not of a segment with that many chunks.
    """
    vocabulary: defaultdict[str, int] = defaultdict(count().__next__)
    terms: list[Numbers] = []
    numbers: list[Numbers] = []
    counts: list[Counts] = []
    for lines, size, destinations in segments:
        rows = list(lines)
        listed, lists = zip(*rows, strict=True) if rows else ((), ())
        old, often, sizes = _decode_all(lists, size)
        place = destinations[old]
        kept = place >= 0
        known = np.array([vocabulary[term] for term in listed], np.int64)
        terms.append(np.repeat(known, sizes)[kept])
        numbers.append(place[kept])
        counts.append(often[kept])
    if not vocabulary:
        return []
    flat, where = np.concatenate(terms), np.concatenate(numbers)
    rows_of_all = _rows(vocabulary, flat, where, np.concatenate(counts).astype(np.int64), chunks)
    return [row for row in rows_of_all if row[1] != _EMPTY]


def _decode_all(lists: Sequence[bytes], chunks: int) -> tuple[Numbers, Counts, Numbers]:
    """Decode many lists: their chunk numbers and counts concatenated, and the size of each."""
    width = _number_type(chunks).itemsize
    lists = list(map(unseal_short, lists))
    lengths = np.fromiter(map(len, lists), np.int64, len(lists))
    sizes = lengths // (width + 1)
    flat = np.frombuffer(b"".join(lists), np.uint8)
    begins = np.cumsum(lengths) - lengths
    within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    places = np.repeat(begins, sizes) + within * width
    numbers = np.zeros(len(places), np.int64)
    for byte in range(width):
        numbers |= flat[places + byte].astype(np.int64) << 8 * byte
    if (lengths % (width + 1)).any() or (numbers >= chunks).any():
        raise DamagedIndexError("a posting list is broken")
    return numbers, flat[np.repeat(begins + sizes * width, sizes) + within], sizes
