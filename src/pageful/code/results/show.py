"""Places of files that were asked for."""

from __future__ import annotations

from pageful.code.results.find import Find
from pageful.code.results.lines import Excerpt
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """A symbol in an outline, and the line that names it."""

    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """Lines of a file that were asked for as `place`: those of `excerpt`, and an outline, if any.

    `symbol` is the qualified name of the symbol that they are of, empty for none, in lines `first`
    to `last`; of a file its extent. `lines` counts those of the file. `more_members` are left out
    of `outline`. `above` is whether an earlier place of the answer has these lines. With a `column`
    the excerpt is a part of one line of so many `characters`, from that one on, counted from 1.
    """

    place: str
    path: str
    first: int
    last: int
    lines: int
    symbol: str = ""
    excerpt: Excerpt | None = None
    outline: tuple[Member, ...] = ()
    more_members: int = 0
    above: bool = False
    column: int = 0
    characters: int = 0


@dataclass(frozen=True, slots=True)
class MissingPlace:
    """A place that is not shown, why, and those that may be meant; `more` are not named.

    `mentions` are lines that have the name, each with its place.
    """

    place: str
    problem: str
    candidates: tuple[str, ...] = ()
    more: int = 0
    mentions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Show:
    """Places of files as they are on the disk, in the order in which they were asked for.

    `rest` are places, or lines of them, for which this answer has no room. `uses` are of the names
    of the shown symbols.
    """

    places: tuple[ShownPlace, ...]
    missing: tuple[MissingPlace, ...] = ()
    rest: tuple[str, ...] = ()
    uses: tuple[Find, ...] = ()
