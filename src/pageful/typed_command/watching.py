"""A run with a page: the program is started, watched to its end, and what it came to is printed."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from pageful.lazy.dataclasses import dataclass, field
from pageful.typed_command.child import Child
from pageful.typed_command.programs import PROGRAMS, find_row
from pageful.typed_command.raw_log import Printer, RawLog
from pageful.typed_command.viewer import Viewer

if TYPE_CHECKING:
    from pageful.builds.results import Build
    from pageful.builds.typed_build import TypedBuild, WatchedBuild
    from pageful.page.presentation import Page
    from pageful.typed_command.counting import Form
    from pageful.typed_command.page import Pages

_TICK = 0.5
"""Seconds between two looks at the clock, and at whether somebody asked for the build's end."""

_PATIENCE = 1.0
"""Seconds that a program has to end by a signal before the page so far is printed."""

_BEFORE_DEADLINE = 10.0
"""Seconds before a client's time-out at which it is said how to go on."""

_MOST_COMPARED = 1 << 20
"""Bytes of an output that is compared with its page: pages have at most 25,000 characters."""


@dataclass
class Run:
    """One run of a program, and its page. `began` is in nanoseconds since the epoch."""

    argv: list[str]
    typed: TypedBuild
    child: Child
    began: int
    viewer: Viewer | None = None
    deadline: float | None = None
    _started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self._printer = Printer(self.viewer)
        self._raw = RawLog(self._printer)
        self._watched: WatchedBuild | None = None
        self._pages: Pages | None = None
        self._page: str | None = None

    def finish(self) -> int:
        """Watch the program to its end, print its page, and return its exit code."""
        try:
            self._watch()
        except Exception as error:
            self._give_up(error)
        code = self.child.wait(_TICK)
        while code is None:
            code = self.child.wait(_TICK)
        if self._raw.is_printed and self._watched is not None:
            self._watched.read_rest()
        self._printer.finish()
        with suppress(Exception):  # the program's exit code is right all the same
            self._note()
        return code

    def _note(self) -> None:
        """Note the run among the counts of answers."""
        from pageful.typed_command.counting import note_run, sizes_of

        found = find_row(self.argv)
        if found is None:
            return
        program, words = found
        form: Form = "as printed" if self._page is None else "page"
        sizes = sizes_of(self._page, self._raw.taken)
        note_run(program.family, words[0], form, sizes, self._viewed_size())

    def _viewed_size(self) -> int | None:
        """Return the size of what a viewer would have shown of a page's output."""
        output = None if self._raw.is_printed else self._raw.content(_MOST_COMPARED)
        return len(self.viewer.excerpt(output)) if self.viewer and output is not None else None

    def _watch(self) -> None:
        self._watched = self.typed.watch(self.child.output, self.began, self._raw.keep)
        # These are loaded while the program runs: at its end they would be waited for.
        import pageful.typed_command.counting  # noqa: F401
        from pageful.typed_command.page import Pages

        self._pages = Pages.of(self.typed, self.viewer)
        code = self._wait(self._watched)
        if self.child.signalled:
            self._watched.stop_reading()
            code = self.child.wait(0) if self.child.exit_code is not None else None
            self._print_end(self._watched.end(None), code)
        else:
            self._print_end(self._watched.end(code), code)

    def _wait(self, watched: WatchedBuild) -> int | None:
        """Wait for the program's end, or until it does not obey a signal."""
        until = None
        while (code := self.child.wait(_TICK)) is None:
            watched.running()
            self._warn(watched)
            if watched.is_asked_to_stop and self.child.signalled is None:
                self.child.end()
            if self.child.signalled is not None:
                until = until or time.monotonic() + _PATIENCE
                if time.monotonic() >= until:
                    return None
        return code

    def _warn(self, watched: WatchedBuild) -> None:
        """Say how far the build is shortly before the client's time is up."""
        if self.deadline is None or self._raw.is_printed or self._pages is None:
            return
        early = max(self.deadline - _BEFORE_DEADLINE, self.deadline / 2)
        if time.monotonic() - self._started >= early:
            self.deadline = None
            Printer().print(self._pages.progress(watched.running()).encode())

    def _print_end(self, build: Build, code: int | None) -> None:
        if self._raw.is_printed:
            return
        assert self._pages
        page = self._pages.page(build, code, self._raw.text(_MOST_COMPARED)) if build.id else None
        if page is None:
            self._raw.print_all()
        else:
            self._page = page.text
            self._print(page)

    def _print(self, page: Page) -> None:
        if sys.stdout is not None and sys.stdout.isatty():
            from pageful.page.terminal import terminal_text

            sys.stdout.write(terminal_text(page.document))
        else:
            Printer().print(f"{page.text}\n".encode("utf-8", "replace"))

    def _give_up(self, error: Exception) -> None:
        """Print what the program prints itself, as the page can't be made."""
        reason = f"pageful: there is no page of this build ({_explanation(error)})\n"
        self._raw.print_all()
        if self._watched is None:
            # Nobody reads the output yet.
            for block in iter(partial(self.child.output.read, 1 << 16), b""):
                self._printer.print(block)
        if sys.stderr is not None:
            os.write(2, reason.encode("utf-8", "replace"))


def _explanation(error: Exception) -> str:
    """Say what is wrong, and what to install where a module is missing."""
    if isinstance(error, ModuleNotFoundError):
        extras = "|".join(sorted({each.family for each in PROGRAMS}))
        return f"`{error.name}` is not installed: install `pageful[{extras}]`"
    return f"{type(error).__name__}: {error}"
