"""The vectors of an index, all of them by the embedder that the user has chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

import numpy as np

from pageful.code.embedding.choosing import choose_embedder
from pageful.code.embedding.static import StaticEmbedder
from pageful.code.store.protocol import Index
from pageful.embedding.embedder import Embedder
from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

# Chunks that a call may wait for. Static vectors are sums of table rows, thousands a second;
# a model may take tens of milliseconds for each.
_QUICK = 100
_QUICK_OF_STATIC = 20_000
_BATCH = 256  # chunks between two looks at whether the caller has cancelled


@dataclass(frozen=True)
class EmbeddingIndex:
    """The vectors of one index; `choice` is that of its embedder, as in `choose_embedder`."""

    index: Index
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
        same = embedder and self.index.embedder() == embedder.name
        return embedder if same else None

    def prepare(self) -> tuple[str, str | None]:
        """Choose the embedder of new chunks, `none` with the reason if it can't be used.

        Vectors of another embedder are dropped. The caller holds the index's lock.
        """
        embedder, fault = self.embedder()
        if embedder is None:
            return "none", fault
        self.index.change_embedder(embedder.name)
        return self.choice, None

    def embed_missing(self, caller: Caller) -> str | None:
        """Embed every chunk without a vector, and return the error if that fails.

        The caller holds the index's lock.
        """
        waiting = self.index.count_unembedded()
        embedder, fault = self.embedder()
        if embedder is None or not waiting:
            return fault
        try:
            self.embed(waiting, embedder, caller)
        except ToolError as error:
            return str(error)
        return None

    def embed(self, waiting: Mapping[int, int], embedder: Embedder, caller: Caller) -> None:
        """Embed segments, given with the number of their chunks; those that are finished are kept.

        Raises:
            Cancelled: the caller gave up.
            ToolError: the embedder does not answer.
        """
        done, total = 0, sum(waiting.values())
        for segment, chunks in waiting.items():
            tables = []
            for texts in _batches(self.index.passages(segment)):
                caller.checkpoint()
                caller.progress("Embedding chunks", done, total)
                tables.append(embedder.embed(texts).astype(np.float16))
                done += len(texts)
            table = np.concatenate(tables)
            assert len(table) == chunks
            self.index.set_vectors(segment, table)

    def count_missing(self) -> int:
        """Count the chunks without a vector of the embedder; 0 if there is no embedder."""
        embedder, _ = self.embedder()
        if embedder is None:
            return 0
        if self.index.embedder() == embedder.name:
            return sum(self.index.count_unembedded().values())
        return self.index.count_chunks()

    def is_quick(self, chunks: int) -> bool:
        """Return whether this number of chunks is embedded fast enough to wait for."""
        local = isinstance(choose_embedder(self.choice), StaticEmbedder)
        return chunks <= (_QUICK_OF_STATIC if local else _QUICK)


def _batches(texts: Iterator[str]) -> Iterator[list[str]]:
    while batch := list(islice(texts, _BATCH)):
        yield batch
