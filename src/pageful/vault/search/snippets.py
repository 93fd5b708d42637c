"""Snippets: the line of a note that best shows why a search found it."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import accumulate, islice
from operator import itemgetter

from pageful.lazy.dataclasses import dataclass
from pageful.text.folding import fold_offsets
from pageful.vault.results.search import Snippet
from pageful.vault.search.excerpt import excerpt
from pageful.vault.search.term_scores import WholeWordMatcher
from pageful.vault.snapshot.snapshot import VaultSnapshot

MOST_CHARACTERS = 120
"""The approximate length of a snippet, in characters. Chosen by hand."""

_MOST_SOUGHT = 8
"""The number of terms, the rarest, that choose the lines to look at. Chosen by hand."""
_MOST_SEEN = 50
"""The most lines with a term that are looked at in a note. Chosen by hand."""
_MOST_COMPARED = 12
"""The most lines compared in detail: those with most of the rarest terms. Chosen by hand."""
_WITHIN = 0.1
"""The weight of an occurrence within a longer word, of 1 for a whole word. Chosen by hand."""
_IN_ADDRESS = 0.3
"""The weight of an occurrence in a link's address, of 1 for one in text. Chosen by hand."""
_IN_HEADING = 0.6
_LONGEST_ADDRESS = 300
_MOST_IN_LINE = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """A match: characters `start` to `end` of a line, the term that it shows, and its weight."""

    line: int
    start: int
    end: int
    shows: str
    worth: float


def snippet(marks: Iterable[Mark], snapshot: VaultSnapshot, path: str) -> Snippet | None:
    """Return the line with the best matches, cut around them; `None` without matches.

    A line of the frontmatter is taken only if no other line has a match.
    """
    by_line: defaultdict[int, list[Mark]] = defaultdict(list)
    for mark in marks:
        by_line[mark.line].append(mark)
    if not by_line:
        return None
    note = snapshot.notes[path]
    lines, first = snapshot.text(path).split("\n"), note.body_line
    worths = {line: _worth(found) * _of_line(lines[line - 1]) for line, found in by_line.items()}
    best = max(by_line, key=lambda line: (line >= first, worths[line], -line))
    start, end = _window(by_line[best])
    has_lines = snapshot.files[path].kind == "note"
    return Snippet(excerpt(lines[best - 1], start, end, MOST_CHARACTERS), best if has_lines else 0)


def _of_line(line: str) -> float:
    """Return the weight of a line: headings repeat the title, which a reader sees anyway."""
    return _IN_HEADING if line.startswith("#") else 1.0


def shown_terms(worths: Mapping[str, float]) -> list[ShownTerm]:
    """Return folded terms by their weights, the rarest first."""
    ordered = sorted(worths.items(), key=itemgetter(1), reverse=True)
    return [ShownTerm(text, worth) for text, worth in ordered]


def marks_of_terms(ordered: Sequence[ShownTerm], text: str, sought: str) -> Iterator[Mark]:
    """Yield matches of terms in the lines of a text that are likely to show most of them.

    `sought` is the folded text; the terms are in the order of their weights.
    """
    exact, lines = text.split("\n"), sought.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    shown: defaultdict[int, float] = defaultdict(float)
    for term in ordered[:_MOST_SOUGHT]:
        for at in islice(term.lines(sought), _MOST_SEEN):
            shown[bisect_right(starts, at) - 1] += term.worth
    for number in nlargest(_MOST_COMPARED, shown, key=lambda number: (shown[number], -number)):
        for term in ordered:
            yield from term.marks(number + 1, lines[number], exact[number])


class ShownTerm:
    """A folded term and its weight."""

    def __init__(self, text: str, worth: float) -> None:
        self._text = text
        self.worth = worth
        self._matcher = WholeWordMatcher(text)

    def lines(self, text: str) -> Iterator[int]:
        """Yield an offset in each line of a folded text that contains the term."""
        at = text.find(self._text)
        while at >= 0:
            yield at
            end = text.find("\n", at)
            at = text.find(self._text, end) if end >= 0 else -1

    def marks(self, number: int, line: str, exact: str) -> Iterator[Mark]:
        """Yield the first few matches of the term in a line, with their weights."""
        at, seen = line.find(self._text), 0
        while at >= 0 and seen < _MOST_IN_LINE:
            end = at + len(self._text)
            yield Mark(number, *_unfold_span(exact, line, at, end), self._text, self._of(line, at))
            at, seen = line.find(self._text, end), seen + 1

    def _of(self, line: str, at: int) -> float:
        part = 1.0 if self._matcher.begins_at(line, at) else _WITHIN
        return self.worth * part * worth_at(line, at)


def worth_at(line: str, at: int) -> float:
    """Return the weight of a match by its place in a line: less in a web address."""
    begin = max(line.rfind(" ", max(0, at - _LONGEST_ADDRESS), at), 0)
    return _IN_ADDRESS if "://" in line[begin:at] else 1.0


def _unfold_span(exact: str, line: str, start: int, end: int) -> tuple[int, int]:
    """Return the range of a line that a range of the folded line comes from."""
    if len(exact) == len(line):
        return start, end
    begins = fold_offsets(exact)
    return bisect_right(begins, start) - 1, bisect_right(begins, end - 1)


def _worth(marks: Iterable[Mark]) -> float:
    """Sum the weights of a line's matches: of each term the best."""
    best: dict[str, float] = {}
    for mark in marks:
        best[mark.shows] = max(mark.worth, best.get(mark.shows, 0.0))
    return sum(best.values())


def _window(marks: Sequence[Mark]) -> tuple[int, int]:
    """Return the range of a line with the best matches that is not too long."""
    ordered = sorted(marks, key=lambda mark: mark.start)
    best, shown = (ordered[0].start, ordered[0].end), 0.0
    for number, first in enumerate(ordered):
        reach = first.start + MOST_CHARACTERS * 2 // 3
        together = [mark for mark in ordered[number : number + 50] if mark.end <= reach] or [first]
        if (worth := _worth(together)) > shown:
            best, shown = (first.start, max(mark.end for mark in together)), worth
    return best
