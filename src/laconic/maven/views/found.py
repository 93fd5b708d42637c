"""Pages of whatever the Maven tools find: one for each kind of result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from laconic.document import Block
from laconic.maven.results import (
    Build,
    Dependencies,
    FailurePage,
    Found,
    LogPage,
    ModulePage,
    Running,
    TestTimes,
    WarningPage,
    WholeFailure,
)
from laconic.maven.views.build import build_page
from laconic.maven.views.dependencies import dependencies_page
from laconic.maven.views.failure import failure_page
from laconic.maven.views.failures import failures_page
from laconic.maven.views.log import log_page
from laconic.maven.views.modules import modules_page
from laconic.maven.views.running import running_page
from laconic.maven.views.tests import tests_page
from laconic.maven.views.warnings import warnings_page
from laconic.presenting import Detail


def found_page(found: Found, detail: Detail) -> Iterator[Block]:
    """A build as it ended, as far as it is, or one side of it; or dependencies."""
    match found:
        case Build():
            return build_page(found, detail)
        case Running():
            return running_page(found, detail)
        case FailurePage():
            return failures_page(found, detail)
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
        case Dependencies():
            return dependencies_page(found, detail)
        case _:
            assert_never(found)
