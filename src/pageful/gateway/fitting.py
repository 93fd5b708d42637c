"""Data as they fit: as a view wants them, within a budget; the rest is kept for `recall`."""

from __future__ import annotations

from typing import Any

from pageful.gateway.credentials import looks_secret
from pageful.gateway.cutting import cut_page
from pageful.gateway.json_text import write
from pageful.gateway.keeping import Store
from pageful.gateway.recalling import RecallRequest, foot, notes_excess
from pageful.gateway.selecting import Selected, select
from pageful.gateway.showing import Shown, show
from pageful.gateway.views import ToolView
from pageful.lazy.dataclasses import dataclass, replace

_NAMED = 8
"""Fields that the last line of a page names: each is paid for with every result."""

_LONGEST = 60
"""Characters of a field's name there."""

_ALL = 'all: recall(id="xxxxxxxxxxxxxxxxxxxx")'
"""The call for all, as long as one can be."""

_SECRET = "it looks as if it held credentials"  # noqa: S105 -- a reason, not a password


@dataclass(frozen=True)
class KeepingPlace:
    """The room for a tool's data: a budget, and where the rest is kept and recalled."""

    tool: str
    budget: int
    store: Store | None
    recall_name: str


def show_selected(
    value: Any, view: ToolView, place: KeepingPlace, compact: str | None = None
) -> Shown:
    """Show the fields that a view wants, and say what it left out and which call brings that."""
    selected = select(value, view)
    if not selected.is_less:
        return show_fitting(value, place, compact)
    source = compact or write(value)
    if place.store and looks_secret(source):
        shown = show_fitting(value, place)
        return Shown(shown.text, f"{shown.reason}; no view: {_SECRET}")
    note = len(_left_out(selected, _ALL)) + notes_excess(place.recall_name, "")
    page = show_fitting(selected.value, replace(place, budget=max(0, place.budget - note)))
    if len(page.text) + len(_left_out(selected, "")) >= len(source):
        shown = show_fitting(value, place)
        return Shown(shown.text, f"{shown.reason}; no view: it would save nothing")
    try:
        whole = _recall_call(source, place)
    except OSError as error:
        shown = show_fitting(value, place)
        return Shown(shown.text, f"{shown.reason}; no view: {error.strerror}")
    return Shown(page.text + _left_out(selected, whole), f"{page.reason}; view")


def show_fitting(value: Any, place: KeepingPlace, compact: str | None = None) -> Shown:
    """Show data within a budget; what can't be kept is not cut."""
    whole = show(value, compact)
    if len(whole.text) <= place.budget or place.store is None:
        return whole
    source = compact or write(value)
    if looks_secret(source):
        return Shown(whole.text, f"{whole.reason}; not cut: {_SECRET}")
    name, any_id = place.recall_name, "x" * place.store.id_length
    budget = place.budget - notes_excess(name, any_id)
    page = cut_page(value, 1, budget, lambda part: show(part).text, whole.text)
    if page is None or not page.hides:
        return whole
    try:
        request = RecallRequest(place.store.keep(place.tool, source))
    except OSError as error:
        return Shown(whole.text, f"{whole.reason}; not cut: {error.strerror}")
    return Shown(page.text + foot(page, request, name, budget), f"{whole.reason}; cut")


def _recall_call(source: str, place: KeepingPlace) -> str:
    if place.store is None:
        return "not kept"
    return f'all: {place.recall_name}(id="{place.store.keep(place.tool, source)}")'


def _left_out(selected: Selected, whole: str) -> str:
    parts = [
        f"{said}: {_list(names)}"
        for said, names in (("left out", selected.left_out), ("cut", selected.cut))
        if names
    ]
    return f"\n\n({'; '.join([*parts, whole])})"


def _list(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    shown = (name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…" for name in names[:_NAMED])
    return ", ".join(shown) + more
