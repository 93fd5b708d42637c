"""The gateway's decisions among the counts of all answers."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.gateway.counting import RECALL, Decision, Note
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.usage.answer_size import Size
    from pageful.usage.counts import Usage

_JSON_RATE, _PAGE_RATE = 3.45, 3.16
"""Characters of a token in JSON and in pages, measured with o200k over recorded results."""


def usage_notes(place: Path, server: str) -> Note:
    """Return what notes the decisions on a server's results; what can't be written is not noted."""

    def note(decision: Decision) -> None:
        # The log is loaded with the first result: a client's first message needs nothing of it.
        from pageful.usage.usage_log import UsageLog

        with suppress(OSError):
            UsageLog(place).append(usage_of_decision(decision, server))

    return note


def check_log(file: Path) -> None:
    """Check that a file named by `--log` can be written.

    Raises:
        ToolError: it can't be, or is something else.
    """
    from pageful.usage.usage_log import UsageLog

    try:
        UsageLog(file).check()
    except OSError as error:
        problem = f"`--log {file}` can't be written: {error.strerror or error}."
        raise ToolError(problem, "Name a file in a directory that can be written.") from None


def usage_of_decision(decision: Decision, server: str) -> Usage:
    """Say what was counted: the result as it was sent, and what was shown of it."""
    from pageful.usage.answer_size import AnswerSize
    from pageful.usage.counts import Kind, Usage

    form = _form(decision)
    return Usage(
        Kind("gateway", server, decision.tool, form),
        AnswerSize(
            _size(decision.shown, _JSON_RATE if form in ("as sent", "json") else _PAGE_RATE),
            None if form == RECALL else _size(decision.sent, _JSON_RATE),
        ),
        decision.reason,
        decision.hidden,
        decision.fields,
    )


def _form(decision: Decision) -> str:
    if decision.reason == RECALL:
        return RECALL
    if decision.shown == decision.sent:
        return "as sent"
    return "json" if decision.reason.startswith("compact JSON") else "page"


def _size(characters: int, rate: float) -> Size:
    from pageful.usage.answer_size import Size

    return Size(characters, round(characters / rate))
