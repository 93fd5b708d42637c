"""The clients on this machine, and the families that a directory is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pageful.lazy.dataclasses import dataclass
from pageful.setup.server_forms import FORMS, ServerForm
from pageful.shell.suggestions import nearest
from pageful.tool.errors import ToolError
from pageful.tool.family_setup import FamilySetup
from pageful.tool.tool import Family

Families = Mapping[str, Callable[[], Family[Any]]]


@dataclass(frozen=True)
class FittingFamily:
    """A family, how it is set up, and the reason why a directory is for it."""

    family: Family[Any]
    setup: FamilySetup
    reason: str


@dataclass(frozen=True)
class MissingFamily:
    """A family that can't be loaded, with what is wrong and what mends it."""

    name: str
    error: ToolError


def find_forms(names: Sequence[str]) -> list[ServerForm]:
    """Return the forms of the named clients, or of those that are on this machine.

    Raises:
        ToolError: one is not known, or none is here.
    """
    if not names:
        here = [each for each in FORMS if each.client.is_here]
        if not here:
            raise ToolError(
                "None of the clients that are known is on this machine.",
                f"Name one to write its file all the same: {_list_names()}.",
            )
        return here
    by_name = {each.client.name: each for each in FORMS}
    for name in names:
        if name not in by_name:
            close = nearest(name, by_name)
            meant = f"Did you mean `{close}`? " if close else ""
            problem = f"No client {name!r:.40} is known."
            raise ToolError(problem, f"{meant}There are: {_list_names()}.")
    return [by_name[name] for name in dict.fromkeys(names)]


def find_families(families: Families, directory: Path) -> Iterator[FittingFamily | MissingFamily]:
    """Yield the families that a directory is for, and those that can't be loaded to tell."""
    for name in families:
        try:
            family = families[name]()
        except ToolError as error:
            yield MissingFamily(name, error)
            continue
        setup = family.setup() if family.setup else None
        if setup and (reason := setup.detect(directory)):
            yield FittingFamily(family, setup, reason)


def load_families(families: Families, names: Sequence[str]) -> list[FittingFamily]:
    """Return the families that are named.

    Raises:
        ToolError: one is not known, can't be loaded, or can't be set up.
    """
    found = []
    for name in dict.fromkeys(names):
        if name not in families:
            close = nearest(name, families)
            meant = f"Did you mean `{close}`? " if close else ""
            listed = ", ".join(families)
            raise ToolError(f"No family {name!r:.40} is known.", f"{meant}There are: {listed}.")
        family = families[name]()
        if family.setup is None:
            raise ToolError(f"The family `{name}` does not say how it is set up.", "Leave it out.")
        found.append(FittingFamily(family, family.setup(), "it was named"))
    return found


def _list_names() -> str:
    return ", ".join(each.client.name for each in FORMS)
