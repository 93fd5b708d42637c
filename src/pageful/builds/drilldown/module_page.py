"""The modules of a recorded build, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.builds.drilldown.paging import PartRequest, paginate
from pageful.builds.results import Module
from pageful.lazy.dataclasses import dataclass

if TYPE_CHECKING:
    from pageful.builds.records.build_record import BuildRecord

_CELLS = 32
"""Characters of a row beside its names: its borders, an outcome and a time."""

_TESTS = 40
"""Characters of a row's counts of tests: four numbers of up to five digits with their words."""


@dataclass(frozen=True, slots=True)
class ModulePage:
    """The modules of a build in the order in which they were built: `first` of `total` and on."""

    build: str
    modules: tuple[Module, ...]
    first: int
    total: int
    page: int
    pages: int


def read_modules(record: BuildRecord, request: PartRequest) -> ModulePage:
    """Read the modules of a build in the order in which they were built.

    Raises:
        ToolError: there is no such page, or the record is damaged.
    """
    modules = record.build().modules
    return ModulePage(record.id, *paginate(modules, _size, request.room_beside(), request.page))


def _size(module: Module) -> int:
    tests = _TESTS if module.tests else 0
    return len(module.name) + len(module.directory or "") + tests + _CELLS
