"""A pytest plugin that compares pages with golden files: `pytest_plugins = ["pageful.testing"]`.

A golden page is a Markdown file in the directory `pages` beside the test that names it, so that
people read it where a change of it is reviewed. `pytest --update-pages` writes them anew.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest


class _HasText(Protocol):
    @property
    def text(self) -> str: ...


@dataclass(frozen=True)
class GoldenPages:
    """The golden pages of one test file.

    With `is_updating` each page that is checked becomes the golden one.
    """

    directory: Path
    is_updating: bool = False

    def check(self, page: str | _HasText, name: str) -> None:
        """Compare a page with `<name>.md`; the test fails with a diff if they are not the same.

        A file ends with a newline, which the page itself need not have.

        Raises:
            ValueError: the name would lead out of the directory.
        """
        __tracebackhide__ = True
        if not name or Path(name).name != name:
            raise ValueError(f"a golden page's name is that of a file, without directories: {name}")
        text = page if isinstance(page, str) else page.text
        text = text if text.endswith("\n") else f"{text}\n"
        file = self.directory / f"{name}.md"
        if self.is_updating:
            self.directory.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            return
        if not file.exists():
            pytest.fail(
                f"There is no golden page {file}; `pytest --update-pages` writes it.", pytrace=False
            )
        golden = file.read_bytes().decode()
        if golden != text:
            pytest.fail(
                f"{_diff(golden, text, file)}\n`pytest --update-pages` takes it over.",
                pytrace=False,
            )


def _diff(golden: str, text: str, file: Path) -> str:
    """Return a unified diff; blanks at the ends of lines, which nobody sees, are dots."""
    before, after = (list(map(_show_blanks, each.split("\n"))) for each in (golden, text))
    return "\n".join(difflib.unified_diff(before, after, str(file), "this page", lineterm=""))


def _show_blanks(line: str) -> str:
    return line.rstrip() + "·" * (len(line) - len(line.rstrip()))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--update-pages`."""
    parser.getgroup("pageful").addoption(
        "--update-pages", action="store_true", help="write golden pages anew, instead of comparing"
    )


@pytest.fixture
def golden_pages(request: pytest.FixtureRequest) -> GoldenPages:
    """The golden pages beside the test, in the directory `pages`."""
    directory = Path(request.path).parent / "pages"
    return GoldenPages(directory, request.config.getoption("--update-pages"))
