"""Pages of every kind of result: golden files, in both details.

`PAGEFUL_APPROVE=1` writes the pages anew, to be read and committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pageful import Detail, present
from pageful.builds.drilldown.log_excerpt import LogPage
from pageful.builds.drilldown.module_page import ModulePage
from pageful.builds.drilldown.test_times import TestTimes
from pageful.builds.drilldown.warning_page import WarningPage
from pageful.builds.drilldown.whole_failure import WholeFailure
from pageful.maven.follow_up import more_of_found
from pageful.maven.results import Found
from pageful.maven.views import dependencies_page, found_page
from pageful.tool.call_context import CallContext
from samples import BUILDS, DEPENDENCIES, FOUND

_PAGES = Path(__file__).parent / "pages"
_FOUND = {**BUILDS, **FOUND}


def _check(file: Path, page: str) -> None:
    """Compare with a golden page; a detailed one that says no more has no file of its own."""
    concise = file.with_name(file.name.replace(".detailed", ""))
    if os.environ.get("PAGEFUL_APPROVE"):
        file.write_text(page, encoding="utf-8")
        if file != concise and page == concise.read_text(encoding="utf-8"):
            file.unlink()
    assert page == (file if file.exists() else concise).read_text(encoding="utf-8")


@pytest.mark.parametrize("detail", ["concise", "detailed"])
@pytest.mark.parametrize("name", _FOUND)
def test_whatever_is_found_of_a_build_has_its_golden_page(name: str, detail: Detail) -> None:
    found = _FOUND[name]
    call = more_of_found(found, CallContext("maven_build", _asked(found)))
    page = present(found, found_page, detail=detail, next_call=call)
    _check(_file("found", name, detail), f"{page}\n")


@pytest.mark.parametrize("detail", ["concise", "detailed"])
@pytest.mark.parametrize("name", DEPENDENCIES)
def test_dependencies_have_their_golden_page(name: str, detail: Detail) -> None:
    page = present(DEPENDENCIES[name], dependencies_page, detail=detail)
    _check(_file("dependencies", name, detail), f"{page}\n")


@pytest.mark.parametrize(
    ("directory", "results"), [("found", _FOUND), ("dependencies", DEPENDENCIES)]
)
def test_every_golden_page_has_its_result(directory: str, results: dict[str, object]) -> None:
    names = {path.name.partition(".")[0] for path in (_PAGES / directory).iterdir()}
    assert names == set(results)


def _asked(found: Found) -> dict[str, object]:
    """The arguments that give such a result."""
    match found:
        case WholeFailure(test=test):
            return {"show": "failure", "test": test}
        case LogPage(pattern=pattern):
            return {"show": "log", **({"pattern": pattern} if pattern else {})}
        case TestTimes():
            return {"show": "tests"}
        case WarningPage():
            return {"show": "warnings"}
        case ModulePage():
            return {"show": "modules"}
        case _:
            return {}


def _file(directory: str, name: str, detail: Detail) -> Path:
    suffix = "" if detail == "concise" else ".detailed"
    return _PAGES / directory / f"{name}{suffix}.md"
