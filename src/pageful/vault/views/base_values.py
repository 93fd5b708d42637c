"""Values of bases as text of pages: on one line, links as paths, the same in every locale."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping

from pageful.text.single_line import join_lines, name
from pageful.tool.errors import ToolError
from pageful.vault.bases.limits import LARGEST_PAGE, view_budget
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import (
    ErrorValue,
    FileValue,
    LinkValue,
    TagValue,
    UrlValue,
    Value,
)
from pageful.vault.values.clock import Clock
from pageful.vault.values.names import file_title
from pageful.vault.values.numbers import number_text

NONE = "None"
"""The text of the group of rows without a value, as Obsidian has it."""

DEEPEST = 200
"""The deepest nesting of values on a page."""

_SEPARATORS = (", ", "; ", " • ")


class BaseWords:
    """A writer of values, within a budget of the largest page.

    `resolve` gives the path of the file that a link's target leads to from another file.
    """

    def __init__(self, clock: Clock, resolve: Callable[[str, str], str | None]) -> None:
        self._clock = clock
        self._resolve = resolve
        self._budget = view_budget(size=LARGEST_PAGE)

    def of(self, value: Value, depth: int = 0) -> str:
        """Write a value nested `depth` deep; nothing of null.

        Raises:
            OutOfBudget: the page becomes too large.
            ToolError: it nests too deep.
        """
        self._budget.step()
        if depth > DEEPEST:
            raise ToolError(
                f"A value of the view nests deeper than {DEEPEST} levels.",
                "Write the formula with fewer lists within lists.",
            )
        text = self._text(value, depth)
        self._budget.allocate(len(text))
        return text

    def key(self, value: Value) -> str:
        """Write the value that a group has, `None` for null and for what has no text."""
        text = self.of(value)
        return text if text.strip() else NONE

    def _text(self, value: Value, depth: int) -> str:
        match value:
            case None:
                return ""
            case str():
                # A text of blanks alone would look like no value at all.
                text = join_lines(value)
                return json.dumps(text, ensure_ascii=False) if text.isspace() else text
            case bool():
                return "true" if value else "false"
            case int() | float():
                return _number(value)
            case tuple():
                inside = self._all(value, depth + 1)
                return f"[{inside}]" if depth else inside
            case Mapping():
                parts = (
                    f"{join_lines(key)}: {self.of(part, depth + 1)}" for key, part in value.items()
                )
                return f"{{{', '.join(parts)}}}"
            case _:
                return self._own(value)

    def _own(self, value: Value) -> str:
        match value:
            case LinkValue():
                return self._link(value)
            case FileValue(path):
                return name(path)
            case TagValue(text):
                return join_lines(f"#{text}")
            case UrlValue(address, display):
                shown = "" if display is None else self.of(display)
                return join_lines(f"[{shown}]({address})" if shown else address)
            case ErrorValue(message, hint):
                return join_lines(f"Error: {message}{f' ({hint})' if hint else ''}")
            case _:
                return join_lines(text_of(value, self._clock, self._budget))

    def _all(self, values: Iterable[Value], depth: int) -> str:
        """Join values with a separator that none of them contains."""
        texts = [self.of(each, depth) for each in values]
        for separator in _SEPARATORS[:-1]:
            if not any(separator in text for text in texts):
                return separator.join(texts)
        return _SEPARATORS[-1].join(texts)

    def _link(self, link: LinkValue) -> str:
        """Write a link: a whole file as its path, which every tool takes, else in brackets."""
        target, mark, subpath = link.target.partition("#")
        found = self._resolve(target, link.source) if target else None
        path = found or target
        shown = "" if link.display is None else self.of(link.display)
        if shown in ("", path, target, file_title(path), _heading_path(link.target)):
            shown = ""
        if found and not mark and not shown:
            return name(path)
        return join_lines(f"[[{path}{mark}{subpath}{f'|{shown}' if shown else ''}]]")


def _heading_path(target: str) -> str:
    """Return the default text of a link to a heading: `Note > Heading`."""
    return " > ".join(part for part in target.split("#") if part).strip()


def _number(number: float) -> str:
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    return number_text(number)
