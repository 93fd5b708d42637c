"""The semantic side of an index: its vectors, kept those of the embedder that is wanted."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from pageful.code.embedding.choosing import embedder_named
from pageful.code.embedding.embedder import Embedder
from pageful.code.embedding.static import StaticEmbedder
from pageful.code.store import vectors
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

_QUICK = 100
_QUICK_OF_STATIC = 20_000


@dataclass(frozen=True)
class Meaning:
    """The vectors of one index, and the embedder chosen for it, as in `embedder_named`."""

    connection: sqlite3.Connection
    choice: str

    def embedder(self) -> tuple[Embedder | None, str | None]:
        """The embedder, or why it can't be had; neither where none is wanted."""
        embedder = embedder_named(self.choice)
        try:
            # An embedder may have to ask which model it is.
            return (embedder, None) if embedder and embedder.name else (None, None)
        except ToolError as error:
            return None, str(error)

    def usable(self) -> Embedder | None:
        """The embedder, if the index has its vectors."""
        embedder, _ = self.embedder()
        same = embedder and vectors.embedder_of(self.connection) == embedder.name
        return embedder if same else None

    def prepared(self) -> tuple[str, str | None]:
        """How new chunks are to be embedded, or why they can't be.

        Vectors of another embedder are dropped. Whoever calls holds the index's lock.
        """
        embedder, fault = self.embedder()
        if embedder is None:
            return "none", fault
        vectors.change_embedder(self.connection, embedder.name)
        return self.choice, None

    def filled(self, caller: Caller) -> str | None:
        """Embed every chunk that has no vector; if that fails, why. The caller holds the lock."""
        embedder, fault = self.embedder()
        if embedder is None or not vectors.waiting_chunks(self.connection):
            return fault
        try:
            vectors.fill(self.connection, embedder, caller)
        except ToolError as error:
            return str(error)
        return None

    def missing(self) -> int:
        """How many chunks have no vector of the embedder, as far as that can be had."""
        embedder, _ = self.embedder()
        if embedder is None:
            return 0
        if vectors.embedder_of(self.connection) == embedder.name:
            return vectors.waiting_chunks(self.connection)
        return vectors.chunks(self.connection)

    def is_quick(self, chunks: int) -> bool:
        """Whether so many chunks are embedded in no time."""
        local = isinstance(embedder_named(self.choice), StaticEmbedder)
        return chunks <= (_QUICK_OF_STATIC if local else _QUICK)
