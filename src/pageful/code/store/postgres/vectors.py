"""The vectors of a project, a row for each chunk and each file, all of one embedder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt

from pageful.code.embedding.passage import passage
from pageful.code.ranking.array_vectors import centroids_of
from pageful.code.ranking.layout import Integers
from pageful.code.store.content import Content
from pageful.code.store.postgres.database import Database
from pageful.code.store.postgres.facts import FactsReader
from pageful.code.store.postgres.vector_format import decode_vectors, encode_copy
from pageful.code.store.seals import unseal
from pageful.code.store.segment_arrays import owner_runs
from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import Floats

_FILES_AT_ONCE = 64  # files whose texts are read in one trip: some hundreds of kilobytes


@dataclass(frozen=True, eq=False)
class VectorTables:
    """The vectors of chunks and files; segments say whether theirs are there."""

    database: Database
    facts: FactsReader

    def embedder(self) -> str | None:
        """Read the name of the embedder whose vectors the index has."""
        return self.facts.read().state.embedder

    def change_embedder(self, name: str) -> None:
        """Set the embedder of the index; vectors of another one are dropped."""
        if self.embedder() == name:
            return
        with self.database.transaction(chunks=True):
            for table in ("chunk_vector", "file_vector"):
                self.database.change(f"DELETE FROM {{s}}.{table} WHERE project = {{p}}")
            self.database.change("UPDATE {s}.segment SET embedded = false WHERE project = {p}")
            self.database.change("UPDATE {s}.state SET embedder = %s WHERE project = {p}", name)

    def count_chunks(self) -> int:
        """Count all chunks, including those of dropped files."""
        row = self.database.row(
            "SELECT coalesce(sum(chunks), 0) FROM {s}.segment WHERE project = {p}"
        )
        return int(row[0]) if row else 0

    def count_unembedded(self) -> dict[int, int]:
        """Count the chunks of each segment without vectors, by the segment's number."""
        return dict(self.facts.read().unembedded)

    def passages(self, segment: int) -> Iterator[str]:
        """Yield the passage to embed of each chunk of a segment, empty if its file is dropped."""
        find = "SELECT files FROM {s}.segment WHERE project = {p} AND number = %s"
        row = self.database.row(find, segment)
        runs = owner_runs(np.frombuffer(unseal(row[0]), np.int64)) if row else iter(())
        while some := list(islice(runs, _FILES_AT_ONCE)):
            known = self._contents([file for file, _ in some])
            for file, size in some:
                if file not in known:
                    yield from [""] * size
                else:
                    path, content = known[file]
                    yield from (passage(path, chunk.text) for chunk in content.chunks())

    def set_vectors(self, segment: int, vectors: npt.NDArray[np.float16]) -> None:
        """Write the vectors of a segment, one row a chunk."""
        find = "SELECT lengths, files FROM {s}.segment WHERE project = {p} AND number = %s"
        with self.database.transaction(chunks=True):
            row = self.database.row(find, segment)
            if row is None:  # Another process has merged it into a larger one meanwhile.
                return
            lengths, owners = map(unseal, row)
            self.write_vectors(
                segment,
                vectors,
                np.frombuffer(lengths, np.float32),
                np.frombuffer(owners, np.int64),
            )

    def write_vectors(
        self, segment: int, vectors: npt.NDArray[np.float16], lengths: Floats, owners: Integers
    ) -> None:
        """Write the vectors of a segment's chunks and files within a transaction."""
        rows = self.database.rows(
            "SELECT number FROM {s}.file WHERE project = {p} AND segment = %s", segment
        )
        alive = np.isin(owners, np.array([number for (number,) in rows], np.int64))
        owners, lengths, vectors = owners[alive], lengths[alive], vectors[alive]
        files, starts = np.unique(owners, return_index=True)
        order = np.argsort(starts)
        files, starts = files[order], np.append(starts[order], len(owners))
        if len(files) and vectors.shape[1]:
            within = np.arange(len(owners)) - np.repeat(starts[:-1], np.diff(starts))
            project = self.database.number
            self.database.copy_binary(
                "chunk_vector file, number, vector",
                encode_copy(project, vectors.astype(">f2"), owners, within.astype(">i4")),
            )
            self.database.copy_binary(
                "file_vector file, vector",
                encode_copy(project, centroids_of(vectors, lengths, starts).astype(">f4"), files),
            )
        self.database.change(
            "UPDATE {s}.segment SET embedded = true WHERE project = {p} AND number = %s", segment
        )

    def _contents(self, files: Sequence[int]) -> dict[int, tuple[str, Content]]:
        rows = self.database.rows(
            "SELECT number, path, key, text, outline FROM {s}.file"
            " JOIN {s}.content ON content.project = {p} AND content.file = number"
            " WHERE file.project = {p} AND number = ANY(%s)",
            list(files),
        )
        return {
            number: (path, Content(key, bytes(text), bytes(outline)))
            for number, path, key, text, outline in rows
        }


def read_chunk_vectors(
    database: Database, files: Sequence[int], chunks: int
) -> npt.NDArray[np.float16]:
    """Read the vectors of all chunks of some files, in the order in which these are given.

    Raises:
        DamagedIndexError: the files have not as many.
    """
    row = database.row(
        "SELECT string_agg({v}.halfvec_send(vector), ''::bytea ORDER BY place, number)"
        " FROM {s}.chunk_vector JOIN unnest(%s::bigint[]) WITH ORDINALITY AS wanted (id, place)"
        " ON file = id WHERE project = {p}",
        list(files),
    )
    vectors = decode_vectors((row and row[0]) or b"", chunks, np.dtype(">f2"))
    return vectors.astype(np.float16)
