"""A call as what follows its page sees it: the tool, the arguments, the form, and what was cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from pageful.page.blocks import ItemPath
from pageful.page.calls import Call
from pageful.page.clipping import Cut
from pageful.tool.options import Style

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class CallContext:
    """The call that led to a page: its tool, its arguments as they were sent, and its style.

    `cuts` are what the page had no room for, in reading order; none where it is whole.
    """

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    style: Style = field(default_factory=Style)
    cuts: tuple[Cut, ...] = ()

    @property
    def room(self) -> int:
        """How many characters of a page its follow-up call may take: a quarter of them."""
        return self.style.budget // 4

    @property
    def hidden(self) -> ItemPath:
        """The first item that is not whole on the page; empty if only words are not."""
        return next((cut.first_hidden for cut in self.cuts if cut.first_hidden), ())

    @property
    def unnamed(self) -> int:
        """How many sections are left out of which not even the name is on the page."""
        return sum(cut.unnamed for cut in self.cuts)

    def again(self, **changes: object) -> Call:
        """The same call with some arguments changed."""
        return Call(self.tool, {**self.arguments, **changes})


NextCall: TypeAlias = Callable[[R, CallContext], Call | None]
"""From a result and the call that led to it: the call that goes on, where there is one."""
