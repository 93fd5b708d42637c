"""A place as a caller writes it: a file, lines of it, a symbol, or a symbol of a file."""

from __future__ import annotations

import re

from pageful.code.scan.quoting import quote
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError

_LONGEST = 1000  # characters; the longest path of a file system has about as many
# > src/cart.py:12-40
# > src/cart.py:7
# > dist/app.js:1:40001
_LINES = re.compile(r"(?P<path>.+?):(?P<first>\d{1,9})(?:-(?P<last>\d{1,9})|:(?P<column>\d{1,9}))?")
# > src/cart.py::Cart.add_item
_SYMBOL = re.compile(r"(?P<path>.+?)::(?P<symbol>[^:/].*)")


@dataclass(frozen=True, slots=True)
class PlaceText:
    """A place that is asked for; `path` may be any unique end of a file's path.

    Without lines and a symbol it is a whole file, or a bare symbol: what it is, the files tell.
    A `column` is where a long line goes on.
    """

    text: str
    path: str
    symbol: str = ""
    first: int = 0
    last: int = 0
    column: int = 0

    @classmethod
    def of(cls, text: str) -> PlaceText:
        """Read a place.

        Raises:
            ToolError: it is empty, too long, or its lines are none.
        """
        given = text.strip()
        if not given or len(given) > _LONGEST or "\n" in given or "\0" in given:
            problem = f"The place {quote(text)} is none."
            raise ToolError(problem, "Give `file:line`, `file:from-to`, `file::Symbol` or a name.")
        if found := _LINES.fullmatch(given):
            first, last = int(found["first"]), int(found["last"] or 0)
            if not first or (last and last < first):
                problem = f"{quote(text)} names no lines."
                raise ToolError(problem, "Lines count from 1, the smaller one first: `file:3-9`.")
            column = int(found["column"] or 0)
            return cls(given, found["path"], first=first, last=last, column=column)
        if found := _SYMBOL.fullmatch(given):
            return cls(given, found["path"], found["symbol"].strip().removesuffix("()"))
        return cls(given, given)
