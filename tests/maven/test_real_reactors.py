"""Real Maven on a reactor: going on after a failure, and running what is compiled."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pageful.builds.results import Build, Status
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.running.run_build import run_build
from pageful.tool.context import Caller
from scenarios import SCENARIOS

pytestmark = pytest.mark.maven


def build(project: Path, **more: Any) -> Build:
    return run_build(BuildRequest("Test", ("test",), (), 300, **more), project, Caller())


def test_a_printed_call_goes_on_and_compiled_tests_run_in_a_reactor(tmp_path: Path) -> None:
    project = SCENARIOS["reactor_compile_error"].write(tmp_path)
    failed = build(project)
    assert failed.notes[0] == "Module failed: shop-api. Skipped because of it: shop-web."
    printed = re.search(r"modules=(\[.*?\])", failed.notes[1])
    assert printed
    invoice = project / "api/src/main/java/com/example/api/Invoice.java"
    invoice.write_text(invoice.read_text().replace("euros()", "cents()"))
    resumed = build(project, modules=tuple(json.loads(printed[1])))
    assert [each.artifact for each in resumed.modules] == [
        *("shop-parent", "shop-core", "shop-api", "shop-web"),
    ]
    assert not resumed.errors
    compiled = build(project, test_only=True, test_filter="InvoiceTest#startsAtZero")
    assert compiled.status is Status.SUCCESS
    assert compiled.notes[0].startswith("Ran in testOnly mode (compile surefire:test).")
    assert [each.artifact for each in compiled.modules][-1] == "shop-api"
