"""Inline Markdown: strong and code marks, and the least escaping that keeps them whole.

Words alone are never escaped, so that names stay greppable; only before and within a mark are
characters escaped that could swallow it.
"""

from __future__ import annotations

import re
import string
from itertools import pairwise
from typing import assert_never

from pageful.lazy import patterns
from pageful.page.blocks import Mono, Span, Strong, Text
from pageful.text.printable import make_printable

SEPARATOR = "<!-- -->"
"""A comment between two constructs that Markdown would read as one."""

_OPEN_BRACKET = r"\[ (?! [^\[\]]* \] (?!\() )"
_SWALLOWS = rf"""
      `                                          # code span
    | < (?!\s) (?! [^"'<>!?] [^"'<>]* [<>] )     # HTML or autolink still open at the end
    | ! (?= {_OPEN_BRACKET} )                    # image likewise
    | \] (?= \( )                                # link destination
"""
# > see `grep
_BEFORE = patterns.compile(rf"(?<!\\)(\\*+)({_SWALLOWS}|\Z)", re.VERBOSE)
# > 2*3 is
_BEFORE_GLUED = patterns.compile(rf"(?<!\\)(\\*+)({_SWALLOWS}|\*|\Z)", re.VERBOSE)
# > List<[String
_WITHIN = patterns.compile(rf"(?<!\\)(\\*+)({_SWALLOWS}|\*|{_OPEN_BRACKET}|\Z)", re.VERBOSE)
# > __init__
_UNDERSCORES = patterns.compile(r"(?<![^\W_])_++|_++(?![^\W_])")
_EDGES = string.whitespace + string.punctuation
# > a ``code`` span
_BACKTICKS = patterns.compile(r"`+")


def to_inline(text: Text) -> str:
    """Write words with their marks; newlines of plain words stay, those within marks are spaces."""
    if isinstance(text, str):
        return make_printable(text)
    return _write_spans(text if isinstance(text, tuple) else (text,))


def fence_around(text: str) -> str:
    """Write the shortest fence that nothing in a text can end: longer than its backtick runs."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    return "`" * max(3, longest + 1)


def _unused_run(text: str) -> int:
    """Find the shortest length that no run of backticks in the text has."""
    runs = {len(run) for run in _BACKTICKS.findall(text)}
    return next(length for length in range(1, len(runs) + 2) if length not in runs)


def _write_spans(spans: tuple[Span, ...]) -> str:
    spans = tuple(plain for plain in map(_normalize, spans) if _span_text(plain))
    last = max((n for n, span in enumerate(spans) if not isinstance(span, str)), default=-1)
    guarded = _BEFORE_GLUED if _has_glued_strong(spans) else _BEFORE
    pieces: list[str] = []
    emphasis = False
    for n, span in enumerate(spans):
        match span:
            case str():
                piece = _escape(guarded, span) if n < last else span
                emphasis = emphasis or "_" in span or "~" in span
            case Strong(words):
                piece = f"**{_write_strong(words, emphasis=emphasis)}**"
            case Mono(words):
                piece = _code_span(words)
            case _:
                assert_never(span)
        if n:
            pieces.append(_joiner(spans[n - 1], span, piece))
        pieces.append(piece)
    return "".join(pieces)


def _span_text(span: Span) -> str:
    return span if isinstance(span, str) else span.text


def _normalize(span: Span) -> Span:
    match span:
        case str():
            return make_printable(span)
        case Strong(words):
            return Strong(make_printable(words).replace("\n", " ").strip())
        case Mono(words):
            flat = make_printable(words).replace("\n", " ")
            return Mono(flat if flat.strip() else "")
        case _:
            assert_never(span)


def _has_glued_strong(spans: tuple[Span, ...]) -> bool:
    """Tell whether a strong mark follows something else than a space: it could close emphasis."""
    return any(
        isinstance(span, Strong) and not (isinstance(above, str) and above[-1] in string.whitespace)
        for above, span in pairwise(spans)
    )


def _joiner(above: Span, span: Span, piece: str) -> str:
    """Write the separator that two neighbours need for the marks of both to be seen."""
    match above, span:
        case (Strong(), Strong()) | (Mono(), Mono()):
            return SEPARATOR
        case (Strong(), str()) if piece[0] == "*":
            return "\\"
        case (Mono(), str()) if piece[0] == "`":
            return "\\"
        case (Strong(words), str()) if _is_word(piece[0]) and not words[-1].isalnum():
            return SEPARATOR
        case (str(), Strong(words)) if _is_word(above[-1]) and not words[0].isalnum():
            return SEPARATOR
        case _:
            return ""


def _is_word(character: str) -> bool:
    return character not in _EDGES


def _escape(pattern: re.Pattern[str], text: str) -> str:
    def escape(match: re.Match[str]) -> str:
        return 2 * match[1] + (f"\\{match[2]}" if match[2] else "")

    return pattern.sub(escape, text)


def _write_strong(words: str, *, emphasis: bool) -> str:
    inner = _escape(_WITHIN, words)
    if not emphasis:
        return inner
    inner = _UNDERSCORES.sub(lambda match: r"\_" * len(match[0]), inner)
    return inner.replace("~", r"\~")


def _code_span(words: str) -> str:
    ticks = "`" * _unused_run(words)
    ends = words[0] + words[-1]
    pad = " " if "`" in ends or ends == "  " else ""
    return f"{ticks}{pad}{words}{pad}{ticks}"
