"""The page of a build that was typed: not longer than what the program printed itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager

from pageful.builds.results import Build, Running, Status
from pageful.builds.shows import build_found_page
from pageful.builds.typed_build import TypedBuild
from pageful.lazy.dataclasses import dataclass, replace
from pageful.page.blocks import Block, Line
from pageful.page.calls import Call, spelling
from pageful.page.limits import MINIMUM
from pageful.page.presentation import Detail, Page, present
from pageful.shell.command_lines import CommandLines
from pageful.tool.call_context import CallContext
from pageful.tool.options import Style
from pageful.tool.tool import Toolset
from pageful.typed_command.viewer import Viewer

BUDGET = 25_000
"""Characters of a page: many agents' shells cut an output at 30,000."""

_LEAST, _A_LINE = 3_000, 120
"""Of a page that stands for some lines: the smallest budget, and what each line adds."""

SHORT = 200
"""Characters that a page may have however little the program printed."""

_WAIT = 60


@dataclass(frozen=True)
class Pages:
    """The pages of one build, with the calls of its family as commands."""

    typed: TypedBuild
    toolset: Toolset
    viewer: Viewer | None = None

    @classmethod
    def of(cls, typed: TypedBuild, viewer: Viewer | None) -> Pages:
        """Return the pages of a build; they stand for what `viewer` would have shown."""
        return cls(typed, typed.toolset(), viewer)

    def page(self, build: Build, exit_code: int | None, raw: str | None) -> Page | None:
        """Make the page of a build that ended; nothing where `raw`, its output, is not longer.

        Of an output that is too long to be compared, `raw` is absent.
        """
        room = self._budget if raw is None else max(len(raw), SHORT)
        pages = (
            self._present(each, exit_code, room, has_tips=has_tips)
            for has_tips in (True, False)
            for each in self._from_most(build)
        )
        return next((page for page in pages if len(page.text) <= room), None)

    def progress(self, running: Running) -> str:
        """Write how far a build is, and the command that waits for it."""
        call = Call(self.typed.shows, {"build": running.id, "wait": _WAIT})
        with self._spelling():
            page = present(running, self._blocks, next_call=call)
        return (
            f"{page.text}\nBuild {running.id} ends with this command, "
            "unless your client lets that run on.\n"
        )

    @property
    def _budget(self) -> int:
        if self.viewer is None:
            return BUDGET
        return min(max(_LEAST, self.viewer.lines * _A_LINE), BUDGET)

    def _from_most(self, build: Build) -> Iterator[Build]:
        """Yield the build, and without what the program did not print itself."""
        if self.typed.is_quiet and build.status is Status.SUCCESS:
            yield replace(build, artifacts=(), notes=(), warnings=(), changes=None)
            return
        yield build
        yield replace(build, excerpts=None, places=None, changes=None, supplies=None)

    def _present(self, build: Build, exit_code: int | None, room: int, *, has_tips: bool) -> Page:
        """Make a page, whole or as far as the budget goes."""
        context = CallContext("", {}, Style(budget=max(MINIMUM, min(self._budget, room))))
        tool = self.toolset.by_name[self.typed.shows]
        more = tool.next_call(build, context) if tool.next_call else None
        if build.status is Status.SUCCESS and self.typed.is_quiet:
            more = None
        log = Call(self.typed.shows, {"build": build.id, "show": "log"})
        shows_log = build.status is not Status.SUCCESS and str(more) != str(log)

        def view(result: Build, detail: Detail) -> Iterator[Block]:
            if note := _exit_note(result, exit_code):
                yield Line(note)
            yield from build_found_page(result, detail, self.typed.shows)

        with self._spelling():
            return present(
                build,
                view,
                budget=self._budget,
                follow_up=lambda cuts: (
                    tool.follow_up(build, replace(context, cuts=cuts)) if tool.follow_up else None
                ),
                next_call=more if has_tips else None,
                advice=("for all that was printed", log) if shows_log and has_tips else None,
            )

    def _blocks(self, running: Running, detail: Detail) -> Iterator[Block]:
        yield from build_found_page(running, detail, self.typed.shows)

    def _spelling(self) -> AbstractContextManager[None]:
        tools = self.toolset
        # A shell may be in another directory when the next command is typed.
        project = {"project": self.typed.root}
        return spelling(CommandLines(f"pageful {tools.name}", tools.tools, project))


def _exit_note(build: Build, exit_code: int | None) -> str:
    """Say the exit code where it does not go without saying."""
    if exit_code is None or (exit_code != 0) == (build.status is not Status.SUCCESS):
        return ""
    return f"Exit code {exit_code}, in spite of this:"
