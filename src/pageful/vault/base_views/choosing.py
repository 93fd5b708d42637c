"""The choice of a base, a view and the file that `this` means, from what a caller writes."""

from __future__ import annotations

from pageful.text.units import list_names
from pageful.tool.errors import ToolError
from pageful.vault.base_views.note_bases import BasePlace
from pageful.vault.bases.base import Base, BaseView
from pageful.vault.bases.unknown_names import nearest_name
from pageful.vault.paths.spelling import spelling
from pageful.vault.snapshot.lookup import locate, locate_part
from pageful.vault.snapshot.snapshot import VaultSnapshot

_MOST_NAMED = 20
_SHOWING = ("note", "canvas", "base")
"""Kinds of files that are bases or show some."""


def locate_base(snapshot: VaultSnapshot, text: str) -> tuple[str, str]:
    """Find the base or the note that a text means, and the view behind its `#`.

    A name without an ending means a base before a note: `Books` is `Books.base`.

    Raises:
        ToolError: as for `locate`; or the file is none that shows a base.
    """
    name, mark, part = text.strip().strip("[]!").partition("#")
    if text not in snapshot.files and not name.endswith((".base", ".md")):
        for path in (f"{name}.base", f"{name}.base{mark}{part}"):
            if found := _base_at(snapshot, path):
                return found, part
    path, part = locate_part(snapshot, text)
    if snapshot.files[path].kind not in _SHOWING:
        raise ToolError(
            f"{path!r} is neither a base nor a note that shows one.",
            "Give the path of a `.base` file, or of a note with a base in it.",
        )
    if snapshot.files[path].kind != "base" and path not in snapshot.notes:
        raise ToolError(f"{path!r} could not be read.", "system_info() says why.")
    return path, part


def _base_at(snapshot: VaultSnapshot, path: str) -> str:
    """Return the only base whose path ends in one; empty if there is none, or several."""
    if path in snapshot.files:
        return path
    wanted = f"/{spelling(path)}"
    bases = (each.path for each in snapshot.files.values() if each.kind == "base")
    found = [each for each in bases if f"/{spelling(each)}".endswith(wanted)]
    return found[0] if len(found) == 1 else ""


def locate_this(snapshot: VaultSnapshot, text: str) -> str:
    """Find the file that `this` is to mean.

    Raises:
        ToolError: as for `locate`.
    """
    return locate(snapshot, text)


def choose_view(base: Base, name: str, place: BasePlace) -> BaseView:
    """Return the view of a name, in any case; without a name the first.

    Raises:
        ToolError: there is no such view; the error names the nearest and all.
    """
    if not name:
        return base.views[0]
    for spell in (str, spelling):
        for view in base.views:
            if spell(view.name) == spell(name):
                return view
    names = [view.name for view in base.views]
    where = f" of {place.path!r}" if place.path else ""
    raise ToolError(
        f"There is no view {name!r}{where}{nearest_name(name, names)}.",
        f"The base has {list_names([f'`{each}`' for each in names], _MOST_NAMED)}.",
    )
