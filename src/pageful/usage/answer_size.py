"""The size of an answer: its page and the compact JSON of the same result."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pageful.lazy.dataclasses import dataclass
from pageful.usage.token_estimate import estimate_tokens

if TYPE_CHECKING:
    from pageful.tool.tool import Answer

_log = logging.getLogger("pageful")

META_KEY = "pageful/size"
"""The key of an answer's `_meta` that has its size."""


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a text: characters, and about how many tokens."""

    characters: int = 0
    tokens: int = 0

    @classmethod
    def of(cls, text: str) -> Size:
        """Measure a text."""
        return cls(len(text), estimate_tokens(text))


@dataclass(frozen=True, slots=True)
class AnswerSize:
    """The size of a result's page and of its compact JSON, whichever of them was sent.

    An error has no result: its text is its page.
    """

    page: Size | None = None
    json: Size | None = None

    def as_meta(self) -> Mapping[str, Mapping[str, Mapping[str, int]]]:
        """Return it as the `_meta` of an answer has it."""
        sizes = {"page": self.page, "json": self.json}
        return {
            META_KEY: {
                form: {"characters": each.characters, "tokens": each.tokens}
                for form, each in sizes.items()
                if each
            }
        }


def measure(answer: Answer) -> AnswerSize:
    """Measure an answer, and its result in the form that it was not sent in."""
    outcome = answer.outcome
    if outcome is None:
        return AnswerSize(page=Size.of(answer.text))
    if outcome.context.style.format == "json":
        return AnswerSize(_size(lambda: outcome.page().text), Size.of(answer.text))
    return AnswerSize(Size.of(answer.text), _size(outcome.json))


def _size(write: Callable[[], str]) -> Size | None:
    """Measure the form that nobody asked for: where it can't be written, the answer goes out."""
    try:
        return Size.of(write())
    except Exception:
        _log.exception("the other form of an answer could not be written")
        return None
