"""A corpus as one query reads it: through the query's filter, every posting list once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pageful.code.ranking.array_vectors import Mask
from pageful.code.ranking.corpus import Corpus, Postings
from pageful.code.ranking.layout import Integers, Layout, Positions
from pageful.lazy.dataclasses import dataclass, field


@dataclass(frozen=True, eq=False)
class QueryCorpus:
    """A corpus for one query; `among` (bool by chunk) are the chunks that may be found.

    Callers that need several terms `fetch` them first, which reads all of them in one call.
    """

    corpus: Corpus
    among: Mask | None = None
    _lists: dict[str, Postings] = field(default_factory=dict)

    @property
    def layout(self) -> Layout:
        """The chunks and files of the corpus."""
        return self.corpus.layout

    def fetch(self, terms: Iterable[str]) -> None:
        """Read the posting lists of some terms, so far as they have not been read."""
        missing = set(terms).difference(self._lists)
        if missing:
            self._lists.update(self.corpus.postings(missing))

    def postings(self, term: str) -> Postings:
        """Return the posting list of a term."""
        if term not in self._lists:
            self.fetch((term,))
        return self._lists[term]

    def chunks_with(self, term: str) -> Positions:
        """Return the positions of all chunks with a term, ascending."""
        return self.postings(term)[0]

    def allowed_with(self, term: str) -> Positions:
        """Return the positions of the chunks with a term that may be found, ascending."""
        chunks = self.chunks_with(term)
        return chunks if self.among is None else chunks[self.among[chunks]]

    def texts(self, chunks: Positions | Integers) -> Sequence[str]:
        """Read the texts of some chunks, in one call."""
        return self.corpus.texts(chunks.tolist()) if len(chunks) else ()
