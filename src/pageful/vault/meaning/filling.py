"""The vectors that a snapshot's notes lack, made within a limit of time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic

import numpy as np

from pageful.embedding.embedder import Embedder
from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.tool.time_limit import TimeLimit
from pageful.vault.meaning.passage_rows import PassageRows, quantize
from pageful.vault.meaning.passages import NotePassage, note_passages
from pageful.vault.snapshot.snapshot import VaultSnapshot

PROCESSOR_SECONDS = 3.0
"""Seconds of processor time in which a call makes vectors: 6,500 notes take half of it with the
table that comes along. The rest of a search has five seconds of its own, as without vectors."""
WALL_SECONDS = 15.0
"""Seconds by the wall clock: a model elsewhere takes no processor time here, and clients give a
call up after a minute at the earliest."""
_FIRST_BATCH, _LARGEST_BATCH = 32, 2_048
"""Passages that are embedded at once: batches grow while each takes less than `_SHORT`, so that a
slow model keeps to the limit too."""
_SHORT = 0.1


@dataclass(frozen=True)
class Fill:
    """The notes of a snapshot whose vectors are to be made, by an embedder and for a caller."""

    snapshot: VaultSnapshot
    embedder: Embedder
    caller: Caller

    def of(self, rows: PassageRows) -> tuple[PassageRows, tuple[str, ...]]:
        """Return rows that are still true of the snapshot."""
        notes = self.snapshot.notes
        kept = rows.only(
            [
                path in notes and digest == self.snapshot.digest(path)
                for path, digest in zip(rows.paths, rows.digests, strict=True)
            ]
        )
        return kept, tuple(path for path in notes if path not in kept.numbers)

    def batches(self, lacking: Sequence[str]) -> Iterator[PassageRows]:
        """Yield vectors of notes that lack them, until the time is over.

        Raises:
            ToolError: the embedder can't be had or does not answer.
            Cancelled: the caller gave up.
        """
        limit, wall_end = TimeLimit(PROCESSOR_SECONDS), monotonic() + WALL_SECONDS
        at, size = 0, _FIRST_BATCH
        while at < len(lacking) and limit.seconds_left() > 0 and monotonic() < wall_end:
            self.caller.checkpoint()
            self.caller.progress("Reading passages", at, len(lacking))
            began = monotonic()
            paths, passages = self._gather(lacking, at, size)
            yield self._embed(paths, passages)
            at += len(paths)
            if monotonic() - began < _SHORT:
                size = min(2 * size, _LARGEST_BATCH)

    def _gather(
        self, lacking: Sequence[str], at: int, size: int
    ) -> tuple[Sequence[str], Sequence[Sequence[NotePassage]]]:
        """Return the next notes that have about `size` passages, and these."""
        gathered: list[Sequence[NotePassage]] = []
        held = 0
        for path in lacking[at:]:
            gathered.append(self.passages(path))
            held += len(gathered[-1])
            if held >= size:
                break
        return lacking[at : at + len(gathered)], gathered

    def passages(self, path: str) -> Sequence[NotePassage]:
        """Return the passages of a note."""
        file = self.snapshot.files[path]
        return note_passages(
            file.name,
            self.snapshot.text(path),
            self.snapshot.notes[path],
            has_lines=file.kind == "note",
        )

    def _embed(
        self, paths: Sequence[str], passages: Sequence[Sequence[NotePassage]]
    ) -> PassageRows:
        vectors = self.embedder.embed([each.text for note in passages for each in note])
        return PassageRows(
            tuple(paths),
            tuple(map(self.snapshot.digest, paths)),
            np.cumsum([len(note) for note in passages]).astype(np.int64),
            np.array([each.line for note in passages for each in note], np.int32),
            quantize(vectors),
        )
