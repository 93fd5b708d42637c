"""An index in memory, as ranking and a search read it: for tests and benchmarks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from pageful.code.chunking.chunk import Chunk
from pageful.code.embedding.passage import passage
from pageful.code.ranking.array_vectors import ArrayVectors, Vectors
from pageful.code.ranking.corpus import Postings
from pageful.code.ranking.layout import Layout
from pageful.code.store.catalog import Catalog
from pageful.code.store.content import Content, pack_outline, pack_text
from pageful.code.store.reader import IndexReader
from pageful.code.store.repository import Repository
from pageful.code.terms.splitting import DEFINES, chunk_terms
from pageful.embedding.embedder import Embedder
from pageful.lazy.dataclasses import dataclass
from pageful.text.bm25 import Floats

_MOST_COUNTED = 255
"""The highest count of a posting, which has one byte on a disk (`postings`)."""
_EMPTY: Postings = (np.zeros(0, np.int32), np.zeros(0, np.float32))


@dataclass(frozen=True, eq=False)
class Document:
    """An indexed file: its content, and by chunk its length in terms, term counts and vector.

    `number` is new whenever the file is indexed again.
    """

    path: str
    content: Content
    lengths: Floats
    counts: Sequence[Mapping[str, int]]
    vectors: Vectors | None = None
    repository: int = 1
    number: int = 0
    key: int = 0
    language: str | None = None

    def passages(self) -> Iterator[str]:
        """Yield the passage to embed of each chunk."""
        return (passage(self.path, chunk.text) for chunk in self.content.chunks())


class MemoryReader(IndexReader):
    """An index reader over documents, whose order is that of their positions."""

    def __init__(
        self, documents: Iterable[Document], repositories: Sequence[Repository] = ()
    ) -> None:
        self.documents = tuple(documents)
        self._repositories = repositories

    @cached_property
    def catalog(self) -> Catalog:
        """All chunks and files."""
        documents = self.documents
        sizes = [len(each.content) for each in documents]
        layout = Layout(
            np.concatenate([np.zeros(0, np.float32), *(each.lengths for each in documents)]),
            np.repeat(np.arange(len(sizes), dtype=np.int32), sizes),
            [each.path for each in documents],
            np.concatenate([[0], np.cumsum(np.array(sizes, np.int64))]),
        )
        return Catalog(
            layout.lengths,
            layout.files,
            layout.paths,
            layout.starts,
            repositories=np.array([each.repository for each in documents], np.int32),
            file_numbers=np.array([each.number for each in documents], np.int64),
            languages=[each.language for each in documents],
            vectors=self._vectors(layout),
        )

    @property
    def repositories(self) -> Sequence[Repository]:
        """The repositories, in the order in which they were registered."""
        return self._repositories

    def postings(self, terms: Collection[str]) -> Mapping[str, Postings]:
        """Return the posting list of each of some terms."""
        return {term: self._postings.get(term, _EMPTY) for term in terms}

    def names(self) -> Iterable[str]:
        """Return the names that chunks define."""
        return (term[1:] for term in self._postings if term[0] == DEFINES)

    def contents(self, files: Collection[int]) -> Mapping[int, Content]:
        """Return the contents of some files."""
        return {file: self.documents[file].content for file in files}

    def files_with_key(self, key: int) -> Sequence[int]:
        """Find the files with a key."""
        return [file for file, each in enumerate(self.documents) if each.key == key]

    def chunk(self, position: int) -> Chunk:
        """Return the chunk at a position."""
        file, number = self.catalog.locate(position)
        return self.documents[file].content.chunk(number)

    @cached_property
    def _postings(self) -> Mapping[str, Postings]:
        lists: defaultdict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        chunks = (counts for document in self.documents for counts in document.counts)
        for position, counts in enumerate(chunks):
            for term, count in counts.items():
                lists[term][0].append(position)
                lists[term][1].append(min(count, _MOST_COUNTED))
        return {
            term: (np.array(positions, np.int32), np.array(counted, np.float32))
            for term, (positions, counted) in lists.items()
        }

    def _vectors(self, layout: Layout) -> ArrayVectors | None:
        tables = [each.vectors for each in self.documents]
        width = max((each.shape[1] for each in tables if each is not None), default=0)
        filled = [
            np.zeros((len(document.content), width), np.float16) if table is None else table
            for document, table in zip(self.documents, tables, strict=True)
        ]
        return ArrayVectors(np.concatenate(filled), layout) if width else None


def memory_corpus(
    files: Iterable[tuple[str, Sequence[Chunk]]], embedder: Embedder | None = None
) -> MemoryReader:
    """Make a corpus of files in this order, given as path and chunks."""
    return MemoryReader(_document(path, chunks, embedder) for path, chunks in files)


def _document(path: str, chunks: Sequence[Chunk], embedder: Embedder | None) -> Document:
    terms = [chunk_terms(path, chunk) for chunk in chunks]
    text = "".join(chunk.text for chunk in chunks)
    return Document(
        path,
        Content(0, pack_text(text), pack_outline(chunks)),
        np.array([each.length for each in terms], np.float32),
        [each.counts for each in terms],
        embedder.embed([passage(path, chunk.text) for chunk in chunks]) if embedder else None,
    )
