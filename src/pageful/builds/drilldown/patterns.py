"""Regular expressions that a caller gives, looked for in many lines within a limited time."""

from __future__ import annotations

import time

import regex

from pageful.text.excerpts import shorten
from pageful.tool.errors import ToolError

_LONGEST = 1000
"""Characters of an expression: what a person writes is far shorter, and some compile slowly."""

_SECONDS = 5.0
"""Time for all searches of a call, which an answer is waited for."""

_SECONDS_A_CHARACTER = 5e-8
"""Time that every character searched adds to the limit: what is large may take longer."""

# > (a|(?1))
# > (?P<x>a(?&x))
_RECURSION = regex.compile(r"\(\?(?:R\)|[+-]?\d|&|P>)")
"""Groups that call a group: their memory is not limited."""

_LONGEST_QUOTED = 100
"""Characters of an expression in an error: a line of it."""

_UNREADABLE = (RecursionError, OverflowError, MemoryError, ValueError, LookupError, TypeError)


class Pattern:
    """An expression as its caller wrote it, its case included, and the time that is left for it."""

    def __init__(self, source: str) -> None:
        """Compile the expression.

        Raises:
            ToolError: it is no regular expression; the message says where and why.
        """
        self.source = source
        self._search = _compile(source).search
        self._began = time.thread_time()
        self._allowed = self._left = _SECONDS

    def find(self, text: str) -> int | None:
        """Return the position of the first match in a line, absent if there is none.

        Raises:
            ToolError: the time is up.
        """
        began = time.perf_counter()
        match = self._match(text)
        more = len(text) * _SECONDS_A_CHARACTER
        self._allowed += more
        self._left += more - (time.perf_counter() - began)
        if self._left <= 0:
            self._look_closer()
        return match.start() if match else None

    def _match(self, text: str) -> regex.Match[str] | None:
        while True:
            try:
                return self._search(text, concurrent=True, timeout=self._left)
            except TimeoutError:
                self._look_closer()
            except MemoryError:
                raise self._exceeds("all memory") from None

    def _look_closer(self) -> None:
        """Go on where the time was spent by other programs, or other threads of this one.

        The wall clock, read ten times faster, comes first; `regex` counts the processor time of all
        threads together.

        Raises:
            ToolError: it was spent here.
        """
        self._left = self._allowed - (time.thread_time() - self._began)
        if self._left <= 0:
            raise self._exceeds(f"{_SECONDS:g} s")

    def _exceeds(self, limit: str) -> ToolError:
        return ToolError(
            f"Looking for `pattern` {_quote(self.source)} took more than {limit}.",
            "Make it more specific: a literal word first, and no repetition within a repetition.",
        )


def _compile(source: str) -> regex.Pattern[str]:
    if len(source) > _LONGEST:
        raise ToolError(
            f"`pattern` has {len(source)} characters.", f"Give at most {_LONGEST}, or a part of it."
        )
    if _RECURSION.search(source):
        raise _invalid_pattern(source, "it calls itself")
    try:
        return regex.compile(source)
    except regex.error as error:
        raise _invalid_pattern(source, str(error)) from None
    except _UNREADABLE:
        raise _invalid_pattern(source, "it is too complex") from None


def _invalid_pattern(source: str, reason: str) -> ToolError:
    return ToolError(
        f"`pattern` {_quote(source)} is no regular expression to look for: {reason}.",
        r"Write a backslash before characters meant literally: `\(`, `\[`, `\.`.",
    )


def _quote(source: str) -> str:
    return f"`{shorten(source, _LONGEST_QUOTED, '…')}`"
