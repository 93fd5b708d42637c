"""Flags of a regular expression."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError


@dataclass(frozen=True, slots=True)
class Flags:
    """The flags of an expression, by their meaning."""

    every: bool = False
    ignore_case: bool = False
    multiline: bool = False
    dot_all: bool = False
    unicode: bool = False
    sets: bool = False
    sticky: bool = False

    @classmethod
    def of(cls, letters: str) -> Flags:
        """Read flags; `d` changes nothing, as groups always know where they are.

        Raises:
            ToolError: a letter is no flag, or comes twice, or `u` and `v` come together.
        """
        both = "u" in letters and "v" in letters
        if len(set(letters)) < len(letters) or not set(letters) <= set("dgimsuvy") or both:
            raise ToolError(
                f"`{letters}` are no flags of a regular expression.",
                "Flags are d, g, i, m, s, u, v and y, each at most once, and not both u and v.",
            )
        return cls(
            every="g" in letters,
            ignore_case="i" in letters,
            multiline="m" in letters,
            dot_all="s" in letters,
            unicode="u" in letters or "v" in letters,
            sets="v" in letters,
            sticky="y" in letters,
        )
