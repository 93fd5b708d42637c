"""The error of a text that is no expression, with its place."""

from __future__ import annotations

from pageful.tool.errors import ToolError


class ExpressionError(ToolError):
    """A text is no expression: `message` says why, `position` is the offset of the error."""

    def __init__(self, message: str, position: int, text: str = "") -> None:
        super().__init__(f"{message}\n{_pointer(text, position)}" if text else message)
        self.message = message
        self.position = position


# Of characters, about a line of a page.
_WIDEST = 100


def _pointer(text: str, position: int) -> str:
    """Show the line of an offset, with a caret below it."""
    before, after = text[:position], text[position:]
    start = before.rpartition("\n")[2]
    line = (start + after.partition("\n")[0]).replace("\t", " ")
    first = max(0, len(start) - _WIDEST // 2)
    return f"{line[first : first + _WIDEST]}\n{' ' * (len(start) - first)}^"
