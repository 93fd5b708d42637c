"""Lines of the page of a topic, made of its result alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from pageful.lazy.dataclasses import dataclass
from pageful.text.excerpts import shorten
from pageful.text.single_line import join_lines
from pageful.text.units import amount
from pageful.vault.finding.page_lines import clip_around, short_title, title, titles
from pageful.vault.finding.places_layout import left_out_note, number_rows
from pageful.vault.finding.results import QueryAnswer
from pageful.vault.finding.rows.tasks import task_rows
from pageful.vault.topics.results import Mention, Passage, TopicOverview

_MOST_TASKS = 15
_LONGEST_DAY = 160
"""Characters of a line of a daily note: what was done, not all about it."""
_FOR_DAYS, _FOR_TASKS = 0.2, 0.2
"""The parts of the budget for lines of daily notes, and for tasks."""
_LONG_MENTIONS = 4
_LONGEST_MENTION, _LONGER_MENTION = 220, 400
"""Characters of a note's best line, and of that of the first four: a definition is long."""
_FOR_NAMES = 0.05
"""The part of the budget for the names of further notes; the number says how many there are."""


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage on the page: its head and its rows as text."""

    head: str
    text: str


def shown_passages(about: TopicOverview) -> Iterator[ShownPassage]:
    """Yield the passages, numbered as places are."""
    for passage in about.passages:
        yield ShownPassage(head_of(passage), "\n".join(number_rows(passage.rows)))


def head_of(passage: Passage) -> str:
    """Return a passage's path and lines, and how many of them are not shown."""
    is_part = passage.first > 1 or passage.last < passage.lines
    place = f"{title(passage.path)}{f':{passage.first}-{passage.last}' if is_part else ''}"
    if passage.is_cut:
        return f"{place} ({len(passage.rows):,} of {passage.of:,} lines)"
    return f"{place}{left_out_note(passage.left_out, sum(row.is_cut for row in passage.rows))}"


def summary(about: TopicOverview) -> str:
    """Return the first line of the page: how many notes have the words, and which no note has."""
    return "; ".join(_summary(about))


def _summary(about: TopicOverview) -> Iterator[str]:
    some = f" with all words, {about.partly:,} with some" if about.partly else ""
    yield f"{amount(about.entire, 'note')}{some}"
    if about.unknown:
        yield f"no note has {', '.join(map(join_lines, about.unknown))}"
    if about.ignored:
        yield f"too many words: {', '.join(about.ignored)} did not count"
    if about.canvases:
        yield f"{amount(about.canvases, 'canvas')} too".replace("canvass", "canvases")


def task_lines(about: TopicOverview) -> list[str]:
    """Return the open tasks below their number, the same text once."""
    if not about.open:
        return []
    found = QueryAnswer(about.topic, "tasks", rows=about.open, states=("open",))
    lines = [line.text for line in task_rows(found, len(about.open))]
    shown = min(_MOST_TASKS, _fitting(lines, int(_FOR_TASKS * about.budget)))
    head = f"# open ({len(about.open):,})"
    return [head, *lines[:shown], *_more(len(lines) - shown, "different task")]


def day_lines(about: TopicOverview) -> list[str]:
    """Return lines of daily notes below their number, as many as have room."""
    if not about.days:
        return []
    notes = len({row.path for row in about.days})
    names = titles(about.days)
    lines = [
        f"{names[row.path]}:{row.line} {shorten(row.text, _LONGEST_DAY, '…')}" for row in about.days
    ]
    shown = _fitting(lines, int(_FOR_DAYS * about.budget))
    head = f"# daily notes ({amount(len(lines), 'line')} in {notes:,})"
    return [head, *lines[:shown], *_more(len(lines) - shown, "line")]


def empty_lines(about: TopicOverview) -> list[str]:
    """Return the notes that have the topic as their name and no text."""
    if not about.empty:
        return []
    return [f"titles without text: {_names(about.empty, _for_names(about))}"]


def other_lines(about: TopicOverview, room: int) -> list[str]:
    """Return the best lines of other notes, as many as have room, then names."""
    number = len(about.mentions) + len(about.further)
    if not number:
        return []
    lines = [_mention(mention, at) for at, mention in enumerate(about.mentions)]
    shown = _fitting(lines, room - _for_names(about))
    rest = (*(each.path for each in about.mentions[shown:]), *about.further)
    names = [f"… {_names(rest, _for_names(about))}"] if rest else []
    return [f"# less ({amount(number, 'note')})", *lines[:shown], *names]


def near_lines(about: TopicOverview) -> list[str]:
    """Return the notes that are near in meaning, each with its nearest line, then remarks."""
    lines = [
        f"{title(each.path)}{f':{each.line}' if each.line else ''} {each.text}"
        for each in about.near
    ]
    head = [f"# near in meaning ({amount(len(lines), 'note')})"] if lines else []
    return [*head, *lines, *about.remarks]


def _for_names(about: TopicOverview) -> int:
    return int(_FOR_NAMES * about.budget)


def _mention(mention: Mention, at: int) -> str:
    most = _LONGER_MENTION if at < _LONG_MENTIONS else _LONGEST_MENTION
    lines = f"{mention.line}-{mention.last}" if mention.last else f"{mention.line}"
    return f"{title(mention.path)}:{lines} {clip_around(mention.text, mention.start, most)}"


def _names(paths: Sequence[str], room: int) -> str:
    names = [*map(short_title, paths)]
    shown = _fitting(names, room)
    more = len(names) - shown
    return "; ".join([*names[:shown], *([f"{more:,} more"] if more else [])])


def _fitting(texts: Sequence[str], room: int) -> int:
    """Return how many texts have room; one at least."""
    ends = accumulate(len(text) + 2 for text in texts)
    return max(1, sum(end <= room for end in ends)) if texts else 0


def _more(number: int, noun: str) -> list[str]:
    return [f"… {amount(number, noun)} more"] if number else []
