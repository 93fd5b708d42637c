"""Errors that an application logged while it was tested, with what caused them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.jvm.stack_trace import is_within_trace
from pageful.lazy import patterns
from pageful.text.elision import elision
from pageful.text.excerpts import shorten

_MOST = 4
"""Lines that are shown: the error that a client saw as a mere status 500, and its root, twice."""

_LONGEST = 340
"""Characters of such a line: a template's or a statement's message with its place."""

# > 2024-05-01T10:00:00.123Z ERROR 4711 --- [nio-8080-exec-1] o.a.c.c.C.[dispatcherServlet] : failed
# > SEVERE: Servlet.service() threw exception
_LEVEL = patterns.compile(r"[^\"'=]{0,100}?(?<![\w.])(?:ERROR|FATAL|SEVERE)(?![\w.=])")
# > c.e.web.Dispatcher - request for /orders failed
_BEHIND_LOGGER = patterns.compile(r" [-:] ")
_CAUSED_BY = "Caused by: "


def logged_errors(output: str, told: str) -> tuple[str, ...]:
    """Return the lines of an output that log an error which is not `told`, and of its root cause.

    What is between them is counted. Empty where no error was logged.
    """
    lines = output.split("\n")
    chosen = sorted(set(_error_positions(lines, told)))[:_MOST]
    return tuple(_with_gaps(lines, chosen)) if chosen else ()


def _error_positions(lines: Sequence[str], told: str) -> Iterator[int]:
    """The positions of logged errors, and of the last cause in the trace behind each."""
    seen: set[str] = set()
    for n, line in enumerate(lines):
        match = _LEVEL.match(line)
        said = line[match.end() :].strip(" :-]") if match else ""
        if not said or _BEHIND_LOGGER.split(said)[-1] in told or said in seen:
            continue
        seen.add(said)
        yield n
        cause = _last_cause(lines, n + 1)
        text = lines[cause].strip().removeprefix(_CAUSED_BY) if cause else ""
        if cause and text not in told and text not in seen:
            seen.add(text)
            yield cause


def _last_cause(lines: Sequence[str], start: int) -> int | None:
    """Return the position of the last cause in a trace that begins at a line, or at the next."""
    found, end = None, start
    while end < len(lines) and (end <= start + 1 or is_within_trace(lines[end])):
        if end > start + 1 and _LEVEL.match(lines[end]):
            break
        if lines[end].startswith(_CAUSED_BY):
            found = end
        end += 1
    return found


def _with_gaps(lines: Sequence[str], chosen: Sequence[int]) -> Iterator[str]:
    end = 0
    for n in chosen:
        if n > end:
            yield elision(n - end)
        yield shorten(lines[n], _LONGEST, "…")
        end = n + 1
    if end < len(lines):
        yield elision(len(lines) - end)
