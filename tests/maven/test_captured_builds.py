"""Pages of real builds, from captured logs and reports: each log has its `page.md` beside it.

`PAGEFUL_APPROVE=1` writes the pages anew, to be read and committed.
"""

from __future__ import annotations

import os

import pytest

from every_scenario import EVERY
from evidence import CAPTURED, NAMES, captured_build, captured_log
from pageful import present
from pageful.builds.results import Counts
from pageful.maven.logs.build_errors import logged_counts
from pageful.maven.logs.build_log import BuildLog
from pageful.maven.views import build_page

_OPERATIONS = ("package", "verify", "install")


def _operation(name: str) -> str:
    """What a tool would call the build: by its last phase, a test unless it is one of a few."""
    if name.startswith("clean"):
        return "Clean"
    command = EVERY[name].command
    return next((each.title() for each in command if each in _OPERATIONS), "Test")


@pytest.mark.parametrize("name", NAMES)
def test_a_captured_build_has_its_golden_page(name: str) -> None:
    page = present(captured_build(name, _operation(name)), build_page).text + "\n"
    golden = CAPTURED / name / "page.md"
    if os.environ.get("PAGEFUL_APPROVE"):
        golden.write_text(page, encoding="utf-8")
    assert page == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in NAMES if "hanging" not in name])
def test_tests_are_counted_as_in_mavens_last_totals(name: str) -> None:
    tests = captured_build(name, _operation(name)).tests or Counts(0, 0, 0)
    assert (tests.run, tests.failed, tests.skipped) == (
        logged_counts(BuildLog.read(captured_log(name))) or (0, 0, 0)
    )
