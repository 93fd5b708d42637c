"""Runs among the counts of answers: how much was printed for how much, and nothing of it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias

from pageful.tool.errors import ToolError
from pageful.usage.answer_size import AnswerSize, Size
from pageful.usage.counts import Kind, Usage
from pageful.usage.switch import counting_place
from pageful.usage.usage_log import UsageLog

Form: TypeAlias = Literal["page", "as printed", "as typed"]
"""The form of a run: a page, the output in its place, or the program without our help."""

VIEWED = "viewed"
"""The name of the characters that `tail` or `head` would have shown."""

_CHARACTERS_OF_TOKEN = 4.0
"""Of 133 logs of the tests this is the median; four in five are between 3.8 and 4.3."""


def note_run(
    family: str,
    program: str,
    form: Form,
    sizes: AnswerSize | None = None,
    viewed: int | None = None,
) -> None:
    """Note a run; where that is not wanted or can't be, it is not noted, and that is all.

    `viewed` are the characters that a viewer would have shown of the output.
    """
    fields = {} if viewed is None else {VIEWED: (viewed,)}
    kind = Kind("run", family, Path(program).name, form)
    with suppress(OSError, ToolError):
        if place := counting_place(os.environ, by_default=True):
            UsageLog(place).append(Usage(kind, sizes or AnswerSize(), fields=fields))


def sizes_of(page: str | None, output: int) -> AnswerSize:
    """Return the sizes of a page and of its output; without a page that was printed itself."""
    size = Size(output, round(output / _CHARACTERS_OF_TOKEN))
    return AnswerSize(size if page is None else Size.of(page), size)
