"""Errors of regular expressions: a source that is invalid, a search that takes too long."""

from __future__ import annotations

from pageful.tool.errors import ToolError


class PatternError(ToolError):
    """The source is no regular expression of JavaScript: `reason` says why, `at` is the offset."""

    def __init__(self, source: str, reason: str, at: int) -> None:
        line = "".join(character if character.isprintable() else " " for character in source)
        super().__init__(
            f"{reason}\n/{line}/\n{' ' * (at + 1)}^",
            "Write it in JavaScript's dialect; a backslash before a character of "
            r"^$\.*+?()[]{}|/ takes its meaning away.",
        )
        self.reason = reason
        self.at = at


class SlowPattern(ToolError):
    """A pattern took more time than its limit, or more memory than there is."""

    def __init__(self, source: str, excess: str) -> None:
        super().__init__(
            f"The pattern /{source}/ took {excess}.",
            "Write it more simply: without repetitions within repetitions, or with a text that it "
            "must hold.",
        )
