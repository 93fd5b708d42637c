"""Pages of builds and of their parts: one for each kind of result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from pageful.builds.results import (
    Build,
    BuildFound,
    FailurePage,
    LogPage,
    ModulePage,
    Running,
    TestTimes,
    WarningPage,
    WholeFailure,
)
from pageful.builds.views.build import build_page
from pageful.builds.views.failure import failure_page
from pageful.builds.views.failures import failures_page
from pageful.builds.views.log import log_page
from pageful.builds.views.modules import modules_page
from pageful.builds.views.running import running_page
from pageful.builds.views.tests import tests_page
from pageful.builds.views.warnings import warnings_page
from pageful.page.blocks import Block
from pageful.page.presentation import Detail


def build_found_page(found: BuildFound, detail: Detail, tool: str) -> Iterator[Block]:
    """A build as it ended, as far as it is, or one part of it; `tool` shows other parts."""
    match found:
        case Build():
            return build_page(found, detail)
        case Running():
            return running_page(found, detail)
        case FailurePage():
            return failures_page(found, detail, tool)
        case WholeFailure():
            return failure_page(found, detail)
        case TestTimes():
            return tests_page(found, detail)
        case LogPage():
            return log_page(found, detail)
        case WarningPage():
            return warnings_page(found, detail)
        case ModulePage():
            return modules_page(found, detail)
        case _:
            assert_never(found)
