"""Rows of notes that are near to others in meaning and not linked with them: links to be set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pageful.lazy.dataclasses import dataclass, replace
from pageful.tool.errors import ToolError
from pageful.vault.finding.results import QueryAnswer, Row
from pageful.vault.finding.selection import Selection
from pageful.vault.search.excerpt import excerpt
from pageful.vault.search.query import Phrase

if TYPE_CHECKING:
    from pageful.vault.meaning.nearness import Nearness

_MOST = 10
"""Notes that are named beside one: further ones are hardly related."""
_LEAST = 0.45
"""The least nearness of a related note. Chosen by hand: whole notes are nearer to each other than
questions are to notes, as they have more words in common."""
_LONGEST = 120
"""Characters of the line that is shown of a related note, as of a search's hit."""


def find_related_notes(selection: Selection, found: QueryAnswer) -> QueryAnswer:
    """Return the notes near in meaning to each selected one that no link joins with it.

    Raises:
        ToolError: there is no embedder, or it does not answer.
        Cancelled: the caller gave up.
    """
    nearness = selection.sources.near_note
    if nearness is None:
        raise ToolError("Notes are not compared by meaning here: there is no embedder.")
    return replace(found, rows=tuple(_RelatedNotes(selection, nearness).rows()))


@dataclass(frozen=True)
class _RelatedNotes:
    selection: Selection
    nearness: Callable[[str], Nearness | None]

    def rows(self) -> Iterator[Row]:
        """Yield each note, and behind it those that are near to it."""
        for path in self.selection.paths:
            self.selection.matcher.deadline.seconds_left(Phrase(path))
            yield Row(path)
            near = self.nearness(path)
            if near is not None:
                yield from self._near(path, near)

    def _near(self, path: str, near: Nearness) -> Iterator[Row]:
        paths, nearness = near.rows.paths, near.of_notes
        order = sorted(
            np.flatnonzero(nearness >= _LEAST).tolist(),
            key=lambda number: (-nearness[number], paths[number]),
        )
        graph = self.selection.sources.graph
        joined = {path, *graph.targets(path), *graph.backlinks(path)}
        others = [paths[number] for number in order if paths[number] not in joined]
        for other in [each for each in others if each in self._among][:_MOST]:
            line = near.line(other)
            text = excerpt(line.text, 0, 0, _LONGEST) if line else ""
            yield Row(path, line.line if line else 0, other, values=(text,) if text else ())

    @cached_property
    def _among(self) -> frozenset[str]:
        return self.selection.sources.notes
