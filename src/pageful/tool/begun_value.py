"""Values that are suggested while somebody types a parameter at a shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple

from pageful.lazy.dataclasses import dataclass

PathKind = Literal["files", "directories"]
"""Paths, which a shell suggests by itself."""


class Suggestion(NamedTuple):
    """A value that may be meant, and a note on it for shells that show notes."""

    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class BegunValue:
    """The value of a parameter or a setting as far as it is typed.

    `name` is the public name. `others` are the values of the other options on the command line, by
    name as well.
    """

    name: str
    text: str
    others: Mapping[str, str]


Values = Callable[[BegunValue], Iterable[Suggestion] | PathKind]
"""The function that suggests values; those that do not begin with the text are left out later."""


def no_values(_begun: BegunValue) -> Iterable[Suggestion]:
    """Suggest nothing."""
    return ()
