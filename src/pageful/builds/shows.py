"""The parts of a recorded build that can be shown: how each is asked for, read and viewed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

from pageful.builds.drilldown.failure_pages import read_failures
from pageful.builds.drilldown.log_excerpt import LogPage, read_log
from pageful.builds.drilldown.module_page import ModulePage, read_modules
from pageful.builds.drilldown.paging import PartRequest
from pageful.builds.drilldown.test_times import TestTimes, read_tests
from pageful.builds.drilldown.warning_page import WarningPage, read_warnings
from pageful.builds.drilldown.whole_failure import WholeFailure, read_failure
from pageful.builds.results import Build, BuildFound, FailurePage, Running
from pageful.builds.views.build import build_page
from pageful.builds.views.failure import whole_failure_page
from pageful.builds.views.failures import failures_page
from pageful.builds.views.log import log_page
from pageful.builds.views.modules import modules_page
from pageful.builds.views.running import running_page
from pageful.builds.views.tests import tests_page
from pageful.builds.views.warnings import warnings_page
from pageful.lazy.dataclasses import dataclass
from pageful.page.blocks import Document
from pageful.page.presentation import Detail

if TYPE_CHECKING:
    from pageful.builds.records.build_record import BuildRecord

P = TypeVar("P")
ShowName: TypeAlias = Literal["failures", "failure", "tests", "log", "warnings", "modules"]
Argument: TypeAlias = Literal["test", "pattern"]


@dataclass(frozen=True, slots=True)
class Show(Generic[P]):
    """A part of a build: its name in a call, its page, and the arguments that only it takes.

    `read` reads a page of it; `view` makes the blocks, given the tool that shows builds. `summary`
    is said of it in that tool's definition.
    """

    name: ShowName
    page: type[P]
    read: Callable[[BuildRecord, PartRequest], P]
    view: Callable[[P, Detail, str], Document]
    summary: str = ""
    arguments: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        """Write the name, and what is said of the part."""
        return f"{self.name}: {self.summary}" if self.summary else self.name

    def blocks(self, found: object, detail: Detail, tool: str) -> Document | None:
        """Make the blocks of a page of this part; None of any other result."""
        return self.view(found, detail, tool) if isinstance(found, self.page) else None


SHOWS = (
    Show(
        "failures",
        FailurePage,
        read_failures,
        failures_page,
        "its page, and those that it had no room for",
    ),
    Show(
        "failure",
        WholeFailure,
        read_failure,
        whole_failure_page,
        "one whole, named by test",
        ("test",),
    ),
    Show("tests", TestTimes, read_tests, tests_page, "the slowest", ("pattern",)),
    Show("log", LogPage, read_log, log_page, "its end, or what matches pattern", ("pattern",)),
    Show("warnings", WarningPage, read_warnings, warnings_page),
    Show("modules", ModulePage, read_modules, modules_page),
)
SHOW = {show.name: show for show in SHOWS}


def build_found_page(found: BuildFound, detail: Detail, tool: str) -> Document:
    """Make the blocks of a build, ended or running, or of one part; `tool` shows other parts."""
    match found:
        case Build():
            return build_page(found, detail)
        case Running():
            return running_page(found, detail)
        case _:
            return next(filter(None, (show.blocks(found, detail, tool) for show in SHOWS)))


def shows_with(argument: Argument) -> list[ShowName]:
    """Return the names of the parts that take an argument, sorted."""
    return sorted(show.name for show in SHOWS if argument in show.arguments)
