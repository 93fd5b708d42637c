"""The result of `vault_about`: passages, tasks and days of a topic, and where the rest is."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass
from pageful.vault.finding.results import Row, TextRow
from pageful.vault.results.search import Suggestion


@dataclass(frozen=True, slots=True)
class Passage:
    """A note or a section of it: lines `first` to `last` of the note's `lines`.

    `rows` are those that are shown of `of` lines that say something, `left_out` are the others.
    """

    path: str
    first: int
    last: int
    lines: int
    rows: tuple[TextRow, ...]
    of: int
    left_out: int = 0

    @property
    def is_cut(self) -> bool:
        """Return whether lines that say something are not shown."""
        return len(self.rows) < self.of

    @property
    def place(self) -> str:
        """The place by which `vault_read` gives all of it."""
        is_part = self.first > 1 or self.last < self.lines
        return f"{self.path}:{self.first}-{self.last}" if is_part else self.path


@dataclass(frozen=True, slots=True)
class Mention:
    """The best line of a note that has no passage.

    A heading stands for the lines to `last`, which is 0 for any other line. `start` is where the
    first word of the topic begins in the text.
    """

    path: str
    line: int
    text: str
    last: int = 0
    start: int = 0


@dataclass(frozen=True, slots=True)
class NearPassage:
    """The line of a note that is nearest to a topic in meaning, and the heading above it."""

    path: str
    line: int
    text: str
    heading: str = ""


@dataclass(frozen=True, slots=True)
class TopicOverview:
    """The notes on a topic: `entire` have all of its words, `partly` further ones some of them.

    `unknown` are words that no note has, `ignored` those of a long topic that do not count.
    `passages` are the best first; `open` are tasks and `days` lines of daily notes with all words.
    `empty` are notes with all words in their name and no text. `mentions` are the best lines of
    other notes, `further` the notes after these, the best first. `canvases` have all words too.
    `suggestions` are queries that find something where the topic is in no note. `near` are notes
    found by meaning alone, the nearest first; `remarks` are for the reader. A page has about
    `budget` characters.
    """

    topic: str
    budget: int
    entire: int = 0
    partly: int = 0
    unknown: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    open: tuple[Row, ...] = ()
    days: tuple[Row, ...] = ()
    empty: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    further: tuple[str, ...] = ()
    canvases: int = 0
    suggestions: tuple[Suggestion, ...] = ()
    near: tuple[NearPassage, ...] = ()
    remarks: tuple[str, ...] = ()
