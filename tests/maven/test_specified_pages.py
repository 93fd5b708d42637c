"""The ten pages of the specification, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful import present
from pageful.maven.views import build_page
from specified import SPECIFIED

_PAGES = Path(__file__).parent / "pages"


@pytest.mark.parametrize("name", SPECIFIED)
def test_a_scenario_of_the_specification_has_its_page_byte_for_byte(name: str) -> None:
    page = present(SPECIFIED[name], build_page)
    assert page.text + "\n" == (_PAGES / f"{name}.md").read_text(encoding="utf-8")


def test_every_golden_page_has_its_scenario() -> None:
    assert {path.stem for path in _PAGES.glob("*.md")} == set(SPECIFIED)
