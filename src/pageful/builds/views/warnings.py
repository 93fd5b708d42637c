"""The page of a build's warnings: each once, with every place that it was given for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pageful.builds.drilldown.warning_page import WarningPage
from pageful.builds.results import WarningGroup
from pageful.page.blocks import Block, Bullets, Line
from pageful.page.presentation import Detail
from pageful.text.units import count, extent, page_label


def warnings_page(page: WarningPage, _detail: Detail, _tool: str) -> Iterator[Block]:
    """Make the page of warnings, the most frequent first."""
    yield Line(f"Warnings of build {page.build} — {_how_many(page)}")
    if page.groups:
        yield Bullets(tuple(map(_group, page.groups)), of="kind")


def _how_many(page: WarningPage) -> str:
    if not page.total:
        return "none"
    kinds = f"of {count(page.groups_total, 'kind')}"
    shown = len(page.groups)
    if shown < page.groups_total:
        kinds = f"kinds {extent(page.first, shown, page.groups_total)}"
    return f"{page.total}, {kinds}{page_label(page.page, page.pages)}"


def _group(group: WarningGroup) -> str:
    times = f" ({group.count} times)" if group.count > 1 else ""
    places = "; ".join(_by_file(group.places))
    return f"{group.message}{times}\n{places}" if places else f"{group.message}{times}"


def _by_file(places: Iterable[str]) -> Iterator[str]:
    """Join the places of each file: `A.java:3,7`."""
    files: dict[str, dict[str, None]] = {}
    for place in places:
        file, colon, line = place.rpartition(":")
        numbered = colon and line.isdecimal()
        files.setdefault(file if numbered else place, {}).update({line: None} if numbered else {})
    for file, lines in files.items():
        yield f"{file}:{','.join(lines)}" if lines else file
