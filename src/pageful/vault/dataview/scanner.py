"""A cursor over a query's text that records the furthest failure, for error messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Protocol

from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError
from pageful.vault.dataview.foreign_words import find_foreign_word
from pageful.vault.values.clock import Clock
from pageful.vault.values.whitespace import CHARACTERS, SPACE

DEEPEST = 48
"""The deepest nesting of parentheses, lists, calls and negations, for Python's recursion limit."""

# > LIST FROM #bread
_SPACES = re.compile(f"{SPACE}*")
_WIDEST = 120
_ENDINGS = re.compile(r"\r\n|[\n\r]")


class Match(Protocol):
    """The match of a pattern."""

    def __getitem__(self, group: int, /) -> Any:
        """Return the text of a group."""

    def end(self) -> int:
        """Return the offset of the match's end."""


class CompiledPattern(Protocol):
    """A compiled pattern, of `re` or of `regex`."""

    @property
    def match(self) -> Callable[[str, int], Match | None]:
        """The function that finds a match at an offset."""


@dataclass(slots=True)
class Scanner:
    """A cursor (`at`) over a text, with the furthest failure: its offset, and what was expected."""

    text: str
    clock: Clock
    at: int = 0
    depth: int = 0
    furthest: int = 0
    expected: list[str] = field(default_factory=list)

    def take(self, literal: str) -> bool:
        """Read an expected text."""
        if self.text.startswith(literal, self.at):
            self.at += len(literal)
            return True
        self.miss(f"'{literal}'")
        return False

    def match(self, pattern: CompiledPattern, name: str) -> Match | None:
        """Match a pattern here, and read the match."""
        found = pattern.match(self.text, self.at)
        if found is None:
            self.miss(name)
        else:
            self.at = found.end()
        return found

    def skip_space(self) -> bool:
        """Read white space, if any; return whether there was some."""
        start = self.at
        if start < len(self.text) and self.text[start] in CHARACTERS:
            spaces = _SPACES.match(self.text, start)
            self.at = spaces.end() if spaces else start
        return self.at > start

    @property
    def at_end(self) -> bool:
        """Return whether all is read."""
        return self.at >= len(self.text)

    def miss(self, name: str) -> None:
        """Record what was expected here in vain."""
        if self.at > self.furthest:
            self.furthest, self.expected = self.at, [name]
        elif self.at == self.furthest and name not in self.expected:
            self.expected.append(name)

    def enter(self) -> None:
        """Go one level deeper.

        Raises:
            ToolError: It is too deep.
        """
        self.depth += 1
        if self.depth > DEEPEST:
            raise ToolError(
                f"The query nests deeper than {DEEPEST} levels.\n{_caret_line(self.text, self.at)}",
                "Write it with fewer parentheses, lists or calls within one another.",
            )

    def leave(self) -> None:
        """Come back up."""
        self.depth -= 1

    def failure(self) -> ToolError:
        """Describe the error at the furthest position that was reached."""
        if habit := find_foreign_word(self.text, self.furthest):
            return _unreadable(self.text, habit.at, habit.advice)
        expected = _any_of(self.expected) or "the end of the query"
        return _unreadable(self.text, self.furthest, f"expected {expected}")


def _unreadable(text: str, at: int, reason: str) -> ToolError:
    return ToolError(
        f"The query can't be read.\n{_caret_line(text, at)}\n{reason}",
        "Correct the query at the caret and send it again.",
    )


def _any_of(names: list[str]) -> str:
    *others, last = names or [""]
    return f"{', '.join(others)} or {last}" if others else last


def _caret_line(text: str, at: int) -> str:
    """Format a position: line and column, the line, and a caret under the column."""
    before = _ENDINGS.split(text[:at])
    line = before[-1] + _ENDINGS.split(text[at:], maxsplit=1)[0]
    column = len(before[-1])
    start = max(0, column - _WIDEST // 2)
    shown = line[start : start + _WIDEST]
    indent = "".join(c if c == "\t" else " " for c in shown[: column - start])
    return f"line {len(before)}, column {column + 1}:\n| {shown}\n| {indent}^"
