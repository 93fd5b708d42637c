"""The program `pageful`: the command line with every family that is installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pageful.family_packages import any_package_names
from pageful.shell.commands import run
from pageful.tool.errors import NotInstalledError, ToolError
from pageful.tool.tool import Family

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_OWN = ("maven", "code", "vault")
"""Our families, as our entry points have them: to read those takes longer than `--help`."""

_UNINSTALL = "Mend that package, or uninstall it."

GROUP = "pageful.families"
"""The group of entry points that families are found by; a point's name is the family's."""

Loader = Callable[[], Family[Any]]


class InstalledFamilies(Mapping[str, Loader]):
    """The loader of each family of the installed packages, ours before all others.

    The others are looked for only where a name is not ours.
    """

    def __getitem__(self, name: str) -> Loader:
        return (self._own if name in self._own else self._all)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @cached_property
    def _own(self) -> Mapping[str, Loader]:
        return {name: partial(_load_own, name) for name in _OWN}

    @cached_property
    def _all(self) -> Mapping[str, Loader]:
        if not any_package_names(GROUP, apart_from="pageful"):
            return self._own
        from importlib.metadata import entry_points

        points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
        found: dict[str, list[EntryPoint]] = {}
        for point in points:
            found.setdefault(point.name, []).append(point)
        others = {name: partial(_load, each) for name, each in found.items() if name not in _OWN}
        return {**self._own, **others}


def _load_own(name: str) -> Family[Any]:
    """Import a family of ours.

    Raises:
        ToolError: it lacks its extra.
    """
    family: Family[Any] = import_module(f"pageful.{name}.family").FAMILY
    _check_modules(family, "pageful")
    return family


def _load(points: list[EntryPoint]) -> Family[Any]:
    """Import a family of another package.

    Raises:
        ToolError: its package is broken or lacks an extra, or several packages have a family of
            that name.
    """
    point, *others = points
    of = _of(point.name, _package(point))
    if others:
        packages = " and ".join(map(_package, points))
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
    _check_modules(family, _package(point))
    return family


def _check_modules(family: Family[Any], package: str) -> None:
    """Refuse a family whose package is installed without what its calls need.

    Raises:
        NotInstalledError: it lacks its extra.
    """
    if missing := [name for name in family.modules if find_spec(name) is None]:
        listed = ", ".join(f"`{name}`" for name in missing)
        problem = f"{_of(family.name, package)} needs what is not installed: {listed}."
        raise NotInstalledError(problem, f"`pip install '{package}[{family.name}]'` brings it.")


def _of(family: str, package: str) -> str:
    return f"The family `{family}` of {package}"


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "a package without a name"


FAMILIES = InstalledFamilies()


def main() -> int:
    """Run the command line of this process."""
    if _computes_little(sys.argv[1:]):
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return run(FAMILIES, sys.argv[1:])


def _computes_little(argv: list[str]) -> bool:
    """Tell whether a program loads numpy and multiplies no large matrices many times.

    To start the threads for that takes a fifth of the time in which numpy is loaded. Programs that
    start others, as Maven's, leave the environment of these as it is.
    """
    return argv[:1] in (["code"], ["vault"]) or argv[:2] == ["serve", "vault"]
