"""Counts of answers by tool, format and detail, and their sizes: no arguments and no content."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from pageful.lazy.dataclasses import dataclass, field
from pageful.usage.answer_size import AnswerSize, Size

if TYPE_CHECKING:
    from pageful.tool.tool import Answer

Door: TypeAlias = Literal["server", "shell", "gateway", "run"]
"""The way on which an answer went out."""


class Kind(NamedTuple):
    """The kind of an answer: who gave it, and in which form.

    `source` is the family, or the server behind a gateway; the tool of a run is its program.
    `format` is `page`, `json` or `error`, of a gateway also `as sent` or `recall`, of
    a run also `as printed` or `as typed`; `detail` is empty where there is only one.
    """

    door: Door
    source: str
    tool: str
    format: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """One answer: its kind, and the size of its result in both forms.

    Of a gateway the page is what was shown, and the JSON what was sent; of a run this is what the
    program printed. `reason` says why the answer has its form, where there was a choice; `is_cut`
    that the page leaves something out. `fields` are sizes of fields by their names, for who asked
    for them, and of a run what a viewer would have shown.
    """

    kind: Kind
    size: AnswerSize = field(default_factory=AnswerSize)
    reason: str = ""
    is_cut: bool = False
    fields: Mapping[str, Sequence[int]] = field(default_factory=dict)


_NOTHING = Size()


@dataclass(frozen=True, slots=True)
class Totals:
    """All answers of a kind: how many, and their sizes in all.

    Sizes are of the answers that have both forms, which `compared` counts.
    """

    answers: int = 0
    compared: int = 0
    page: Size = _NOTHING
    json: Size = _NOTHING

    def __add__(self, other: Totals) -> Totals:
        """Add the totals of further answers."""
        return Totals(
            self.answers + other.answers,
            self.compared + other.compared,
            _add(self.page, other.page),
            _add(self.json, other.json),
        )


NoteUsage: TypeAlias = Callable[[Usage], None]
"""A counter of answers: a file on this machine, or the process's own memory."""


def totals_of(usage: Usage) -> Totals:
    """Return the totals of one answer."""
    page, json = usage.size.page, usage.size.json
    return Totals(1, 1, page, json) if page and json else Totals(1)


def usage_of(door: Door, source: str, tool: str, answer: Answer, size: AnswerSize) -> Usage:
    """Say what kind of answer a tool gave."""
    outcome = answer.outcome
    if outcome is None:
        return Usage(Kind(door, source, tool, "error"), size)
    style = outcome.context.style
    form = "json" if style.format == "json" else "page"
    return Usage(Kind(door, source, tool, form, style.detail), size)


class Tally:
    """The counts of one process, in its memory. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._totals: dict[Kind, Totals] = {}

    def note(self, usage: Usage) -> None:
        """Count an answer."""
        with self._lock:
            self._totals[usage.kind] = self._totals.get(usage.kind, Totals()) + totals_of(usage)

    def totals(self) -> dict[Kind, Totals]:
        """Return the totals of each kind, in order."""
        with self._lock:
            return dict(sorted(self._totals.items()))


def _add(one: Size, other: Size) -> Size:
    return Size(one.characters + other.characters, one.tokens + other.tokens)
