"""Pages of real builds, from captured logs and reports: each log has its `page.md` beside it.

`LACONIC_APPROVE=1` writes the pages anew, to be read and committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from evidence import CAPTURED, NAMES, judged_capture
from laconic import present
from laconic.maven.views import build_page


@pytest.mark.parametrize("name", NAMES)
def test_a_captured_build_has_its_golden_page(name: str, tmp_path: Path) -> None:
    operation = "Clean" if name.startswith("clean") else "Test"
    page = present(judged_capture(name, tmp_path, operation), build_page).text + "\n"
    golden = CAPTURED / name / "page.md"
    if os.environ.get("LACONIC_APPROVE"):
        golden.write_text(page, encoding="utf-8")
    assert page == golden.read_text(encoding="utf-8")
