"""Definitions in the scope that a qualified name gives: `close` of `Session.close` in `Session`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pageful.code.ranking.layout import Positions
from pageful.code.ranking.query_corpus import QueryCorpus
from pageful.code.terms import splitting as terms

_ITSELF = frozenset(("self", "this", "cls", "super", "Self"))


def in_scope(chunks: Positions, scopes: Sequence[str], corpus: QueryCorpus) -> Positions:
    """Return those of some chunks that are in the nearest scope of a qualified name.

    A scope is a definition, or a file or directory, of that very name. Where the name has no such
    scope, as `close` and `self.close`, all chunks are returned.
    """
    if not scopes or scopes[-1] in _ITSELF or not chunks.size:
        return chunks
    scope = scopes[-1]
    found = np.zeros(len(chunks), np.bool_)
    if corpus.chunks_with(terms.DEFINES + scope).size:
        found |= np.isin(chunks, corpus.chunks_with(terms.WITHIN + terms.parts(scope)[-1]))
    if scope[:1].isupper():
        # Two small classes in one chunk, which stands in neither. `fetch.min` does not mean a class
        # with a method `min`, though.
        found |= np.isin(chunks, corpus.chunks_with(terms.DEFINES + scope))
    layout = corpus.layout
    files = layout.files[chunks]
    places = {file: _is_place(layout.paths[file], scope) for file in set(files.tolist())}
    return chunks[found | np.array([places[file] for file in files.tolist()], np.bool_)]


def _is_place(path: str, scope: str) -> bool:
    return scope in path.split("/")[:-1] or scope == terms.file_name(path)
