"""A query's vector, made before an index is opened for reading.

An embedder may be a service that takes its time, and what is read within a transaction keeps the
database from being tidied up for as long as that lasts.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pageful.embedding.embedder import Embedder
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError


@dataclass(frozen=True, eq=False)
class EmbeddedQuery:
    """An embedder of a single query, whose vector or whose fault is there already."""

    name: str
    vectors: npt.NDArray[np.float32] | None
    fault: ToolError | None = None

    @classmethod
    def of(cls, query: str, embedder: Embedder) -> EmbeddedQuery:
        """Embed a query; a fault is kept for whoever asks for the vector."""
        try:
            return cls(embedder.name, embedder.embed([query]))
        except ToolError as error:
            return cls(embedder.name, None, error)

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return the vector of the query, shape (1, dimensions), whatever the text.

        Raises:
            ToolError: the embedder did not answer.
        """
        if self.fault is not None:
            raise self.fault
        assert len(texts) == 1
        assert self.vectors is not None
        return self.vectors
