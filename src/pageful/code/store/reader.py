"""An index as a search reads it: at one moment, however it changes meanwhile."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence

from pageful.code.ranking.corpus import ChunkVectors, Postings
from pageful.code.store.catalog import Catalog
from pageful.code.store.content import Content
from pageful.code.store.repository import Repository


class IndexReader(ABC):
    """The corpus of an index for ranking (`ranking.corpus.Corpus`), and the contents of its files.

    Stores implement the abstract methods, each call of which may be a trip to a database. Files are
    given by their index in the catalog.
    """

    @property
    @abstractmethod
    def catalog(self) -> Catalog:
        """All chunks and files."""

    @property
    @abstractmethod
    def vectors(self) -> ChunkVectors | None:
        """The vectors of the chunks; `None` if no chunk has one."""

    @property
    @abstractmethod
    def repositories(self) -> Sequence[Repository]:
        """The repositories, in the order in which they were registered."""

    @abstractmethod
    def postings(self, terms: Collection[str]) -> Mapping[str, Postings]:
        """Read the posting list of each of some terms, an empty one where no chunk has it."""

    @abstractmethod
    def names(self) -> Iterable[str]:
        """Read the names that chunks define, as written and folded; dropped chunks included."""

    @abstractmethod
    def contents(self, files: Collection[int]) -> Mapping[int, Content]:
        """Read the contents of some files."""

    @abstractmethod
    def files_with_key(self, key: int) -> Sequence[int]:
        """Find the files with a key (`identity.file_key`)."""

    @property
    def layout(self) -> Catalog:
        """All chunks and files."""
        return self.catalog

    def texts(self, chunks: Sequence[int]) -> Sequence[str]:
        """Read the texts of some chunks."""
        places = [self.catalog.locate(chunk) for chunk in chunks]
        contents = self.contents({file for file, _ in places})
        return [contents[file].text_of(number) for file, number in places]
