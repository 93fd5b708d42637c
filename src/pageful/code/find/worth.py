"""The order in which found lines are shown where not all of a file have room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pageful.code.find.found_lines import ReadLine
from pageful.code.find.pattern import Query
from pageful.code.results.lines import Use
from pageful.lazy.dataclasses import dataclass

_SAID = frozenset({Use.COMMENT, Use.STRING})


@dataclass(frozen=True)
class Worth:
    """The worth of lines: definitions, then values, then code; of these what has the rarer text.

    `lines` are how many of the lines of an answer have each of the texts that were asked for.
    """

    lines: Mapping[str, int]
    ignore_case: bool

    @classmethod
    def of(cls, lines: Iterable[str], query: Query) -> Worth:
        """Count the lines of each text; the texts of an expression are not known."""
        counted = Counter[str]()
        texts = () if query.is_regex or len(query.texts) < 2 else query.texts
        if query.ignore_case:
            texts = tuple(map(str.lower, texts))
        worth = cls(counted, query.ignore_case)
        if texts:
            counted.update(dict.fromkeys(texts, 0))
            for line in lines:
                counted.update(worth.texts_of(line))
        return worth

    def texts_of(self, line: str) -> Sequence[str]:
        """Return the texts that a line has."""
        text = line.lower() if self.ignore_case else line
        return [each for each in self.lines if each in text]

    def order(self, line: ReadLine) -> tuple[bool, bool, bool, int]:
        """Return the key by which lines are put in order, the most telling first."""
        found = line.found
        rarest = min((self.lines[each] for each in self.texts_of(found.text)), default=0)
        return found.use is not Use.DEFINITION, not line.sets, found.use in _SAID, rarest
