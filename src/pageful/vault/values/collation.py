"""The order of texts: ICU's root collation (CLDR), which is what `localeCompare` sorts by.

`collation.bin` holds the weights of Unicode 15 (© Unicode, Inc., Unicode License v3). Han
characters have none there: they are in the order of their code points, the common blocks first,
as in the ICU of browsers; other builds of ICU sort them by radical and stroke.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from functools import lru_cache
from pathlib import Path

_TABLE = Path(__file__).with_name("collation.bin")
_ENTRY, _SECTION = "\U0010ffff", "\U0010fffe"
_LEVEL = "\0"
_CONTRACTED = 0x10_0000
_HAN, _RARE_HAN, _UNASSIGNED = 0x2_0000, 0x4_0000, "\U00080000"
# Keys of the last 100,000 texts are kept, of at most 200 characters: titles, tags and values, not
# paragraphs.
_CACHED, _SHORT = 100_000, 200


class _Primaries(dict[int, str]):
    """Primary weights by code point; those of Han and unassigned characters are computed."""

    def __missing__(self, code: int) -> str:
        if 0x4E00 <= code <= 0x9FFF or 0xFA0E <= code <= 0xFA29:
            weight = chr(_HAN + code)
        elif unicodedata.name(chr(code), "").startswith("CJK UNIFIED"):
            weight = chr(_RARE_HAN + code)
        else:
            weight = _UNASSIGNED + chr(code)
        self[code] = weight
        return weight


class _Usual(dict[int, str]):
    """Weights by code point, with a default for the most frequent weight."""

    def __init__(self, usual: str, odd: dict[int, str]) -> None:
        super().__init__(odd)
        self._usual = usual

    def __missing__(self, code: int) -> str:
        return self._usual


class _Weights:
    """The collation weights, decoded from the table's file."""

    def __init__(self, text: str) -> None:
        (singles, contractions, primaries, *finer) = text.split(_SECTION)
        joined = contractions.split(_ENTRY)
        codes = [*map(ord, singles.split(_ENTRY)), *range(_CONTRACTED, _CONTRACTED + len(joined))]
        self.primaries = _Primaries(zip(codes, primaries.split(_ENTRY), strict=True))
        self.secondaries = _usual(codes, *finer[:3])
        self.tertiaries = _usual(codes, *finer[3:])
        self._joined = {text: chr(_CONTRACTED + n) for n, text in enumerate(joined)}
        longest_first = sorted(joined, key=len, reverse=True)
        self._contraction = re.compile("|".join(map(re.escape, longest_first)))
        self._second = re.compile(f"[{re.escape(''.join({text[1] for text in joined}))}]")

    def contract(self, text: str) -> str:
        """Replace each contraction, a sequence with a single weight, by one private character."""
        if not self._second.search(text):
            return text
        return self._contraction.sub(lambda found: self._joined[found[0]], text)


def _usual(codes: list[int], usual: str, places: str, weights: str) -> _Usual:
    odd = zip(places.split(_ENTRY), weights.split(_ENTRY), strict=True)
    return _Usual(usual, {codes[int(place)]: weight for place, weight in odd})


@lru_cache(maxsize=1)
def _weights() -> _Weights:
    return _Weights(zlib.decompress(_TABLE.read_bytes()).decode())


_LONGEST = 100_000
"""The characters that are collated; the rest of a longer text is compared by code points.

It bounds the memory of a key; no field of a note is near it.
"""


def sort_key(text: str) -> str:
    """Return a key whose order by code points is the collation order of `text`.

    Texts that are canonically equivalent, such as `é` written in two ways, have equal keys.
    """
    return _cached_key(text) if len(text) <= _SHORT else _key(text)


@lru_cache(maxsize=_CACHED)
def _cached_key(text: str) -> str:
    return _key(text)


def _key(text: str) -> str:
    text, rest = text[:_LONGEST], text[_LONGEST:]
    weights = _weights()
    if not text.isascii():
        text = weights.contract(unicodedata.normalize("NFD", text))
    return _LEVEL.join(
        (
            text.translate(weights.primaries),
            text.translate(weights.secondaries),
            text.translate(weights.tertiaries),
            *filter(None, [rest]),
        )
    )


def compare(first: str, second: str) -> int:
    """Compare two texts: -1 if `first` comes before `second`, 0 if they are equal, else 1."""
    if first == second:
        return 0
    one, other = sort_key(first), sort_key(second)
    return (one > other) - (one < other)
