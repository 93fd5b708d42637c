"""The line of a note that shows best why a search found it."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import accumulate, islice
from operator import itemgetter

from pageful.text.folding import fold_offsets
from pageful.vault.results import Snippet
from pageful.vault.search.evidence import Sight
from pageful.vault.search.excerpt import excerpt
from pageful.vault.snapshot.snapshot import Moment

MOST_CHARACTERS = 120
"""How long a snippet is, more or less."""

_MOST_SOUGHT = 8
"""So many terms, the rarest, decide which lines are looked at."""
_MOST_SEEN = 50
"""How many lines with a term are looked at in a note."""
_MOST_COMPARED = 12
"""How many lines are compared in detail, those with most of the rarest terms."""
_WITHIN = 0.1
"""What an occurrence within a longer word is worth of one that is a word."""
_IN_ADDRESS = 0.3
"""What an occurrence in the address of a link is worth of one in text."""
_IN_HEADING = 0.6
_LONGEST_ADDRESS = 300
_MOST_IN_LINE = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """A match: characters `start` to `end` of the line `line`, what it shows, and its worth."""

    line: int
    start: int
    end: int
    shows: str
    worth: float


def snippet(marks: Iterable[Mark], moment: Moment, path: str) -> Snippet | None:
    """The line that shows most of some matches, cut around them; `None` if there are none.

    A line of the frontmatter is taken only where no other shows any.
    """
    by_line: defaultdict[int, list[Mark]] = defaultdict(list)
    for mark in marks:
        by_line[mark.line].append(mark)
    if not by_line:
        return None
    note = moment.notes[path]
    lines, first = moment.text(path).split("\n"), note.body_line
    worths = {line: _worth(found) * _of_line(lines[line - 1]) for line, found in by_line.items()}
    best = max(by_line, key=lambda line: (line >= first, worths[line], -line))
    start, end = _window(by_line[best])
    has_lines = moment.files[path].kind == "note"
    return Snippet(excerpt(lines[best - 1], start, end, MOST_CHARACTERS), best if has_lines else 0)


def _of_line(line: str) -> float:
    """What a line says beyond the note's title, which a reader sees anyway."""
    return _IN_HEADING if line.startswith("#") else 1.0


def shown_terms(worths: Mapping[str, float]) -> list[ShownTerm]:
    """Folded terms by what each is worth, the rarest first."""
    ordered = sorted(worths.items(), key=itemgetter(1), reverse=True)
    return [ShownTerm(text, worth) for text, worth in ordered]


def marks_of_terms(ordered: Sequence[ShownTerm], text: str, sought: str) -> Iterator[Mark]:
    """Where terms stand in some lines of a text: in those that are likely to show most of them.

    `sought` is the folded text; the terms are in the order of their worth.
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
    """A folded term and its worth."""

    def __init__(self, text: str, worth: float) -> None:
        self._text = text
        self.worth = worth
        self._sight = Sight(text)

    def lines(self, text: str) -> Iterator[int]:
        """A place in each line of a folded text that holds the term."""
        at = text.find(self._text)
        while at >= 0:
            yield at
            end = text.find("\n", at)
            at = text.find(self._text, end) if end >= 0 else -1

    def marks(self, number: int, line: str, exact: str) -> Iterator[Mark]:
        """Where a line holds the term, and what that is worth: the best few places."""
        at, seen = line.find(self._text), 0
        while at >= 0 and seen < _MOST_IN_LINE:
            end = at + len(self._text)
            yield Mark(number, *_unfolded(exact, line, at, end), self._text, self._of(line, at))
            at, seen = line.find(self._text, end), seen + 1

    def _of(self, line: str, at: int) -> float:
        part = 1.0 if self._sight.begins_at(line, at) else _WITHIN
        begin = max(line.rfind(" ", max(0, at - _LONGEST_ADDRESS), at), 0)
        return self.worth * part * (_IN_ADDRESS if "://" in line[begin:at] else 1.0)


def _unfolded(exact: str, line: str, start: int, end: int) -> tuple[int, int]:
    """The characters of a line that became some of the folded line."""
    if len(exact) == len(line):
        return start, end
    begins = fold_offsets(exact)
    return bisect_right(begins, start) - 1, bisect_right(begins, end - 1)


def _worth(marks: Iterable[Mark]) -> float:
    """What a line shows: of each term the best match."""
    best: dict[str, float] = {}
    for mark in marks:
        best[mark.shows] = max(mark.worth, best.get(mark.shows, 0.0))
    return sum(best.values())


def _window(marks: Sequence[Mark]) -> tuple[int, int]:
    """The stretch of a line that shows most of its matches without becoming too long."""
    ordered = sorted(marks, key=lambda mark: mark.start)
    best, shown = (ordered[0].start, ordered[0].end), 0.0
    for number, first in enumerate(ordered):
        reach = first.start + MOST_CHARACTERS * 2 // 3
        together = [mark for mark in ordered[number : number + 50] if mark.end <= reach] or [first]
        if (worth := _worth(together)) > shown:
            best, shown = (first.start, max(mark.end for mark in together)), worth
    return best
