"""The wording of all errors of requests that can't be carried out.

Each names the parameter or the tool that helps, unlike the code that finds the fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pageful.maven.notes import first_tests
from pageful.text.units import count
from pageful.tool.errors import ToolError

_RUN_ALL = "Call maven_test without failedOnly to run all tests."
_NOTHING_RECORDED = "Nothing is known to have failed: no build of this project is recorded."


def project_gone_error(root: Path) -> ToolError:
    """Refuse a project that no longer exists when its build begins."""
    return ToolError(
        f"The project's directory {root} does not exist any more.",
        "Restore it, or name the project's with `--project`.",
    )


def two_filters_error() -> ToolError:
    """Refuse a request for failed tests that names tests as well."""
    return ToolError(
        "`testFilter` and `failedOnly` both say which tests to run.", "Leave one of them out."
    )


def failed_elsewhere_error(classes: Iterable[str]) -> ToolError:
    """Refuse to run failed tests in some modules, as they failed in others."""
    names = first_tests(classes)
    problem = f"No test of these modules failed when it last ran, but others did: {names}."
    return ToolError(problem, "Call it without `modules` to run those.")


def integration_tests_error(classes: Iterable[str]) -> ToolError:
    """Refuse to run failed tests that the goals do not reach."""
    problem = f"Only integration tests failed when they last ran: {first_tests(classes)}."
    return ToolError(problem, "Call maven_verify, which runs them.")


def nothing_recorded_error() -> ToolError:
    """Refuse to run failed tests in a project without a recorded build."""
    return ToolError(_NOTHING_RECORDED, _RUN_ALL)


def nothing_failed_error(last: str, operation: str, status: str) -> ToolError:
    """Refuse to run failed tests, as none failed; `last` is the id of the last build."""
    return ToolError(
        f"No test failed when it last ran, as far as the builds up to {last} tell "
        f"({operation} {status}).",
        _RUN_ALL,
    )


def all_gone_error(tests: Iterable[str], number: int) -> ToolError:
    """Refuse to run tests that all have lost their sources."""
    return ToolError(
        f"Every test that failed when it last ran is gone, as its source is "
        f"({count(number, 'test')}): {first_tests(tests)}.",
        f"{_RUN_ALL} If it still runs these, maven_clean deletes their classes.",
    )


def nothing_compiled_error(missing: str) -> ToolError:
    """Refuse to run compiled tests, as there are none."""
    return ToolError(
        f"testOnly runs compiled tests, and {missing}.", "Call maven_test without testOnly first."
    )
