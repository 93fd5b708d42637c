"""`pageful.testing`: golden pages in the tests of those who build on the package."""

from __future__ import annotations

from pathlib import Path

import pytest

import pageful
from pageful.testing import GoldenPages


@pytest.fixture
def pages(tmp_path: Path) -> GoldenPages:
    GoldenPages(tmp_path / "pages", is_updating=True).check("# Weather\n\nrain  \nsun", "weather")
    return GoldenPages(tmp_path / "pages")


def test_an_updated_page_is_a_file_that_ends_with_a_newline(pages: GoldenPages) -> None:
    assert (pages.directory / "weather.md").read_bytes() == b"# Weather\n\nrain  \nsun\n"


def test_the_same_page_passes_with_and_without_its_last_newline(pages: GoldenPages) -> None:
    pages.check("# Weather\n\nrain  \nsun", "weather")
    pages.check("# Weather\n\nrain  \nsun\n", "weather")


def test_a_page_of_a_result_is_taken_as_it_is(pages: GoldenPages) -> None:
    pages.check(
        pageful.present("", lambda *_: [pageful.Verbatim("# Weather\n\nrain  \nsun")]), "weather"
    )


def test_another_page_fails_with_a_diff_that_shows_blanks_at_the_ends(pages: GoldenPages) -> None:
    with pytest.raises(pytest.fail.Exception) as failure:
        pages.check("# Weather\n\nrain\nsun", "weather")
    told = str(failure.value)
    assert "-rain··\n+rain\n" in told
    assert "--update-pages" in told


def test_a_page_without_a_golden_one_fails_and_says_how_it_is_written(pages: GoldenPages) -> None:
    with pytest.raises(pytest.fail.Exception, match="--update-pages"):
        pages.check("# Snow", "snow")
    assert not (pages.directory / "snow.md").exists()


@pytest.mark.parametrize("name", ["", "../weather", "a/b"])
def test_a_name_leads_to_no_other_directory(pages: GoldenPages, name: str) -> None:
    with pytest.raises(ValueError, match="without directories"):
        pages.check("# Weather", name)
