"""The context of a follow-up call: the call before it, with its tool, arguments, style and cuts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from pageful.lazy.dataclasses import dataclass, field
from pageful.page.calls import Call
from pageful.tool.options import Style

if TYPE_CHECKING:
    from pageful.page.blocks import ItemPath
    from pageful.page.clipping import Cut

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class CallContext:
    """The call that led to a page: its tool, its arguments as they were sent, and its style.

    `cuts` are the page's cuts in reading order, none where it is whole.
    """

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    style: Style = field(default_factory=Style)
    cuts: tuple[Cut, ...] = ()

    @property
    def room(self) -> int:
        """Characters that the page's follow-up call may take: a quarter, so that most is left."""
        return self.style.budget // 4

    @property
    def hidden(self) -> ItemPath:
        """The path of the first item that is not whole on the page; empty if only words are cut."""
        return next((cut.first_hidden for cut in self.cuts if cut.first_hidden), ())

    @property
    def unnamed(self) -> int:
        """The number of sections left out of which not even the name is on the page."""
        return sum(cut.unnamed for cut in self.cuts)

    def again(self, **changes: object) -> Call:
        """Make the same call with some arguments changed."""
        return Call(self.tool, {**self.arguments, **changes})


NextCall: TypeAlias = Callable[[R, CallContext], Call | None]
"""From a result and the call that led to it to the call that goes on, if there is one."""

Advice: TypeAlias = tuple[str, Call]
"""A purpose that a reader may have next (`to read a hit whole`), and the call for it."""
