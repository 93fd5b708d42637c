"""Real builds of every kind, run by a real client, each with the page that an agent reads.

`PAGEFUL_APPROVE=1` writes the pages anew, to be read and committed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from connecting import connected, maven, page
from every_scenario import EVERY

pytestmark = [pytest.mark.anyio, pytest.mark.maven]

_PAGES = Path(__file__).parent / "pages" / "shown"
_OF_THIS_MACHINE = (
    (re.compile(r"\(\d+\.\ds\)"), "(0.0s)"),
    (re.compile(r"\(\d+\.\d KB\)"), "(0.0 KB)"),
    (re.compile(r" in [\w-]+ \([\w.:-]+\)"), " in central"),
)
"""What no two machines have the same: times, sizes, repositories."""

SHOWN: Mapping[str, tuple[str, dict[str, Any]]] = {
    "five_modules_compile_error": ("maven_test", {}),
    "unit_and_integration_tests": ("maven_verify", {"args": ["-fae"]}),
    "fork_exit": ("maven_test", {}),
    "failure_ignored": ("maven_test", {}),
    "coverage_too_low": ("maven_test", {}),
    "green_but_plugin_fails": ("maven_test", {}),
    "kotlin2_errors": ("maven_compile", {"args": ["-fn", "-Dkotlin.compiler.daemon=false"]}),
    "jupiter": ("maven_test", {}),
    "testng": ("maven_test", {}),
    "flaky": ("maven_test", {}),
    "missing_artifacts": ("maven_test", {"args": ["-U"]}),
    "pom_missing_version": ("maven_test", {}),
    "jar_and_war": ("maven_package", {}),
}


@pytest.mark.parametrize("name", SHOWN)
async def test_a_real_build_has_its_golden_page(name: str, tmp_path: Path) -> None:
    project = EVERY[name].write(tmp_path / "project")
    tool, arguments = SHOWN[name]
    async with connected(*maven(project)) as client:
        text = page(await client.call_tool(tool, arguments))
    shown = text + "\n"
    for pattern, same in _OF_THIS_MACHINE:
        shown = pattern.sub(same, shown)
    golden = _PAGES / f"{name}.md"
    if os.environ.get("PAGEFUL_APPROVE"):
        golden.write_text(shown, encoding="utf-8")
    assert shown == golden.read_text(encoding="utf-8")
