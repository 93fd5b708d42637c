"""The meaning of a vault's notes: vectors of their passages, made when they are first wanted."""

from __future__ import annotations

import threading
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.embedding.choosing import DEFAULT, choose_prose_embedder
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.snapshot.snapshot import VaultSnapshot

if TYPE_CHECKING:  # most searches are no questions and need none of it
    from pageful.embedding.embedder import Embedder
    from pageful.vault.meaning.filling import Fill
    from pageful.vault.meaning.nearness import Nearness
    from pageful.vault.meaning.passage_rows import PassageRows
    from pageful.vault.meaning.rows_cache import RowsCache

_ALIKE = 1.0
"""The trust in vectors of a note, and in a model of the user's, whose words are not known here."""


class VaultMeaning:
    """The vectors of one vault, by one embedder, for several callers at once.

    `file` keeps them for the next start. Without an embedder nothing has a meaning.
    """

    def __init__(self, choice: str = DEFAULT, file: Path | None = None) -> None:
        self._choice = choice
        self._file = file
        self._lock = threading.Lock()
        self._rows: PassageRows | None = None
        self._made_by = ""
        self._whole: VaultSnapshot | None = None

    @property
    def embedder(self) -> Embedder | None:
        """The embedder, which loads nothing before it is used; `None` where there is none.

        Raises:
            ToolError: there is no such embedder.
        """
        return choose_prose_embedder(self._choice)

    @cached_property
    def _cache(self) -> RowsCache:
        from pageful.vault.meaning.rows_cache import RowsCache

        return RowsCache(self._file)

    def of_question(
        self, question: str, snapshot: VaultSnapshot, caller: Caller
    ) -> Nearness | None:
        """Return how near each note is to a question; `None` where its words are not the model's.

        Raises:
            ToolError: the embedder can't be had, is broken or does not answer.
            Cancelled: the caller gave up.
        """
        embedder = self.embedder
        trust = _trust(embedder, question) if embedder else 0.0
        if embedder is None or not trust:
            return None
        from pageful.vault.meaning.filling import Fill
        from pageful.vault.meaning.nearness import Nearness
        from pageful.vault.meaning.passage_rows import quantize

        vector = quantize(embedder.embed([question]))[0]
        if not vector.any():
            return None
        rows, lacking = self._fill_rows(Fill(snapshot, embedder, caller))
        return Nearness(rows, vector, trust, lacking, embedder, snapshot)

    def ask(
        self, question: str, snapshot: VaultSnapshot, caller: Caller
    ) -> tuple[Nearness | None, str]:
        """Return how near each note is to a question, and what a reader should know of it.

        Without a usable embedder there is no nearness, which is said: words still answer.

        Raises:
            Cancelled: the caller gave up.
        """
        try:
            near = self.of_question(question, snapshot, caller)
        except ToolError as error:
            return None, f"By words alone, not by meaning: {error.problem}"
        return near, _lacking_note(near.lacking) if near and near.lacking else ""

    def of_note(self, path: str, snapshot: VaultSnapshot, caller: Caller) -> Nearness | None:
        """Return how near each note is to a note; `None` where that says nothing.

        Raises:
            ToolError: there is no embedder, or it is broken or does not answer.
            Cancelled: the caller gave up.
        """
        embedder = self.embedder
        if embedder is None:
            raise ToolError(
                "Notes are not compared by meaning, as the embedder is none.",
                "Start with --embedder static.",
            )
        from pageful.vault.meaning.filling import Fill
        from pageful.vault.meaning.nearness import Nearness

        rows, lacking = self._fill_rows(Fill(snapshot, embedder, caller))
        if path not in rows.numbers:
            return None
        vector = rows.mean_of(path)
        if not vector.any():
            return None
        return Nearness(rows, vector, _ALIKE, lacking, embedder, snapshot)

    def _fill_rows(self, fill: Fill) -> tuple[PassageRows, int]:
        """Return the vectors of a snapshot, and how many notes lack theirs."""
        name = fill.embedder.name
        with self._lock:
            if self._rows is not None and self._whole is fill.snapshot and self._made_by == name:
                return self._rows, 0
            if self._rows is None or self._made_by != name:
                self._rows, self._made_by = self._cache.load(name), name
            rows, lacking = fill.of(self._rows)
            made: list[PassageRows] = []
            try:
                made.extend(fill.batches(lacking))
            finally:
                self._rows = rows = rows.add(made)
                if made:
                    self._cache.keep(rows, name)
            still = len(lacking) - sum(map(len, made))
            self._whole = None if still else fill.snapshot
            return rows, still

    def wait(self) -> None:
        """Wait until nothing is being written."""
        self._cache.wait()


def _lacking_note(lacking: int) -> str:
    """Return that some notes can't be found by meaning yet."""
    notes = "1 note is" if lacking == 1 else f"{lacking:,} notes are"
    return f"{notes} not read for meaning yet; the next call goes on with that."


def _trust(embedder: Embedder, question: str) -> float:
    """Return how far an embedder can be trusted with a question's words, from 0 to 1."""
    from pageful.embedding.prose import ProseEmbedder

    if not isinstance(embedder, ProseEmbedder):
        return _ALIKE
    from pageful.vault.meaning.trust import trust_in

    return trust_in(embedder, question)
