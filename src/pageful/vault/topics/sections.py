"""The sections of notes on a topic, and how well each answers."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from pageful.lazy.dataclasses import dataclass, replace
from pageful.text.folding import fold_text
from pageful.vault.finding.lean_text import LeanTexts
from pageful.vault.finding.results import TextRow
from pageful.vault.finding.selection import Sources
from pageful.vault.search.words import words
from pageful.vault.topics.terms import Topic

_SATURATION, _LENGTH = 1.2, 0.75
"""BM25's k1 and b, as Lucene has them."""
_NAMED, _NAMED_ELSEWHERE = 1.6, 0.6
"""The part of its weight that a term in title or heading adds: the title to the note's first
section, and less to its others. Chosen by hand."""
_BARE_LINKS = 0.6
"""The part of its score that a section of nothing but links loses. Chosen by hand."""
_BEST_ROWS = 3
"""Rows that have to have the words: an answer is on neighbouring lines."""
# > - [[Rye sourdough]], [[Baguette|long]]
_BARE_LINK = re.compile(
    r"[\s>*+\d.)-]*(?:!?\[\[[^\]]*\]\]|!?\[[^\]]*\]\([^)]*\)|https?://\S+|[\s,;|·•-])+\Z"
)
# > see https://help.obsidian.md/plugins/search for more
_ADDRESS = re.compile(r"\b(?:https?|ftp)://\S+")


@dataclass(frozen=True)
class Section:
    """A section of a note: its rows that say something, and the terms that each has."""

    path: str
    first: int
    last: int
    rows: tuple[TextRow, ...]
    terms: tuple[frozenset[int], ...]
    counts: Counter[int]
    named: frozenset[int]
    """The terms in the note's name or an alias."""
    heading: frozenset[int]
    is_first: bool
    is_headed: bool
    score: float = 0.0

    @cached_property
    def length(self) -> int:
        """The characters of its rows on a page."""
        return sum(len(row.text) + 2 for row in self.rows)

    @property
    def bare_links(self) -> float:
        """The part of the rows that are nothing but links."""
        bare = sum(_BARE_LINK.match(row.text) is not None for row in self.rows)
        return bare / (len(self.rows) or 1)


def sections(topic: Topic, sources: Sources, texts: LeanTexts, path: str) -> list[Section]:
    """Return the sections of a note that say something, in their order, without scores."""
    note, file = sources.visible.notes[path], sources.visible.files[path]
    named = topic.terms_in("\n".join([file.name, *note.aliases]))
    headings = {each.line: each.text for each in note.headings}
    whole = texts.rows(path)
    starts = [row.line for row in whole]
    found: list[Section] = []
    for first, end in sources.source(path).section_spans:
        last = min(end, note.lines)
        rows = whole[bisect_left(starts, first) : bisect_right(starts, last)]
        if not any(row.line not in headings for row in rows):
            continue
        has_text = any(each.last >= note.body_line for each in found)
        # An address says little of what is behind it.
        of_rows = [words(fold_text(_ADDRESS.sub(" ", row.text))) for row in rows]
        by_row = [[topic.terms_of(word) for word in row] for row in of_rows]
        found.append(
            Section(
                path=path,
                first=first,
                last=last,
                rows=rows,
                terms=tuple(frozenset().union(*row) for row in by_row),
                counts=Counter(term for row in by_row for word in row for term in word),
                named=named,
                heading=topic.terms_in(headings.get(first, "")),
                is_first=not has_text and rows[-1].line >= note.body_line,
                is_headed=first in headings,
            )
        )
    return found


def score_sections(topic: Topic, found: Sequence[Section]) -> list[Section]:
    """Return the sections with any of the terms, the best first."""
    mean = sum(each.length for each in found) / (len(found) or 1)
    with_scores = [replace(each, score=_score(topic, each, mean)) for each in found if each.counts]
    return sorted(with_scores, key=lambda each: (-each.score, each.path, each.first))


def _score(topic: Topic, section: Section, mean: float) -> float:
    length = 1 - _LENGTH + _LENGTH * section.length / (mean or 1.0)
    gain = 0.0
    for term, weight in enumerate(topic.weights):
        count = section.counts[term]
        gain += weight * count / (count + _SATURATION * length)
        if term in section.named:
            gain += weight * (_NAMED if section.is_first else _NAMED_ELSEWHERE)
        if term in section.heading:
            gain += weight * _NAMED
    covered = section.named | section.heading | section.counts.keys()
    together = topic.weight(_together(topic, section))
    return gain * topic.weight(covered) * together * (1 - _BARE_LINKS * section.bare_links)


def _together(topic: Topic, section: Section) -> frozenset[int]:
    """Return the terms that the best rows have, the heading and the title beside them."""
    covered = section.heading | (section.named if section.is_first else frozenset())
    left = [terms for terms in section.terms if terms]
    for _ in range(_BEST_ROWS):
        best = max(left, key=lambda terms: topic.weight(terms - covered), default=None)
        if best is None or best <= covered:
            break
        covered |= best
    return covered


def best_rows(topic: Topic, section: Section, room: int) -> tuple[TextRow, ...]:
    """Return as many rows as have room, those with the rarest terms first, in their order."""
    order = sorted(
        range(len(section.rows)), key=lambda number: (-topic.weight(section.terms[number]), number)
    )
    kept = set(_within(section.rows, order, room))
    return tuple(row for number, row in enumerate(section.rows) if number in kept)


def _within(rows: Sequence[TextRow], order: Sequence[int], room: int) -> Iterator[int]:
    for at, number in enumerate(order):
        room -= len(rows[number].text) + 6  # its number, a blank and the line's end
        if at and room < 0:
            return
        yield number
