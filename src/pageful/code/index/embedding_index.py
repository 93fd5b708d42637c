"""The vectors of an index, which are all of the embedder that the user has chosen."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from pageful.code.embedding.choosing import choose_embedder
from pageful.code.embedding.embedder import Embedder
from pageful.code.embedding.static import StaticEmbedder
from pageful.code.store import vectors
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

# Chunks that a call may wait for. Static vectors are sums of table rows, thousands a second;
# a model may take tens of milliseconds for each.
_QUICK = 100
_QUICK_OF_STATIC = 20_000


@dataclass(frozen=True)
class EmbeddingIndex:
    """The vectors of one index; `choice` is that of its embedder, as in `choose_embedder`."""

    connection: sqlite3.Connection
    choice: str

    def embedder(self) -> tuple[Embedder | None, str | None]:
        """Load the embedder, or say why that failed; neither is given for the choice `none`."""
        embedder = choose_embedder(self.choice)
        try:
            # The name may have to be asked of a service.
            return (embedder, None) if embedder and embedder.name else (None, None)
        except ToolError as error:
            return None, str(error)

    def current_embedder(self) -> Embedder | None:
        """Load the embedder, if the vectors of the index are those of this embedder."""
        embedder, _ = self.embedder()
        same = embedder and vectors.embedder_of(self.connection) == embedder.name
        return embedder if same else None

    def prepare(self) -> tuple[str, str | None]:
        """Choose the embedder of new chunks, `none` with the reason if it can't be used.

        Vectors of another embedder are dropped. The caller holds the index's lock.
        """
        embedder, fault = self.embedder()
        if embedder is None:
            return "none", fault
        vectors.change_embedder(self.connection, embedder.name)
        return self.choice, None

    def embed_missing(self, caller: Caller) -> str | None:
        """Embed every chunk without a vector, and return the error if that fails.

        The caller holds the index's lock.
        """
        embedder, fault = self.embedder()
        if embedder is None or not vectors.count_missing(self.connection):
            return fault
        try:
            vectors.embed_missing(self.connection, embedder, caller)
        except ToolError as error:
            return str(error)
        return None

    def count_missing(self) -> int:
        """Count the chunks without a vector of the embedder; 0 if there is no embedder."""
        embedder, _ = self.embedder()
        if embedder is None:
            return 0
        if vectors.embedder_of(self.connection) == embedder.name:
            return vectors.count_missing(self.connection)
        return vectors.count_chunks(self.connection)

    def is_quick(self, chunks: int) -> bool:
        """Whether this number of chunks is embedded fast enough to wait for."""
        local = isinstance(choose_embedder(self.choice), StaticEmbedder)
        return chunks <= (_QUICK_OF_STATIC if local else _QUICK)
