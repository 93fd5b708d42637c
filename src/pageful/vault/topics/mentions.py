"""Lines that name a topic: open tasks, lines of daily notes, the best line of a note."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pageful.vault.finding.days import day_of_name
from pageful.vault.finding.lean_text import LeanTexts
from pageful.vault.finding.results import Row, TextRow
from pageful.vault.finding.selection import Sources
from pageful.vault.topics.results import Mention
from pageful.vault.topics.sections import Section
from pageful.vault.topics.terms import Topic

_DEFINING = 1.6
"""The weight of a line that defines: it answers where others only name. Chosen by hand."""
# > Autolyse is a rest of flour and water.
_DEFINITION = re.compile(
    r"\b(?:is an?|is the|are|means|consists of|contains|refers to)\b", re.IGNORECASE
)


def open_tasks(topic: Topic, sources: Sources, paths: Sequence[str]) -> Iterator[Row]:
    """Yield the open tasks of notes that have all words."""
    for path in paths:
        for item in sources.visible.notes[path].items:
            if item.status == " " and topic.terms_in(item.text) == topic.every:
                yield Row(path, item.line, " ".join(item.text.split()), state="open")


def day_lines(topic: Topic, texts: LeanTexts, paths: Sequence[str]) -> Iterator[Row]:
    """Yield the lines of daily notes that have all words."""
    for path in paths:
        if day_of_name(path):
            for row in texts.rows(path):
                if topic.terms_in(row.text) == topic.every:
                    yield Row(path, row.line, row.text.strip())


def best_mention(topic: Topic, parts: Sequence[Section]) -> Mention | None:
    """Return the line of a note that says most of the topic; a heading stands for its section."""
    lines = [
        (_worth(topic, row, terms), -number, part, row)
        for number, part in enumerate(parts)
        for row, terms in zip(part.rows, part.terms, strict=True)
    ]
    if not lines:
        return None
    *_, part, row = max(lines, key=lambda line: line[:2])
    text = row.text.strip()
    is_heading = row.line == part.first and part.is_headed
    last = part.last if is_heading else 0
    return Mention(part.path, row.line, text, last, topic.first_in(text))


def _worth(topic: Topic, row: TextRow, terms: frozenset[int]) -> float:
    weight = topic.weight(terms)
    return weight * _DEFINING if weight and _DEFINITION.search(row.text) else weight
