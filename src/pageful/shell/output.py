"""The output of a command, and its errors where that can't be written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from pageful.tool.errors import ToolError
from pageful.tool.tool import Answer


@contextmanager
def printing() -> Iterator[None]:
    """Let the program print within, and make sure at the end that all of it was written.

    Raises:
        ToolError: the output can't be written: it is closed, or the disk is full.
        BrokenPipeError: what reads the output has ended.
    """
    # Python has no stream where the shell closed the descriptor: `>&-`.
    if sys.stdout is None:
        raise ToolError(
            "The output can't be written: it is closed.", "To discard it: `>/dev/null`."
        )
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _discard_the_rest(sys.stdout)
        raise
    except OSError as error:
        _discard_the_rest(sys.stdout)
        problem = f"The output can't be written: {error.strerror or error}."
        raise ToolError(problem) from None


def print_answer(answer: Answer, *, may_page: bool = True) -> None:
    """Print an answer: in colours on a terminal, as its text anywhere else, errors on stderr.

    On a terminal, a page that is longer than it goes to the user's pager, if it `may_page`.

    Raises:
        ToolError: the output can't be written.
        BrokenPipeError: what reads the output has ended.
    """
    if answer.failed:
        print_error(answer.text)
        return
    with printing():
        if answer.document and sys.stdout.isatty():
            from pageful.page.terminal import terminal_text

            _print_page(terminal_text(answer.document), may_page=may_page)
        else:
            sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
            print(answer.text)


def _print_page(text: str, *, may_page: bool) -> None:
    """Print a coloured page, or have a pager show it."""
    from pageful.shell.pager import show_long

    if not (may_page and show_long(text)):
        sys.stdout.write(text)


def print_bytes(data: bytes) -> None:
    """Print bytes as they are, line ends and all.

    Raises:
        ToolError: the output can't be written.
        BrokenPipeError: what reads the output has ended.
    """
    with printing():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def print_tip(text: str) -> None:
    """Print a tip below an answer, for programs: a person who watches has a history of commands.

    Raises:
        ToolError: the output can't be written.
        BrokenPipeError: what reads the output has ended.
    """
    with printing():
        if not sys.stdout.isatty():
            print(f"\n{text}")


def print_error(text: str) -> None:
    """Print to stderr, if that takes anything: the exit code says the same."""
    # Python has no stream where the shell closed the descriptor: `2>&-`.
    if sys.stderr is None:
        return
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _discard_the_rest(sys.stderr)


def has_watching_person() -> bool:
    """Tell whether stderr is a terminal, on which progress can be shown."""
    return sys.stderr is not None and sys.stderr.isatty()


def _discard_the_rest(stream: TextIO) -> None:
    """Discard all that is still to be written, at the interpreter's end too."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
