"""Offsets of lines, blocks and sections in folded texts, for queries of words alone.

Queries of nothing but words and phrases are tested on pieces of the text alone, without the parsed
note.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate

from pageful.lazy.dataclasses import dataclass
from pageful.text.folding import fold_text
from pageful.vault.search.phrases import has_phrase
from pageful.vault.search.query import And, Not, Or, Phrase, Query, Scoped, Word

TextTest = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class TextSpans:
    """Offsets at which the pieces of a text begin and end, in order."""

    starts: array[int]
    ends: array[int]

    @classmethod
    def of_lines(cls, spans: list[tuple[int, int]], text: str) -> TextSpans:
        """Return the offsets of pieces given by their first and last lines."""
        begins = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        last = len(begins) - 1
        starts = array("q", (begins[min(first - 1, last)] for first, _ in spans))
        ends = array("q", (begins[min(end, last)] - 1 for _, end in spans))
        return cls(starts, ends)


def text_test(query: Query) -> TextTest | None:
    """Return a test of folded texts for a query of words and phrases; `None` for any other."""
    match query:
        case Word(text):
            sought = fold_text(text)
            return lambda piece: sought in piece
        case Phrase(text):
            return partial(has_phrase, fold_text(text))
        case Not(part) if test := text_test(part):
            return lambda piece: not test(piece)
        case Scoped(operator, part) if operator.is_transparent and not operator.exact:
            return text_test(part)
        case And(parts) | Or(parts):
            return _join_tests(parts, all if isinstance(query, And) else any)
        case _:
            return None


def lines_with(anchor: str, text: str) -> Iterator[str]:
    """Yield the lines that contain a text."""
    at = text.find(anchor)
    while at >= 0:
        end = text.find("\n", at)
        if end < 0:
            yield text[text.rfind("\n", 0, at) + 1 :]
            return
        yield text[text.rfind("\n", 0, at) + 1 : end]
        at = text.find(anchor, end)


def pieces_with(anchor: str, text: str, spans: TextSpans) -> Iterator[str]:
    """Yield the pieces in which a text begins."""
    starts, ends = spans.starts, spans.ends
    at = text.find(anchor)
    while at >= 0:
        number = bisect_right(starts, at) - 1
        end = at + 1
        if number >= 0 and at < ends[number]:
            end = ends[number]
            yield text[starts[number] : end]
        at = text.find(anchor, end)


def _join_tests(
    parts: tuple[Query, ...], join: Callable[[Iterator[bool]], bool]
) -> TextTest | None:
    tests = [test for part in parts if (test := text_test(part))]
    if len(tests) < len(parts):
        return None
    if len(tests) == 2 and join is all:
        first, second = tests
        return lambda piece: first(piece) and second(piece)
    return lambda piece: join(test(piece) for test in tests)
