"""The text or the regular expression that lines are searched for, within a limited time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING

from pageful.code.find.required_literal import required_literal
from pageful.code.scan.quoting import quote
from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError
from pageful.tool.time_limit import TimeLimit

if TYPE_CHECKING:
    import regex

MOST_TEXTS = 10
_LONGEST = 1000  # characters; a pasted line is shorter
_SECONDS = 5.0  # of processor time: an agent waits that long, and 50 MB take one second
_LEAST_SECONDS = 0.01  # that a search of one text gets, however little is left

# > (a|(?1))
# > (?P<x>a(?&x))
_RECURSION = re.compile(r"\(\?(?:R\)|[+-]?\d|&|P>)")
"""Groups that call a group: what they take of memory is not limited."""
# > foo(?!\s)
# > \s++$
_LOOKS_AROUND = re.compile(r"\(\?[=!<>]|[*+?}]\+|\\[AZzGKR]")
"""Parts of a pattern that may match a line and yet nothing in the text around it."""
_UNREADABLE = (RecursionError, OverflowError, MemoryError, ValueError, LookupError, TypeError)


@dataclass(frozen=True, slots=True)
class Query:
    """Texts as the caller gave them, any of which a line must have, and how they are compared."""

    texts: tuple[str, ...]
    is_regex: bool = False
    ignore_case: bool = False
    word: bool = False


@dataclass(frozen=True)
class Pattern:
    """A query ready to be looked for in bytes of files and in their lines."""

    query: Query
    needles: tuple[bytes, ...]
    lowered: bool
    line: regex.Pattern[str] | None
    whole: regex.Pattern[str] | None
    limit: TimeLimit = field(default_factory=lambda: TimeLimit(_SECONDS))

    @classmethod
    def of(cls, query: Query) -> Pattern:
        """Read a query.

        Raises:
            ToolError: there is no text, too many or too long ones, one with a line's end, or one
                that is no regular expression.
        """
        for text in _check_texts(query.texts):
            if query.is_regex:
                _compile(text, text, ignore_case=False)
        lowered = query.ignore_case and all(text.isascii() for text in query.texts)
        if not query.is_regex and not query.word and (lowered or not query.ignore_case):
            return cls(query, _needles(query.texts, lowered=lowered), lowered, None, None)
        import regex  # takes longer to load than plain texts to find

        given = [text if query.is_regex else regex.escape(text) for text in query.texts]
        joined = "|".join(f"(?:{each})" for each in given) if len(given) > 1 else given[0]
        if query.word:
            joined = rf"(?<!\w)(?:{joined})(?!\w)"
        line = _compile(joined, query.texts[0], ignore_case=query.ignore_case)
        if not query.is_regex:
            needles = (
                _needles(query.texts, lowered=lowered) if lowered or not query.ignore_case else ()
            )
            return cls(query, needles, lowered, line, None)
        literals = [required_literal(text) for text in query.texts]
        if not all(literals) or (query.ignore_case and not all(map(str.isascii, literals))):
            literals = []
        around = any(_LOOKS_AROUND.search(text) for text in query.texts)
        whole = None if around else _compile(joined, query.texts[0], query.ignore_case, lines=True)
        needles = _needles(literals, lowered=query.ignore_case)
        return cls(query, needles, query.ignore_case, line, whole)

    def may_have(self, content: bytes) -> bool:
        """Tell whether a file in UTF-8 may have a matching line; cheap, and never wrongly no."""
        if not self.needles:
            return True
        text = content.lower() if self.lowered else content
        if len(self.needles) == 1:  # as nearly always: no generator for each of thousands of files
            return self.needles[0] in text
        return any(needle in text for needle in self.needles)

    @cached_property
    def is_ascii(self) -> bool:
        """Return whether a file in another encoding than UTF-8 has the needles' very bytes."""
        return all(needle.isascii() for needle in self.needles)

    def find_lines(self, text: str) -> dict[int, str]:
        """Return the lines of a text that match by their numbers, from 1.

        Raises:
            ToolError: the time is up.
        """
        if self.line is None:
            return self._find_literal(text)
        # `$` is the end of a line, whose end may be two characters.
        if self.whole is not None and not self._search(self.whole, text.replace("\r\n", "\n")):
            return {}
        candidates = self._candidates(split_lines(text))
        return {
            number: line
            for number, line in candidates
            if self._search(self.line, line.removesuffix("\r"))
        }

    def find_in(self, line: str) -> tuple[int, int]:
        """Return the start and end of the first match in a line; `(0, 0)` without a match."""
        if self.line is not None:
            found = self._search(self.line, line)
            return found.span() if found else (0, 0)
        text = line.lower() if self.lowered else line
        texts = [each.lower() if self.lowered else each for each in self.query.texts]
        places = [(at, at + len(each)) for each in texts if (at := text.find(each)) >= 0]
        return min(places, default=(0, 0))

    def _find_literal(self, text: str) -> dict[int, str]:
        wanted = self.query.texts
        if len(wanted) == 1 and not self.lowered:
            return dict(_lines_with(text, wanted[0]))
        if self.lowered:
            wanted = tuple(each.lower() for each in wanted)
        return {
            number: line
            for number, line in enumerate(split_lines(text), 1)
            if self._has_any(line.lower() if self.lowered else line, wanted)
        }

    @staticmethod
    def _has_any(line: str, wanted: Sequence[str]) -> bool:
        return any(each in line for each in wanted)

    def _candidates(self, lines: Sequence[str]) -> Iterator[tuple[int, str]]:
        needles = [needle.decode() for needle in self.needles]
        for number, line in enumerate(lines, 1):
            text = line.lower() if self.lowered else line
            if not needles or any(needle in text for needle in needles):
                yield number, line

    def _search(self, pattern: regex.Pattern[str], text: str) -> regex.Match[str] | None:
        began = perf_counter()
        while True:
            left = self.limit.seconds_left()
            if left <= 0:
                raise self._exceeds(f"{_SECONDS:g} s of processor time")
            try:
                return pattern.search(text, concurrent=True, timeout=max(left, _LEAST_SECONDS))
            except TimeoutError:
                # `regex` counts the time of all threads together: go on if it was not spent here.
                if perf_counter() - began > 12 * _SECONDS:
                    raise self._exceeds(f"{12 * _SECONDS:g} s") from None
            except MemoryError:
                raise self._exceeds("all memory") from None

    def _exceeds(self, what: str) -> ToolError:
        return ToolError(
            f"Looking for {quote(self.query.texts[0])} took more than {what}.",
            "Make the expression more specific: a literal word first, no repetition within a"
            " repetition; or search fewer files with `within` or `file_type`.",
        )


def split_lines(text: str) -> list[str]:
    """Return the lines of a text, without the empty one after the last line end."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _lines_with(text: str, wanted: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that have a text; no other lines are taken apart, which takes most time."""
    number, start = 1, 0
    at = text.find(wanted)
    while at >= 0:
        number += text.count("\n", start, at)
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield number, text[start:end]
        number, start = number + 1, end + 1
        at = text.find(wanted, start)


def _check_texts(texts: Sequence[str]) -> Sequence[str]:
    if not texts or not all(texts):
        raise ToolError("`text` is empty.", "Give the text, name or expression to find.")
    if len(texts) > MOST_TEXTS:
        problem = f"`text` has {len(texts)} texts; a line that has any of them is found."
        raise ToolError(problem, f"Give at most {MOST_TEXTS}, or one expression with `regex`.")
    for text in texts:
        if len(text) > _LONGEST:
            problem = f"A text of {len(text):,} characters is too long."
            raise ToolError(problem, f"Give at most {_LONGEST:,}, one line of it or a part.")
        if "\n" in text or "\0" in text:
            problem = (
                f"The text {quote(text)} has more than one line; lines are searched one by one."
            )
            raise ToolError(problem, "Give the line that tells most.")
    return texts


def _needles(texts: Sequence[str], *, lowered: bool) -> tuple[bytes, ...]:
    found = [text.lower() if lowered else text for text in texts]
    return tuple(text.encode("utf-8", "replace") for text in found)


def _compile(
    source: str, given: str, ignore_case: bool, *, lines: bool = False
) -> regex.Pattern[str]:
    import regex

    flags = (regex.IGNORECASE if ignore_case else 0) | (regex.MULTILINE if lines else 0)
    if _RECURSION.search(source):
        raise _no_expression(given, "it calls itself")
    try:
        return regex.compile(source, flags)
    except regex.error as error:
        raise _no_expression(given, str(error)) from None
    except _UNREADABLE:
        raise _no_expression(given, "it is too complex") from None


def _no_expression(given: str, reason: str) -> ToolError:
    return ToolError(
        f"{quote(given)} is no regular expression to look for: {reason}.",
        r"Write a backslash before characters meant literally (`\(`, `\[`), or leave `regex` out.",
    )
