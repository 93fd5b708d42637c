"""Rows of the forms of `vault_find` that show notes, lines, tasks, links or headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pageful.lazy.dataclasses import replace
from pageful.vault.finding.below_headings import with_text_below
from pageful.vault.finding.link_targets import without_targets
from pageful.vault.finding.results import QueryAnswer, Row
from pageful.vault.finding.selection import Selection, folder_and_name
from pageful.vault.overview.tasks import task_state

_FEW = 3
"""Lines with all words; with fewer, those with some are shown: the words may be on
neighbouring lines. Chosen by hand."""
_FEW_HITS = 5
"""Lines; a heading among no more of them is shown with the text below it, which it is found for."""
# > see https://help.obsidian.md/plugins/search for more
_ADDRESS = re.compile(r"\b(?:https?|ftp)://\S+")
# > #bread #rye/dark
_TAG_LINE = re.compile(r"(?:#[^\s#]+\s*)+\Z")
# > - [volunteers:: Kim, Elana]
_FIELD_LINE = re.compile(r"(?:[-*+] )?[\[(]?[\w -]+::")
# > ##### Food
_HEADING = re.compile(r"#{1,6}\s")
# > > [!note] Baking
_QUOTE = re.compile(r"^[\s>]*(?:\[![^\]]*\][+-]?)?")
_NOT_GIST = frozenset(("yaml", "heading", "code", "table", "comment", "rule", "html"))
"""Kinds of blocks that are not a note's first line of text."""


def names(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    """Return the notes."""
    return replace(found, rows=tuple(Row(path) for path in selection.paths))


def lines(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    """Return the lines with all words; where hardly any has, those with some, the most first.

    Without words, the lines of the links that the query names.
    """
    if selection.words is None:
        return _link_lines(selection, found)
    rows = [*_word_lines(selection, partly=False)]
    partly = len(rows) < _FEW and len(selection.leaves) > 1
    if partly:
        rows = _by_weight(selection, [*_word_lines(selection, partly=True)]) or rows
    plain = [row for row in rows if selection.is_in(_ADDRESS.sub(" ", row.text))]
    kept = _mark_targets(selection, plain or rows, partly=partly)
    if len(kept) <= _FEW_HITS:
        kept = with_text_below(selection, kept)
    return replace(
        found,
        rows=tuple(kept),
        partial=partly,
        in_addresses=len(rows) - len(kept),
        apart=found.total - len({row.path for row in rows}),
    )


def gist(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    """Return the first line of text of each note."""
    return replace(found, rows=tuple(_gist(selection, path) for path in selection.paths))


def tasks(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    """Return the tasks with the words, or all of the notes; those of the states asked for."""
    rows = [row for path in selection.paths for row in _tasks(selection, path)]
    return replace(
        found,
        rows=tuple(row for row in rows if row.state in found.states),
        not_open=sum(row.state != "open" for row in rows),
    )


def outline(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    """Return the headings of each note; a note without any is a row as well."""
    return replace(found, rows=tuple(_outlines(selection)))


def links(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    """Return the links of each note, out of it and back to it, with their lines."""
    return replace(found, rows=tuple(_links(selection)))


def _word_lines(selection: Selection, *, partly: bool) -> Iterator[Row]:
    for path in selection.paths:
        numbers = [*selection.lines(path, partly=partly)]
        texts = _texts(selection, path) if numbers else []
        for number in numbers:
            yield Row(path, number, texts[number - 1].rstrip(), start=selection.start(path, number))


def _by_weight(selection: Selection, rows: list[Row]) -> list[Row]:
    """Order notes by the most words that a line of theirs has."""
    weights = dict[str, int]()
    for row in rows:
        weight = selection.weight(row.path, row.line)
        weights[row.path] = max(weight, weights.get(row.path, 0))
    return sorted(rows, key=lambda row: -weights[row.path])


def _mark_targets(selection: Selection, rows: list[Row], *, partly: bool) -> list[Row]:
    """Mark the lines that have the words only with targets of links, unless all are such lines."""
    marked = [
        replace(row, in_target=not selection.text_has_words(seen, partly=partly))
        for row in rows
        for seen in [without_targets(row.text)]
    ]
    return rows if all(row.in_target for row in marked) else marked


def _link_lines(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    targets = selection.selectors.link_targets(selection.query)
    rows = [
        Row(path, number, texts[number - 1].strip())
        for path in selection.paths
        for texts in [_texts(selection, path)]
        for number in _lines_of_links(selection, path, targets)
        if 0 < number <= len(texts) and texts[number - 1].strip()
    ]
    return replace(found, rows=tuple(rows), apart=found.total - len({row.path for row in rows}))


def _lines_of_links(selection: Selection, path: str, targets: Iterable[str]) -> list[int]:
    there = selection.sources.graph.targets(path)
    return sorted({line for target in targets for line in there.get(target, ())})


def _texts(selection: Selection, path: str) -> list[str]:
    return [text.rstrip("\r") for text in selection.sources.visible.text(path).split("\n")]


def _gist(selection: Selection, path: str) -> Row:
    texts, note = _texts(selection, path), selection.sources.visible.notes[path]
    for section in note.sections:
        if section.kind in _NOT_GIST:
            continue
        for number in range(section.line, section.end_line + 1):
            text = _QUOTE.sub("", texts[number - 1]).strip() if number <= len(texts) else ""
            if (
                text
                and not _HEADING.match(text)
                and not _TAG_LINE.match(text)
                and not _FIELD_LINE.match(text)
            ):
                return Row(path, number, text)
    return Row(path)


def _tasks(selection: Selection, path: str) -> Iterator[Row]:
    note = selection.sources.visible.notes[path]
    items = [item for item in note.items if item.status is not None and item.text]
    texts = _texts(selection, path) if items else []
    for item in items:
        is_visible = any(text.strip() for text in texts[item.line - 1 : item.line])
        if is_visible and selection.region_has_words(path, item.line, item.end_line):
            yield Row(path, item.line, " ".join(item.text.split()), state=task_state(item))


def _outlines(selection: Selection) -> Iterator[Row]:
    for path in selection.paths:
        note = selection.sources.visible.notes[path]
        yield Row(path, count=note.lines)
        for heading in note.headings:
            yield Row(path, heading.line, f"{'#' * heading.level} {heading.text}")


def _links(selection: Selection) -> Iterator[Row]:
    graph = selection.sources.graph
    for path in selection.paths:
        yield Row(path)
        texts = _texts(selection, path) if selection.narrowed else []
        for target, lines in graph.targets(path).items():
            if numbers := _counting(lines, texts, selection):
                yield Row(path, text=f"→ {target}", values=tuple(map(str, filter(None, numbers))))
        for name, lines in graph.unresolved_names(path).items():
            if numbers := _counting(lines, texts, selection):
                yield Row(path, text=f"→ {name} (no such note)", values=tuple(map(str, numbers)))
        for source in sorted(graph.backlinks(path), key=folder_and_name):
            yield Row(path, text=f"← {source}")


def _counting(lines: Sequence[int], texts: Sequence[str], selection: Selection) -> list[int]:
    """Return the lines of a link that count: below the heading, and with text left in them."""
    if not selection.narrowed:
        return [*lines]
    return [line for line in lines if 0 < line <= len(texts) and texts[line - 1].strip()]
