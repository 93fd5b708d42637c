"""The gateway's decisions among the counts of all answers, where a user has answers counted."""

from __future__ import annotations

from pageful.gateway.counting import Decision, Note
from pageful.usage.answer_size import AnswerSize, Size
from pageful.usage.counts import Kind, NoteUsage, Usage

_CHARACTERS = 3.3
"""Characters per token, of which nothing but the number is known here: pages have 3.2, JSON 3.4."""


def counted_by(count: NoteUsage, server: str, note: Note) -> Note:
    """Return what notes a decision and counts it: the JSON as sent, and what was shown of it."""

    def note_and_count(decision: Decision) -> None:
        note(decision)
        form = "as sent" if decision.shown == decision.sent else "page"
        size = AnswerSize(_size(decision.shown), _size(decision.sent))
        count(Usage(Kind("gateway", server, decision.tool, form), size))

    return note_and_count


def _size(characters: int) -> Size:
    return Size(characters, round(characters / _CHARACTERS))
