"""Read, chunk and invert a batch of files: the part of indexing that needs no database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from pageful.code.chunking import chunk_text
from pageful.code.chunking.chunk import Chunk
from pageful.code.embedding.choosing import choose_embedder
from pageful.code.embedding.passage import passage, passage_terms
from pageful.code.embedding.static import StaticEmbedder
from pageful.code.languages.detection import language_of
from pageful.code.scan.source_file import Skip, read
from pageful.code.store.content import pack_outline, pack_text
from pageful.code.store.index_batch import BatchFile, IndexBatch
from pageful.code.store.postings import invert
from pageful.code.terms.splitting import ChunkTerms, chunk_terms
from pageful.files.opening import Opener
from pageful.files.stamp import horizon, stamp_of
from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError

_HEAD = 4096  # characters in which the language is looked for, many times a first line


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """Files of a repository to index; `known` maps paths to the hashes that the index has.

    `embedder` is the choice of an embedder, as in `choose_embedder`.
    """

    root: Path
    files: tuple[str, ...]
    known: Mapping[str, bytes] = field(default_factory=dict)
    embedder: str = "none"


@dataclass(frozen=True, slots=True)
class _ChunkOfFile:
    """A chunk with its file's path and its terms."""

    path: str
    chunk: Chunk
    terms: ChunkTerms


def build_batch(request: BatchRequest) -> IndexBatch:
    """Read every file of a request, and index those whose content is not the one known."""
    files: list[BatchFile] = []
    parts: list[_ChunkOfFile] = []
    owners: list[int] = []
    fresh = 0
    with Opener(request.root.resolve()) as opener:
        for path in request.files:
            read_file = _read_file(request, path, opener)
            if read_file is None:
                continue
            file, chunks = read_file
            files.append(file)
            parts += [_ChunkOfFile(path, chunk, chunk_terms(path, chunk)) for chunk in chunks]
            owners += [fresh] * len(chunks)
            fresh += not file.same
    return IndexBatch(
        tuple(files),
        len(parts),
        np.array([each.terms.length for each in parts], np.float32).tobytes(),
        np.array(owners, np.int32).tobytes(),
        invert([each.terms.counts for each in parts], len(parts)),
        _embed(parts, request.embedder),
    )


def _read_file(
    request: BatchRequest, path: str, opener: Opener
) -> tuple[BatchFile, Sequence[Chunk]] | None:
    """Read one file and its chunks; `None` if it no longer exists."""
    # Stamped before it is read: what is written in between shows as a change later on.
    seen = stamp_of(str(request.root / path), horizon())
    if seen is None:
        return None
    try:
        content = read(opener, path)
    except FileNotFoundError:
        return None
    if content.hash and content.hash == request.known.get(path):
        return BatchFile(path, seen, same=True), ()
    if isinstance(content, Skip):
        return BatchFile(path, seen, hash=content.hash, skipped=content.reason), ()
    language = language_of(path, content.text[:_HEAD])
    chunks = chunk_text(content.text, language)
    draft = BatchFile(
        path,
        seen,
        hash=content.hash,
        language=language,
        chunks=len(chunks),
        text=pack_text(content.text),
        outline=pack_outline(chunks),
    )
    return draft, chunks


def _embed(parts: Sequence[_ChunkOfFile], choice: str) -> bytes | None:
    """Embed the chunks; `None` if the embedder fails, as a later run tries all of them again."""
    embedder = choose_embedder(choice)
    if embedder is None or not parts:
        return None
    try:
        if isinstance(embedder, StaticEmbedder):
            counted = [passage_terms(each.path, each.terms.counts) for each in parts]
            vectors = embedder.embed_terms(counted)
        else:
            vectors = embedder.embed([passage(each.path, each.chunk.text) for each in parts])
    except ToolError:
        return None
    return vectors.astype(np.float16).tobytes()
