"""The way from a result to its page: view, budget, and the call for the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from pageful.lazy.dataclasses import dataclass
from pageful.page.blocks import Block, Document, Hatch, Mono, Tip
from pageful.page.budget import Cut, FittedDocument, fit
from pageful.page.calls import Call, verb
from pageful.page.limits import DEFAULT, Detail, check_budget
from pageful.page.markdown import to_markdown

__all__ = ["Detail", "FollowUp", "Page", "View", "present"]

R = TypeVar("R")
View: TypeAlias = Callable[[R, Detail], Document]
"""From a result to the blocks that say what is worth saying of it, in the detail asked for."""

FollowUp: TypeAlias = Callable[[tuple[Cut, ...]], Call | None]
"""From the cuts of a page to the call for the rest, if there is one."""


@dataclass(frozen=True, slots=True)
class Page:
    """A presented result: its Markdown, the blocks behind it, and the cuts."""

    text: str
    document: tuple[Block, ...]
    cuts: tuple[Cut, ...] = ()

    def __str__(self) -> str:
        return self.text


def present(
    result: R,
    view: View[R],
    *,
    detail: Detail = "concise",
    budget: int = DEFAULT,
    follow_up: FollowUp | None = None,
    next_call: Call | None = None,
    advice: tuple[str, Call] | None = None,
) -> Page:
    """Make the page of a result, in at most `budget` characters.

    It ends with at most one call: that of `follow_up` where the page is cut, else `next_call`. Only
    `advice`, words and the call that they are about, and a hatch come below it.

    Raises:
        ValueError: the budget is below the smallest one.
    """
    check_budget(budget)
    document = tuple(view(result, detail))
    whole = _add_tips(FittedDocument(document), None, next_call, advice)
    text = to_markdown(whole)
    if len(text) <= budget:
        return Page(text, whole)
    # The call depends on the cuts, and the cuts on the room that the call takes: the reserve grows
    # until both fit. Where the call would take half of the page, it is left out.
    reserve = 0
    while True:
        fitted = fit(document, budget, reserve=reserve)
        blocks = _add_tips(fitted, follow_up, next_call, advice)
        text = to_markdown(blocks)
        excess = len(text) - budget
        if excess <= 0:
            return Page(text, blocks, fitted.cuts)
        reserve += excess
        if reserve > budget // 2:
            follow_up, next_call, advice, reserve = None, None, None, 0


def _add_tips(
    fitted: FittedDocument,
    follow_up: FollowUp | None,
    next_call: Call | None,
    advice: tuple[str, Call] | None,
) -> tuple[Block, ...]:
    """Put the next call and the advice at the page's end, above the hatch."""
    blocks = fitted.document
    end = len(blocks) - (bool(blocks) and isinstance(blocks[-1], Hatch))
    tips = _tips(fitted, follow_up, next_call) + ((_tip(*advice),) if advice else ())
    return (*blocks[:end], *tips, *blocks[end:])


def _tips(
    fitted: FittedDocument, follow_up: FollowUp | None, next_call: Call | None
) -> tuple[Tip, ...]:
    words, call = "for more", next_call
    if fitted.cuts:
        words, call = "for the rest", follow_up(fitted.cuts) if follow_up else None
    return (_tip(words, call),) if call else ()


def _tip(words: str, call: Call) -> Tip:
    return Tip((f"{words}, {verb()} ", Mono(str(call))))
