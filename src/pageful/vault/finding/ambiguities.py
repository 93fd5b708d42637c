"""Remarks on how a query was read: the notes behind names, longer values, and tags in text."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.lazy.dataclasses import replace
from pageful.text.excerpts import shorten
from pageful.text.single_line import name
from pageful.tool.errors import ToolError
from pageful.vault.finding.selection import Selection
from pageful.vault.search.operators import TAG
from pageful.vault.search.query import And, Not, Or, Phrase, Property, Query, Scoped, Word
from pageful.vault.search.unparse import unparse
from pageful.vault.snapshot.lookup import locate

_LINKED = ("links", "linked-by")
_MOST_NAMED = 3
"""Notes that are named: more are counted alone, for the rows name them."""
_LONGEST = 200
"""Characters of a query that are repeated: a line."""


def readings(selection: Selection) -> tuple[str, ...]:
    """Return remarks on a query's parts that may have been meant otherwise."""
    return tuple(dict.fromkeys(_readings(selection)))


def _readings(selection: Selection) -> Iterator[str]:
    for operator, text in _names_of_links(selection.query):
        yield from _note_behind(selection, operator, text)
    if selection.paths:
        yield from _whole_values(selection)
        yield from _tags_in_text(selection)


def _names_of_links(query: Query, operator: str = "") -> Iterator[tuple[str, str]]:
    """Yield the names behind operators of links, with the operator."""
    match query:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _names_of_links(part, operator)
        case Not(part):
            yield from _names_of_links(part, operator)
        case Scoped(each, part):
            yield from _names_of_links(part, each.name if each.name in _LINKED else "")
        case Word(text) | Phrase(text) if operator:
            yield operator, text


def _note_behind(selection: Selection, operator: str, text: str) -> Iterator[str]:
    """Yield the path of a note that is named by less, and others with that name."""
    files = selection.sources.visible.files
    try:
        path = locate(selection.sources.visible, text)
    except ToolError:
        return
    others = [each for each in files if each != path and files[each].name == files[path].name]
    if path.removesuffix(".md") == text.removesuffix(".md") and ("/" in text or not others):
        return
    remark = f"{operator}:{shorten(text, _LONGEST, '…')} is {name(path.removesuffix('.md'))}"
    yield f"{remark}, not {_names(others)}" if others else remark


def _whole_values(selection: Selection) -> Iterator[str]:
    """Yield the query for whole values, where it finds fewer notes than one within longer ones."""
    whole = _with_whole_values(selection.query)
    if whole == selection.query:
        return
    number = len(replace(selection, query=whole).paths)
    if 0 < number < len(selection.paths):
        verb = "has" if number == 1 else "have"
        yield f"{number:,} {verb} it as a whole value: {shorten(unparse(whole), _LONGEST, '…')}"


def _with_whole_values(query: Query) -> Query:
    """Return the query with a phrase for the words of each field's value."""
    match query:
        case Property(field, value) if value is not None:
            return Property(field, _as_phrases(value))
        case And(parts) | Or(parts):
            return type(query)(tuple(map(_with_whole_values, parts)))
        case _:
            return query


def _as_phrases(value: Query) -> Query:
    match value:
        case Word(text):
            return Phrase(text)
        case And(parts) if parts and all(isinstance(part, Word) for part in parts):
            return Phrase(" ".join(part.text for part in parts if isinstance(part, Word)))
        case Or(parts):
            return Or(tuple(map(_as_phrases, parts)))
        case _:
            return value


def _tags_in_text(selection: Selection) -> Iterator[str]:
    """Yield the notes that have a tag of the query in their text alone, where others do not."""
    tags = [*_tags(selection.query)]
    alone = [path for path in selection.paths if any(_in_text(selection, path, t) for t in tags)]
    if alone and len(alone) < len(selection.paths):
        verb = "has" if len(alone) == 1 else "have"
        yield f"{len(alone):,} {verb} a tag in the text alone: {_names(alone)}"


def _tags(query: Query) -> Iterator[Word | Phrase]:
    match query:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _tags(part)
        case Scoped(operator, Word() | Phrase() as part) if operator is TAG:
            yield part


def _in_text(selection: Selection, path: str, wanted: Word | Phrase) -> bool:
    """Return whether a note has a tag, and no property names it."""
    tags = selection.sources.visible.notes[path].tags
    lines = [tag.line for tag in tags if selection.regions.is_tag(wanted, tag.name)]
    return bool(lines) and all(lines)


def _names(paths: list[str]) -> str:
    named = [name(path.removesuffix(".md")) for path in paths[:_MOST_NAMED]]
    rest = len(paths) - _MOST_NAMED
    return "; ".join([*named, *([f"{rest:,} more"] if rest > 0 else [])])
