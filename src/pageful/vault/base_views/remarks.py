"""Remarks on a view: what of its base is not understood, what fails, which names are unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pageful.text.excerpts import shorten
from pageful.text.single_line import join_lines
from pageful.text.units import count
from pageful.vault.base_views.note_bases import BasePlace
from pageful.vault.bases.base import KINDS, Misunderstanding
from pageful.vault.bases.columns import column
from pageful.vault.bases.errors import ExpressionError
from pageful.vault.bases.filters import FailedCondition
from pageful.vault.bases.pipeline import ViewRun
from pageful.vault.bases.references import Reference, references
from pageful.vault.bases.unknown_names import KnownNames
from pageful.vault.snapshot.snapshot import VaultSnapshot

_LONGEST = 120
_MOST = 10
"""Remarks on what is not understood: more would hide the rows. Chosen by hand."""


def view_remarks(
    run: ViewRun, place: BasePlace, snapshot: VaultSnapshot, checkpoint: Callable[[], None]
) -> Iterator[str]:
    """Yield the remarks on a view that was run."""
    if run.view.kind not in KINDS:
        yield f"`{run.view.kind}` is a kind of a plugin: shown as a table of its `order`."
    used = tuple(_references(run))
    if any(each.owner == "this" for each in used):
        yield from _of_this(run.context.this, place)
    yield from _misunderstood((*run.base.misunderstandings, *run.view.misunderstandings))
    yield from map(_failure, run.result.failed)
    if not run.result.total and not run.result.failed and (blocker := run.filter.blocker()):
        text = shorten(join_lines(blocker.text), _LONGEST, "…")
        left = count(blocker.tried, "file")
        yield f"Of {left} left, none meets `{text}` (line {blocker.line:,})."
    known = KnownNames(snapshot, run.base.formulas, checkpoint)
    yield from known.remarks(used)


def _of_this(this: str | None, place: BasePlace) -> Iterator[str]:
    if this is None:
        yield "`this` means no file here: give a note's path as `this`."
    elif this == place.path:
        yield (
            "`this` is the base itself, as where it is opened: give the note that embeds it as "
            "`this`."
        )


def _misunderstood(found: Iterable[Misunderstanding]) -> Iterator[str]:
    said = [f"Line {each.line:,}: {each.text}{_EFFECTS[each.effect]}" for each in found]
    yield from said[:_MOST]
    if len(said) > _MOST:
        yield f"{count(len(said) - _MOST, 'more item')} of the base are not understood."


_EFFECTS = {
    "rows": ", so that rows, their order or cells may be others than in Obsidian.",
    "looks": ", which changes no row.",
}


def _failure(failed: FailedCondition) -> str:
    """Return why a condition of a filter failed, which Obsidian passes over in silence."""
    text = shorten(join_lines(failed.text), _LONGEST, "…")
    reason = f"{failed.reason.rstrip('.')}{f' ({failed.hint})' if failed.hint else ''}"
    above = f"The filter `{text}` (line {failed.line:,})"
    if not failed.tried:
        return f"{above} can't be read, so that nothing meets it: {reason}."
    if failed.rows == failed.tried:
        return f"{above} fails for every file, so that none meets it: {reason}."
    of = f"{failed.rows:,} of {count(failed.tried, 'file')}"
    return f"{above} fails for {of}, which do not meet it: {reason}."


def _references(run: ViewRun) -> Iterator[Reference]:
    """Yield the names that a view uses, also by way of formulas."""
    waiting = [each for _, each in run.filter.expressions()]
    found = [*_of_ids(run)]
    seen: set[str] = set()
    for expression in waiting:
        found += references(expression)
    while found:
        each = found.pop()
        yield each
        if each.owner == "formula" and each.name not in seen:
            seen.add(each.name)
            formula = run.context.formulas.get(each.name)
            if formula is not None and not isinstance(formula, ExpressionError):
                found += references(formula)


def _of_ids(run: ViewRun) -> Iterator[Reference]:
    view = run.view
    keys = [*view.sort, *([view.group_by] if view.group_by else [])]
    ids = (*view.columns, *view.summaries, *(key.property for key in keys), *view.extra)
    for id_ in dict.fromkeys(ids):
        of = column(id_, {})
        yield Reference(of.owner, of.name)
