"""Results of the tool of bases: views that were run, and which rows of them are on a page."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass
from pageful.vault.base_views.note_bases import BasePlace
from pageful.vault.bases.pipeline import ViewRun
from pageful.vault.bases.results import ViewResult

PAGE_SIZE = 50
"""The default number of rows of a page."""


@dataclass(frozen=True, slots=True)
class ShownView:
    """A view of a base with what it shows, or the `error` that it failed with.

    `views` are the names of all views of its base. `this` is the path of the file that `this`
    means, empty for none. `run` has the cells of its rows, which are evaluated when they are shown.
    `remarks` say what of the base is not understood, and which names stand for nothing.
    """

    place: BasePlace
    name: str = ""
    kind: str = ""
    views: tuple[str, ...] = ()
    this: str = ""
    result: ViewResult | None = None
    run: ViewRun | None = None
    error: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of its rows."""
        return len(self.result.paths) if self.result else 0


@dataclass(frozen=True, slots=True)
class BasePage:
    """A page of a view, or of the views that a note shows, in their order.

    The page has the rows from `start` to before `stop`, counted from 0 over all views; a view
    without rows counts as one. `path` is the file that was asked for, empty for a base given as
    text; its views are those of a note if `of_note`. `chosen` tells whether a page was asked for.
    """

    path: str
    shown: tuple[ShownView, ...]
    page: int
    page_size: int
    pages: int
    start: int
    stop: int
    of_note: bool = False
    chosen: bool = False
