"""The program `pageful`: the command line with every family that is installed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from importlib.metadata import EntryPoint, distribution, entry_points
from importlib.util import find_spec
from typing import Any

from pageful.shell.commands import run
from pageful.tool.errors import ToolError
from pageful.tool.tool import Family

_OWN = "pageful"
_UNINSTALL = "Mend that package, or uninstall it."

GROUP = "pageful.families"
"""The group of entry points that families are found by; a point's name is the family's."""


class InstalledFamilies(Mapping[str, Callable[[], Family[Any]]]):
    """The loader of each family of the installed packages, ours before all others.

    The others are looked for only where a name is not ours: that reads the metadata of every
    package.
    """

    def __getitem__(self, name: str) -> Callable[[], Family[Any]]:
        return (self._own if name in self._own else self._all)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @cached_property
    def _own(self) -> Mapping[str, Callable[[], Family[Any]]]:
        return _loaders(distribution(_OWN).entry_points.select(group=GROUP))

    @cached_property
    def _all(self) -> Mapping[str, Callable[[], Family[Any]]]:
        points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
        return {**self._own, **_loaders(point for point in points if point.name not in self._own)}


def _loaders(points: Iterable[EntryPoint]) -> dict[str, Callable[[], Family[Any]]]:
    found: dict[str, list[EntryPoint]] = {}
    for point in points:
        found.setdefault(point.name, []).append(point)
    return {name: partial(_load, points) for name, points in found.items()}


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "a package without a name"


def _load(points: Iterable[EntryPoint]) -> Family[Any]:
    """Import a family.

    Raises:
        ToolError: its package is broken or lacks an extra, or several packages have a family of
            that name.
    """
    point, *others = points
    of = f"The family `{point.name}` of {_package(point)}"
    if others:
        packages = " and ".join(map(_package, (point, *others)))
        raise ToolError(f"Several families are named `{point.name}`: {packages}.", _UNINSTALL)
    try:
        family = point.load()
    except Exception as error:
        problem = f"{of} can't be loaded: {type(error).__name__}: {error}"
        raise ToolError(problem, _UNINSTALL) from error
    if not isinstance(family, Family) or family.name != point.name:
        raise ToolError(
            f"{of} can't be loaded: {point.value} is no family of that name", _UNINSTALL
        )
    if missing := [name for name in family.modules if find_spec(name) is None]:
        listed = ", ".join(f"`{name}`" for name in missing)
        raise ToolError(f"{of} needs what is not installed: {listed}.", _extra(point))
    return family


def _extra(point: EntryPoint) -> str:
    """The remedy where the packages that a family needs are missing."""
    return f"Install {_package(point)} with its extra: `{_package(point)}[{point.name}]`."


FAMILIES = InstalledFamilies()


def main() -> int:
    """Run the command line of this process."""
    return run(FAMILIES, sys.argv[1:])
