"""Answers to a query that finds nothing: which part finds nothing, and what there is instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pageful.text.excerpts import shorten
from pageful.vault.finding.selection import Selection
from pageful.vault.finding.words import EVERYTHING, folders_of
from pageful.vault.search.query import And, Not, Phrase, Property, Query, Scoped, Word
from pageful.vault.search.suggestions import suggestions
from pageful.vault.search.unparse import unparse

_MOST_PARTS = 8
"""Parts of a query that are counted alone: more is no longer read."""
_MOST_VALUES = 12
"""Values of a field that are named: as many as fit on two lines or three."""
_MOST_FIELDS = 25
"""Fields that are named, as many as a page of fields has."""
_LONGEST = 80
"""Characters of a part or a value that are repeated."""


def remarks(selection: Selection) -> tuple[str, ...]:
    """Return remarks on a query without any note."""
    return tuple(_remarks(selection))


def _remarks(selection: Selection) -> Iterator[str]:
    parts = _parts(selection.query)
    for part in parts:
        if isinstance(part, Property) and not _matches(selection, part):
            yield _field_remark(selection, part)
            return
    if len(parts) > 1:
        folders = folders_of(selection.query)
        alone = (_alone(selection, part, folders) for part in parts[:_MOST_PARTS])
        yield f"alone: {', '.join(alone)}"
    elif near := _near(selection):
        yield f"near: {near}"


def _alone(selection: Selection, part: Query, folders: Query) -> str:
    """Say how many notes a part finds, and how many of them are in the folders asked for."""
    found = f"{shorten(unparse(part), _LONGEST, '…')} {_matches(selection, part):,}"
    if folders in (EVERYTHING, selection.query) or folders_of(part) == part:
        return found
    return f"{found} ({_matches(selection, And((folders, part))):,} there)"


def _parts(query: Query) -> tuple[Query, ...]:
    return query.parts if isinstance(query, And) else (query,)


def _matches(selection: Selection, part: Query) -> int:
    known = selection.selectors.look_up(part)
    return len(selection.matcher.paths(known) & selection.sources.notes)


def _field_remark(selection: Selection, part: Property) -> str:
    """Return what a field has instead of a value, or that there is no such field."""
    named = unparse(part.name)[:_LONGEST]
    others = [each for each in _parts(selection.query) if each is not part]
    having = selection.selectors.look_up(And((*others, Property(part.name))))
    paths = selection.matcher.paths(having) & selection.sources.notes
    texts = selection.sources.fields.texts
    if not paths or not isinstance(part.name, Word | Phrase):
        return f"no note here has a field `{named}`{_fields(selection, others)}"
    values = Counter(
        text for path in sorted(paths) for text in dict.fromkeys(texts(path, part.name.text))
    )
    listed = "; ".join(
        f"{shorten(text, _LONGEST, '…')} {number}"
        for text, number in values.most_common(_MOST_VALUES)
    )
    rest = len(values) - _MOST_VALUES
    more = f"; … {rest} values more" if rest > 0 else ""
    wanted = unparse(part.value)[:_LONGEST] if part.value else ""
    return (
        f"no note here has {wanted} in `{named}`; {len(paths):,} "
        f"{'has' if len(paths) == 1 else 'have'} it: {listed}{more}"
    )


def _fields(selection: Selection, others: list[Query]) -> str:
    """Return the names of the fields of the notes that the other parts find."""
    paths = selection.matcher.paths(selection.selectors.look_up(And(tuple(others))))
    by_note = selection.sources.fields.by_note
    names = Counter(
        name for path in sorted(paths & selection.sources.notes) for name in by_note[path]
    )
    if not names:
        return ""
    listed = (
        f"{shorten(name, _LONGEST, '…')} {number}"
        for name, number in names.most_common(_MOST_FIELDS)
    )
    rest = len(names) - _MOST_FIELDS
    return f"; there are {', '.join(listed)}{f', … {rest} more' if rest > 0 else ''}"


def _near(selection: Selection) -> str:
    """Return queries like this one that find notes, with their numbers."""
    query = selection.query
    if isinstance(query, Scoped | Property | Not):
        return ""
    index = selection.sources.term_index
    found = suggestions(query, selection.matcher, index, looser=True)
    return ", ".join(f"{each.query} {each.total:,}" for each in found)
