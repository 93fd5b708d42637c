"""Places of the forms of `vault_find` that show the text of notes or of their sections."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.lazy.dataclasses import replace
from pageful.vault.finding.lean_text import LeanTexts
from pageful.vault.finding.results import Place, QueryAnswer
from pageful.vault.finding.selection import Selection


def whole_texts(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    """Return the text of each note."""
    texts = LeanTexts(selection.sources.visible)
    notes = selection.sources.visible.notes
    return replace(
        found,
        places=tuple(
            _place(selection, texts, path, (1, notes[path].lines)) for path in selection.paths
        ),
    )


def sections(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    """Return the sections with all words, of a note without such a one those with some.

    A section goes from a heading to the next one, whatever their levels.
    """
    texts = LeanTexts(selection.sources.visible)
    places = [
        _place(selection, texts, path, span)
        for path in selection.paths
        for span in _spans(selection, path)
    ]
    apart = found.total - len({place.path for place in places})
    return replace(found, places=tuple(places), apart=apart)


def _spans(selection: Selection, path: str) -> list[tuple[int, int]]:
    spans = selection.sources.source(path).section_spans
    whole = [span for span in spans if selection.region_has_words(path, *span)]
    return whole or [*_partly(selection, path, spans)]


def _partly(
    selection: Selection, path: str, spans: list[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    numbers = [*selection.lines(path, partly=True)]
    for first, last in spans:
        if any(first <= number <= last for number in numbers):
            yield first, last


def _place(selection: Selection, texts: LeanTexts, path: str, span: tuple[int, int]) -> Place:
    lines = selection.sources.visible.notes[path].lines
    first, last = span[0], min(span[1], lines)
    rows = texts.rows(path, first, last)
    return Place(path, path, first, last, lines, rows, max(0, last - first + 1 - len(rows)))
