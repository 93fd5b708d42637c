"""The nearness of notes to a question or a note in meaning, and the passage that is nearest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pageful.embedding.embedder import Embedder
from pageful.embedding.prose import ProseEmbedder
from pageful.lazy.dataclasses import dataclass
from pageful.vault.meaning.passage_rows import Floats, PassageRows, quantize
from pageful.vault.meaning.passages import shown_words
from pageful.vault.parsing.lines import split_lines
from pageful.vault.snapshot.snapshot import VaultSnapshot

_MOST_LINES = 40
"""Lines of a passage that are compared: a list of 900 characters has hardly more."""


@dataclass(frozen=True, slots=True)
class NearLine:
    """The line of a note that is nearest, and the heading above it; `line` is 0 in a canvas."""

    text: str
    line: int
    heading: str = ""


@dataclass(frozen=True, eq=False)
class Nearness:
    """The nearness of each note of a snapshot to a vector.

    `trust`, from 0 to 1, says how far it may count; of `lacking` notes no vector is made yet.
    """

    rows: PassageRows
    vector: npt.NDArray[np.int8]
    trust: float
    lacking: int
    embedder: Embedder
    snapshot: VaultSnapshot

    @cached_property
    def of_passages(self) -> Floats:
        """The nearness of each passage."""
        return self.rows.compare(self.vector)

    @cached_property
    def of_notes(self) -> Floats:
        """The nearness of each note, that of its nearest passage, in the order of the rows."""
        return self.rows.best_of_notes(self.of_passages)

    def line(self, path: str) -> NearLine | None:
        """Return the nearest line of a note's nearest passage, if it has any text.

        Of a model that is slow it is the first line.
        """
        span = self.rows.span(path)
        best = span.start + int(np.argmax(self.of_passages[span]))
        first = int(self.rows.lines[best])
        last = int(self.rows.lines[best + 1]) - 1 if best + 1 < span.stop else None
        note, lines = self.snapshot.notes[path], split_lines(self.snapshot.text(path))
        headings = {heading.line: heading.text for heading in note.headings}
        numbered = [
            (number if first else 0, text.strip())
            for number, text in enumerate(lines[max(first, 1) - 1 : last], max(first, 1))
            if number not in headings and shown_words(text)
        ]
        if not numbered:
            return None
        line, text = self._nearest(numbered[:_MOST_LINES])
        above = [heading for number, heading in headings.items() if number <= line]
        return NearLine(text, line, above[-1] if above else "")

    def _nearest(self, numbered: Sequence[tuple[int, str]]) -> tuple[int, str]:
        if not isinstance(self.embedder, ProseEmbedder):
            return numbered[0]
        vectors = quantize(self.embedder.embed([shown_words(text) for _, text in numbered]))
        return numbered[int(np.argmax(vectors.astype(np.int64) @ self.vector.astype(np.int64)))]
