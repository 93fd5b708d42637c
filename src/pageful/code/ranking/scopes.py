"""Which definitions stand where a qualified name says: `close` of `Session.close` in `Session`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.corpus import Corpus
from pageful.code.terms import splitting as terms

Positions = npt.NDArray[np.int32]

_ITSELF = frozenset(("self", "this", "cls", "super", "Self"))


def in_scope(chunks: Positions, scopes: Sequence[str], corpus: Corpus) -> Positions:
    """Those of some chunks that stand in the nearest scope of a qualified name.

    That is a definition, or a file or directory, of that very name. Where there is no such
    scope, as in `close` and `self.close`, all of them do.
    """
    if not scopes or scopes[-1] in _ITSELF or not chunks.size:
        return chunks
    scope = scopes[-1]
    found = np.zeros(len(chunks), np.bool_)
    if corpus.postings(terms.DEFINES + scope)[0].size:
        found |= np.isin(chunks, corpus.postings(terms.WITHIN + terms.parts(scope)[-1])[0])
    if scope[:1].isupper():
        # Two small classes in one chunk, which stands in neither. `fetch.min` does not mean a class
        # with a method `min`, though.
        found |= np.isin(chunks, corpus.postings(terms.DEFINES + scope)[0])
    files = corpus.files[chunks]
    places = {file: _is_place(corpus.paths[file], scope) for file in set(files.tolist())}
    return chunks[found | np.array([places[file] for file in files.tolist()], np.bool_)]


def _is_place(path: str, scope: str) -> bool:
    return scope in path.split("/")[:-1] or scope == terms.file_name(path)
