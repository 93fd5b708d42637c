"""The vectors of an index, a table of them in each segment, all of one embedder."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from pageful.code.embedding.passage import passage
from pageful.code.store.content import Content
from pageful.code.store.seals import seal, unseal
from pageful.code.store.segment_arrays import owner_runs
from pageful.code.store.sqlite.database import Database
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class VectorColumn:
    """The vectors of segments, NULL where a segment is not embedded yet."""

    database: Database

    def embedder(self) -> str | None:
        """Read the name of the embedder whose vectors the index has."""
        name = self.database.meta("embedder")
        return name if isinstance(name, str) else None

    def change_embedder(self, name: str) -> None:
        """Set the embedder of the index; vectors of another one are dropped."""
        if self.embedder() == name:
            return
        with self.database.transaction(chunks=True):
            self.database.change("UPDATE segment SET vectors = NULL")
            self.database.set_meta("embedder", name)

    def count_chunks(self) -> int:
        """Count all chunks, including those of dropped files."""
        row = self.database.row("SELECT ifnull(sum(chunks), 0) FROM segment")
        return row[0] if row else 0

    def count_unembedded(self) -> dict[int, int]:
        """Count the chunks of each segment without vectors, by the segment's number."""
        return dict(self.database.rows("SELECT id, chunks FROM segment WHERE vectors IS NULL"))

    def passages(self, segment: int) -> Iterator[str]:
        """Yield the passage to embed of each chunk of a segment, empty if its file is dropped."""
        row = self.database.row("SELECT files FROM segment WHERE id = ?", segment)
        owners = np.frombuffer(unseal(row[0] if row else b""), np.int64)
        find = "SELECT path, key, text, outline FROM content JOIN file ON id = file WHERE file = ?"
        for file, size in owner_runs(owners):
            row = self.database.row(find, file)
            if row is None:
                yield from [""] * size
            else:
                path, *content = row
                yield from (passage(path, chunk.text) for chunk in Content(*content).chunks())

    def set_vectors(self, segment: int, vectors: npt.NDArray[np.float16]) -> None:
        """Write the vectors of a segment, one row a chunk."""
        with self.database.transaction(chunks=True):
            self.database.change(
                "UPDATE segment SET vectors = ? WHERE id = ?", seal(vectors.tobytes()), segment
            )
