"""The modules of a reactor as a table: how each ended, its time and its tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pageful.builds.drilldown.module_page import ModulePage
from pageful.builds.results import Module
from pageful.builds.views.first_line import describe_counts
from pageful.builds.views.table import table_without_empty_columns
from pageful.page.blocks import Block, Line, Table
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import extent, page_label, seconds

_COLUMNS = ("module", "directory", "ended", "time", "tests")


def modules_page(page: ModulePage, _detail: Detail, _tool: str) -> Iterator[Block]:
    """Make the page of a build's modules in the order in which they were built."""
    if not page.total:
        yield Line(f"Modules of build {page.build} — none: it is no reactor")
        return
    ended = Counter(module.outcome.value for module in page.modules)
    outcomes = ", ".join(f"{number} {outcome}" for outcome, number in ended.items())
    if len(page.modules) == page.total:
        shown = f"{page.total}: {outcomes}" if outcomes else str(page.total)
    else:
        shown = extent(page.first, len(page.modules), page.total)
    yield Line(f"Modules of build {page.build} — {shown}{page_label(page.page, page.pages)}")
    if page.modules:
        yield module_table(page.modules)


def module_table(modules: Sequence[Module]) -> Table:
    """Make a row for each module, with the columns that any of them has something for."""
    return table_without_empty_columns(
        _COLUMNS, [*map(_row, modules)], "module", always=1, key="modules"
    )


def _row(module: Module) -> tuple[str, ...]:
    directory = module.directory if module.directory not in (None, module.name) else ""
    return (
        name(module.name),
        name(directory or ""),
        module.outcome.value,
        "" if module.milliseconds is None else seconds(module.milliseconds),
        describe_counts(module.tests) if module.tests else "",
    )
