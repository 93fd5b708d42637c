"""JavaScript's regular expressions, compiled: search, replace and split."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, lru_cache, partial

import regex

from pageful.lazy.dataclasses import dataclass
from pageful.tool.time_limit import TimeLimit
from pageful.vault.javascript_regex.errors import PatternError, SlowPattern
from pageful.vault.javascript_regex.flags import Flags
from pageful.vault.javascript_regex.needs import required_texts
from pageful.vault.javascript_regex.parsing import read
from pageful.vault.javascript_regex.syntax_tree import Expression
from pageful.vault.javascript_regex.translating import TooLong, Translation, translate

SECONDS = 1.0
"""The processor time of one call; an ordinary search takes microseconds."""

# A hundredth of that and thousands of ordinary searches: none of these pays for a look at the
# thread's clock, which takes a fifth of its time.
_UNMEASURED = 0.01

# > $2, $1
_REPLACED = re.compile(r"\$(?:(\$)|(&)|(`)|(')|([0-9]{1,2})|<([^>]*)>)")
_OTHER_LINE_ENDS = "\r\u2028\u2029"


def _ignore_size(_length: int) -> None:
    """Accept any size, for callers without a budget."""


@dataclass(frozen=True, slots=True)
class _CompiledPattern:
    """A translation with its compiled pattern."""

    pattern: regex.Pattern[str]
    translation: Translation


class JavaScriptMatch:
    """A match of an expression. Groups count from 1; 0 is the whole match."""

    __slots__ = ("_match", "_names", "_translation", "text")

    def __init__(
        self,
        match: regex.Match[str],
        translation: Translation,
        names: dict[str, int],
        text: str,
    ) -> None:
        self._match = match
        self._translation = translation
        self._names = names
        self.text = text

    def start(self, group: int | str = 0) -> int:
        """Return the start of a group in the text; -1 if it took no part."""
        return self.span(group)[0]

    def end(self, group: int | str = 0) -> int:
        """Return the end of a group; -1 if it took no part."""
        return self.span(group)[1]

    def group(self, group: int | str = 0) -> str | None:
        """Return the text of a group, by number or name; `None` if it took no part."""
        start, end = self.span(group)
        return None if start < 0 else self.text[start:end]

    def groups(self) -> tuple[str | None, ...]:
        """Return the texts of all groups."""
        return tuple(self.group(number + 1) for number in range(len(self._translation.loops)))

    def span(self, group: int | str = 0) -> tuple[int, int]:
        """Return the span of a group; (-1, -1) if it took no part.

        Raises:
            IndexError: there is no such group.
        """
        number = self._names.get(group, -1) if isinstance(group, str) else group
        if number == 0:
            return self._match.span()
        if number not in self._translation.loops:
            raise IndexError(group)
        return self._capture(number)

    def _capture(self, number: int) -> tuple[int, int]:
        span: tuple[int, int] = self._match.span(f"g{number}")
        inner = span
        if number in self._translation.never:
            return -1, -1
        for loop in self._translation.loops[number]:
            outer = self._match.span(f"l{loop}")
            if inner[0] < outer[0] or inner[1] > outer[1]:
                return -1, -1
            inner = outer
        return span


class JavaScriptRegex:
    """An expression. Each call ends with `SlowPattern` after `timeout` seconds of processor time.

    `required_texts` are texts that every match contains, in any case if case is ignored.
    """

    def __init__(self, source: str, flags: Flags, expression: Expression) -> None:
        self.source = source
        self.required_texts = required_texts(expression.root)
        self._flags = flags
        self._expression = expression

    def search(
        self, text: str, start: int = 0, *, timeout: float = SECONDS
    ) -> JavaScriptMatch | None:
        """Find the first match from `start` on; with the flag `y` only at `start`.

        Raises:
            SlowPattern: it takes too long.
        """
        compiled = self._for(text)
        find = compiled.pattern.match if self._flags.sticky else compiled.pattern.search
        return self._try(find, compiled, text, start, timeout)

    def fullmatch(self, text: str, *, timeout: float = SECONDS) -> JavaScriptMatch | None:
        """Match a whole text, as if the expression were between `^` and `$`.

        Raises:
            SlowPattern: it takes too long.
        """
        compiled = self._for(text)
        return self._try(compiled.pattern.fullmatch, compiled, text, 0, timeout)

    def finditer(self, text: str, *, timeout: float = SECONDS) -> Iterator[JavaScriptMatch]:
        """Yield all matches from the left, as `matchAll`; `timeout` is for all of them together.

        Raises:
            SlowPattern: it takes too long.
        """
        compiled, start, limit = self._for(text), 0, TimeLimit(timeout, unmeasured=_UNMEASURED)
        find = compiled.pattern.match if self._flags.sticky else compiled.pattern.search
        while start <= len(text):
            found = self._try(find, compiled, text, start, timeout, limit)
            if found is None:
                return
            yield found
            start = found.end() + (found.end() == found.start())

    def replace(
        self,
        text: str,
        replacement: str,
        *,
        timeout: float = SECONDS,
        made: Callable[[int], None] = _ignore_size,
    ) -> str:
        """Replace the first match, or every one with the flag `g`.

        In the replacement `$1`, `$<name>`, `$&`, `$`` ` ``, `$'` and `$$` mean what they do in
        JavaScript's `replace`. `made` is told the length of each piece that comes in place of a
        match, and may raise to end it.

        Raises:
            SlowPattern: it takes too long.
        """
        pieces, end = [], 0
        for found in self.finditer(text, timeout=timeout):
            pieces += [text[end : found.start()], self._expand(replacement, found)]
            made(len(pieces[-1]))
            end = found.end()
            if not self._flags.every:
                break
        return "".join([*pieces, text[end:]])

    def split(self, text: str, *, timeout: float = SECONDS) -> list[str | None]:
        """Split a text at the matches, with captured groups between the pieces.

        Raises:
            SlowPattern: it takes too long.
        """
        if not text:
            return [] if self.search(text, timeout=timeout) else [text]
        pieces: list[str | None] = []
        compiled, limit = self._for(text), TimeLimit(timeout, unmeasured=_UNMEASURED)
        end = start = 0
        while start < len(text):
            found = self._try(compiled.pattern.search, compiled, text, start, timeout, limit)
            if found is None or found.start() >= len(text):
                break
            if found.end() == end:
                start = max(start, found.start()) + 1
                continue
            pieces += [text[end : found.start()], *found.groups()]
            end = start = found.end()
        return [*pieces, text[end:]]

    def _try(
        self,
        find: Callable[..., regex.Match[str] | None],
        compiled: _CompiledPattern,
        text: str,
        start: int,
        timeout: float,
        limit: TimeLimit | None = None,
    ) -> JavaScriptMatch | None:
        """Search once; `limit` bounds several searches that share one `timeout`."""
        try:
            if limit is not None and limit.seconds_left() <= 0:
                raise TimeoutError
            try:
                found = find(text, start, concurrent=True, timeout=_UNMEASURED)
            except TimeoutError:
                found = _find_within(limit or TimeLimit(timeout), partial(find, text, start))
        except TimeoutError:
            raise SlowPattern(self.source, f"longer than {timeout:.2g} seconds") from None
        except MemoryError:
            raise SlowPattern(self.source, "more memory than there is") from None
        if found is None:
            return None
        return JavaScriptMatch(found, compiled.translation, self._expression.names, text)

    def _expand(self, replacement: str, found: JavaScriptMatch) -> str:
        return _REPLACED.sub(lambda sign: self._replacement(sign, found), replacement)

    def _replacement(self, sign: re.Match[str], found: JavaScriptMatch) -> str:
        """Return the text for a `$` sign of a replacement."""
        dollar, whole, before, after, digits, name = sign.groups()
        if dollar:
            return "$"
        if whole:
            return found.group() or ""
        if before:
            return found.text[: found.start()]
        if after:
            return found.text[found.end() :]
        if digits:
            return self._group_reference(digits, found)
        if not self._expression.names:
            return sign[0]
        return (found.group(name) or "") if name in self._expression.names else ""

    def _group_reference(self, digits: str, found: JavaScriptMatch) -> str:
        count = self._expression.groups
        for length in range(len(digits), 0, -1):
            number = int(digits[:length])
            if 1 <= number <= count:
                return (found.group(number) or "") + digits[length:]
        return f"${digits}"

    def _for(self, text: str) -> _CompiledPattern:
        """Choose the pattern for the line ends of a text."""
        if text.isascii():
            return self._for_any_text if "\r" in text else self._for_plain_text
        if any(end in text for end in _OTHER_LINE_ENDS):
            return self._for_any_text
        return self._for_plain_text

    @cached_property
    def _for_plain_text(self) -> _CompiledPattern:
        return self._compile(has_only_newlines=True)

    @cached_property
    def _for_any_text(self) -> _CompiledPattern:
        return self._compile(has_only_newlines=False)

    def _compile(self, *, has_only_newlines: bool) -> _CompiledPattern:
        try:
            translation = translate(
                self._expression, self._flags, has_only_newlines=has_only_newlines
            )
            return _CompiledPattern(
                regex.compile(translation.pattern, translation.flags), translation
            )
        except (TooLong, OverflowError, RecursionError, regex.error):
            raise PatternError(self.source, "The expression is too complex.", 0) from None


def _find_within(
    limit: TimeLimit, find: Callable[..., regex.Match[str] | None]
) -> regex.Match[str] | None:
    """Search until the limit: `regex` ends a search earlier where other threads work as well.

    Raises:
        TimeoutError: no time is left.
    """
    while (left := limit.seconds_left()) > 0:
        # Its clock is C's `clock`, the processor time of all threads together.
        with suppress(TimeoutError):
            return find(concurrent=True, timeout=left)
    raise TimeoutError


@lru_cache(maxsize=256)
def compile_regex(source: str, flags: str = "") -> JavaScriptRegex:
    """Compile an expression as JavaScript's `new RegExp(source, flags)` does.

    Raises:
        PatternError: the source is not an expression; the message says where and why.
        ToolError: the flags are not JavaScript's.
    """
    read_flags = Flags.of(flags)
    expression = JavaScriptRegex(source, read_flags, read(source, read_flags))
    expression.search("")
    return expression
