"""All on a topic: which notes and sections are shown, and what is only counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from pageful.lazy.dataclasses import dataclass, replace
from pageful.text.excerpts import shorten
from pageful.text.folding import fold_text
from pageful.tool.errors import ToolError
from pageful.vault.finding.lean_text import LeanTexts
from pageful.vault.finding.results import Row
from pageful.vault.finding.selection import Selection, Sources, folder_and_name
from pageful.vault.search.query import And, Word
from pageful.vault.search.suggestions import suggestions
from pageful.vault.topics.layout import day_lines as day_lines_of
from pageful.vault.topics.layout import task_lines
from pageful.vault.topics.mentions import best_mention, day_lines, open_tasks
from pageful.vault.topics.results import Passage, TopicOverview
from pageful.vault.topics.sections import Section, best_rows, score_sections, sections
from pageful.vault.topics.terms import Topic

_MOST_READ = 300
"""Notes whose sections are compared, the best by their words: further ones are named."""
_FOR_NAMED = 0.6
"""The part of the budget that notes with the topic as their name may take."""
_FOR_TEXT = 0.8
"""The part of the budget for text, tasks and days: other notes have the rest."""
_ENOUGH = 0.35
"""The least score of a section, of the best one's. Chosen by hand."""
_LONG, _EXCERPT = 2_000, 1_000
"""Characters of a section that is shown in part, and of that part."""
_LEAST = 120
"""Characters of room in which a section is begun: less is hardly a sentence."""
_AROUND = 40
"""Characters of a page around a passage: its head, its fences and the newlines between."""
_MOST_MENTIONS = 8
"""Notes of which a line is shown beside the passages."""


def collect_topic(text: str, among: Selection, *, budget: int) -> TopicOverview:
    """Return what selected notes say of a topic, for a page of about `budget` characters.

    Raises:
        ToolError: the topic has no words, or it takes too long.
        Cancelled: the caller gave up.
    """
    index = among.sources.term_index
    topic = Topic.of(text, index, among.paths)
    if not topic.terms and not topic.unknown:
        raise ToolError("`topic` has no words.", 'Give some: vault_about(topic="rye starter").')
    found = TopicOverview(text, budget, unknown=topic.unknown, ignored=topic.ignored)
    if not topic.terms:
        wanted = tuple(map(Word, topic.unknown))
        query = And(wanted) if len(wanted) > 1 else wanted[0]
        near = suggestions(query, among.matcher, index, looser=False)
        return replace(found, suggestions=near)
    return _Choice(topic, among, found).overview()


@dataclass(frozen=True)
class _Choice:
    """The choice of what is shown of a topic's notes."""

    topic: Topic
    among: Selection
    found: TopicOverview

    @property
    def sources(self) -> Sources:
        """The texts, links, words and fields."""
        return self.among.sources

    def overview(self) -> TopicOverview:
        """Return what is shown and what is only named, of all notes with any of the words."""
        passages = [*self._named_passages]
        passages += self._sections(passages)
        shown = {passage.path for passage in passages}
        shown |= {row.path for row in self._days} | set(self._empty_notes)
        scored_first = dict.fromkeys(
            [*(each.path for each in self._scored_sections), *self._ranked_notes]
        )
        others = [path for path in scored_first if path not in shown]
        mentions = [
            mention
            for path in others[:_MOST_MENTIONS]
            if (mention := best_mention(self.topic, self._of_note(path)))
        ]
        named = {mention.path for mention in mentions}
        entire = int(self.topic.entire.sum())
        return replace(
            self.found,
            entire=entire,
            partly=int((self.topic.gains > 0).sum()) - entire,
            passages=tuple(passages),
            open=self._tasks,
            days=_without(self._days, (*self._tasks, *_rows_of(passages))),
            empty=self._empty_notes,
            mentions=tuple(mentions),
            further=tuple(path for path in others if path not in named),
            canvases=self._canvases,
        )

    @cached_property
    def _days(self) -> tuple[Row, ...]:
        return tuple(day_lines(self.topic, self.texts, self._entire))

    @cached_property
    def _tasks(self) -> tuple[Row, ...]:
        return tuple(open_tasks(self.topic, self.sources, self._entire))

    @cached_property
    def _room(self) -> int:
        """The characters for text: what tasks and days leave, and a part for other notes."""
        beside = replace(self.found, open=self._tasks, days=self._days)
        lines = [*task_lines(beside), *day_lines_of(beside)]
        return int(_FOR_TEXT * self.found.budget) - sum(len(line) + 1 for line in lines)

    @cached_property
    def texts(self) -> LeanTexts:
        """The texts of the notes without what says nothing."""
        return LeanTexts(self.sources.visible, markup=False)

    @cached_property
    def _ranked_notes(self) -> tuple[str, ...]:
        """The notes with any of the words, the best first."""
        gains, index = self.topic.gains, self.sources.term_index
        having = np.flatnonzero(gains > 0)
        order = np.lexsort((index.ranks[having], -gains[having]))
        return tuple(index.paths[number] for number in having[order].tolist())

    @cached_property
    def _entire(self) -> tuple[str, ...]:
        paths = self.sources.term_index.paths
        found = (paths[number] for number in np.flatnonzero(self.topic.entire).tolist())
        return tuple(sorted(found, key=folder_and_name))

    @cached_property
    def _canvases(self) -> int:
        found = self.among.matcher.paths(And(tuple(map(Word, self.topic.terms))))
        return len(found & self.among.canvas_paths)

    def _of_note(self, path: str) -> list[Section]:
        if path not in self._read:
            self.among.matcher.deadline.seconds_left(Word(shorten(self.found.topic, 200, "…")))
            self._read[path] = sections(self.topic, self.sources, self.texts, path)
        return self._read[path]

    @cached_property
    def _read(self) -> dict[str, list[Section]]:
        return {}

    @cached_property
    def _notes_by_name(self) -> tuple[str, ...]:
        """The notes whose name or alias has all words: that very name first, then the shortest."""
        notes, files = self.sources.visible.notes, self.sources.visible.files
        wanted = fold_text(" ".join(self.found.topic.split()))
        found: list[tuple[bool, int, str]] = []
        for path in self._entire:
            names = [files[path].name, *notes[path].aliases]
            if any(self.topic.terms_in(name) == self.topic.every for name in names):
                is_it = wanted in map(fold_text, names)
                found.append((not is_it, files[path].size, path))
        return tuple(path for *_, path in sorted(found))

    @cached_property
    def _empty_notes(self) -> tuple[str, ...]:
        """The notes with all words in their name, and no text."""
        return tuple(path for path in self._notes_by_name if not self._of_note(path))

    @cached_property
    def _scored_sections(self) -> list[Section]:
        """The sections of the best notes, the best first."""
        paths = self._ranked_notes[:_MOST_READ]
        return score_sections(self.topic, [each for path in paths for each in self._of_note(path)])

    @property
    def _named_passages(self) -> Iterator[Passage]:
        """Yield notes whose name has all words, whole, while there is room."""
        room = min(int(_FOR_NAMED * self.found.budget), self._room)
        for path in self._notes_by_name:
            whole = self._of_note(path)
            needed = sum(each.length for each in whole) + _AROUND + len(path)
            if whole and needed <= room:
                room -= needed
                yield self._whole(path)

    def _whole(self, path: str) -> Passage:
        lines = self.sources.visible.notes[path].lines
        rows = self.texts.rows(path)
        return Passage(path, 1, lines, lines, rows, len(rows), lines - len(rows))

    def _sections(self, before: Sequence[Passage]) -> Iterator[Passage]:
        """Yield the best sections of the other notes, while there is room."""
        room = self._room
        room -= sum(_length(each) for each in before)
        shown = {passage.path for passage in before}
        found = [section for section in self._scored_sections if section.path not in shown]
        for section in found:
            if room < _LEAST or section.score < _ENOUGH * found[0].score:
                return
            passage = self._part(section, room)
            room -= _length(passage)
            yield passage

    def _part(self, section: Section, room: int) -> Passage:
        lines = self.sources.visible.notes[section.path].lines
        most = _EXCERPT if section.length > _LONG else _LONG
        rows = section.rows
        if section.length > min(most, room):
            rows = best_rows(self.topic, section, min(_EXCERPT, room))
        left_out = section.last - section.first + 1 - len(section.rows)
        return Passage(
            section.path, section.first, section.last, lines, rows, len(section.rows), left_out
        )


def _length(passage: Passage) -> int:
    return sum(len(row.text) + 2 for row in passage.rows) + _AROUND + len(passage.path)


def _rows_of(passages: Sequence[Passage]) -> Iterator[Row]:
    return (Row(each.path, row.line) for each in passages for row in each.rows)


def _without(rows: Sequence[Row], others: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows whose lines are not among others."""
    shown = {(row.path, row.line) for row in others}
    return tuple(row for row in rows if (row.path, row.line) not in shown)
