"""A cursor over the source of a regular expression."""

from __future__ import annotations

import re
from typing import NoReturn

from pageful.vault.javascript_regex.errors import PatternError
from pageful.vault.javascript_regex.flags import Flags

# Both are far beyond what people write, and within Python's limit of recursion.
MOST_CHARACTERS = 10_000
DEEPEST = 100


class Cursor:
    """A cursor over a source. `groups` and `names` are those of the whole source."""

    def __init__(self, source: str, flags: Flags) -> None:
        self.source = source
        self.flags = flags
        self.at = 0
        self.depth = 0
        if len(source) > MOST_CHARACTERS:
            self.fail(f"The expression has more than {MOST_CHARACTERS:,} characters.")

    @property
    def rest(self) -> bool:
        """Return whether any of the source is left to read."""
        return self.at < len(self.source)

    @property
    def here(self) -> str:
        """The next character, empty at the end."""
        return self.source[self.at : self.at + 1]

    def is_at(self, text: str) -> bool:
        """Return whether a text comes next."""
        return self.source.startswith(text, self.at)

    def accept(self, text: str) -> bool:
        """Go on after a text, if it comes next."""
        seen = self.is_at(text)
        if seen:
            self.at += len(text)
        return seen

    def accept_match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Go on after a match, if one comes next."""
        found = pattern.match(self.source, self.at)
        if found:
            self.at = found.end()
        return found

    def next(self) -> str:
        """Go on after the next character.

        Raises:
            PatternError: there is none.
        """
        if not self.rest:
            self.fail("The expression ends too early.")
        character = self.source[self.at]
        self.at += 1
        return character

    def descend(self) -> None:
        """Enter a group or class.

        Raises:
            PatternError: it is nested too deeply.
        """
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"The expression is nested deeper than {DEEPEST} levels.")

    def ascend(self) -> None:
        """Leave a group or class."""
        self.depth -= 1

    def fail(self, reason: str, at: int | None = None) -> NoReturn:
        """Raise an error about the expression, here or at another position.

        Raises:
            PatternError: always.
        """
        raise PatternError(self.source, reason, self.at if at is None else at)


def join_surrogates(high: int, low: int) -> int | None:
    """Join two surrogates to a code point; `None` if they are not a pair."""
    if 0xD800 <= high < 0xDC00 <= low < 0xE000:
        return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
    return None
