"""Read, cut and count a batch of files: all that needs no database, wherever it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from pageful.code.chunking import chunk_text
from pageful.code.chunking.chunk import Chunk
from pageful.code.embedding.choosing import embedder_named
from pageful.code.embedding.passage import passage, passage_terms
from pageful.code.embedding.static import StaticEmbedder
from pageful.code.scan.languages import language_of
from pageful.code.scan.snapshot import horizon, stamp_of
from pageful.code.scan.source_file import Skip, read
from pageful.code.store.draft import Draft, FileDraft, packed_outline, packed_text
from pageful.code.store.postings import inverted
from pageful.code.terms.splitting import ChunkTerms, chunk_terms
from pageful.tool.errors import ToolError

_HEAD = 4096


@dataclass(frozen=True, slots=True)
class Task:
    """Files of a repository to draft; `known` are the hashes that the index has, by path.

    `embedder` is how the embedder is chosen, as in `embedder_named`.
    """

    root: Path
    files: tuple[str, ...]
    known: Mapping[str, bytes] = field(default_factory=dict)
    embedder: str = "none"


@dataclass(frozen=True, slots=True)
class _Part:
    """A chunk with its file's path and its terms."""

    path: str
    chunk: Chunk
    terms: ChunkTerms


def drafted(task: Task) -> Draft:
    """Read every file of a task that is not as the index has it."""
    files: list[FileDraft] = []
    parts: list[_Part] = []
    owners: list[int] = []
    fresh = 0
    for path in task.files:
        read_file = _file(task, path)
        if read_file is None:
            continue
        file, chunks = read_file
        files.append(file)
        parts += [_Part(path, chunk, chunk_terms(path, chunk)) for chunk in chunks]
        owners += [fresh] * len(chunks)
        fresh += not file.same
    return Draft(
        tuple(files),
        len(parts),
        np.array([each.terms.length for each in parts], np.float32).tobytes(),
        np.array(owners, np.int32).tobytes(),
        inverted([each.terms.counts for each in parts], len(parts)),
        _vectors(parts, task.embedder),
    )


def _file(task: Task, path: str) -> tuple[FileDraft, Sequence[Chunk]] | None:
    """One file, with its chunks; `None` where it is gone."""
    # Stamped before it is read: what is written in between shows as a change later on.
    seen = stamp_of(str(task.root / path), horizon())
    if seen is None:
        return None
    try:
        content = read(task.root / path)
    except FileNotFoundError:
        return None
    if content.hash and content.hash == task.known.get(path):
        return FileDraft(path, seen, same=True), ()
    if isinstance(content, Skip):
        return FileDraft(path, seen, hash=content.hash, skipped=content.reason), ()
    language = language_of(path, content.text[:_HEAD])
    chunks = chunk_text(content.text, language)
    draft = FileDraft(
        path,
        seen,
        hash=content.hash,
        language=language,
        chunks=len(chunks),
        text=packed_text(content.text),
        outline=packed_outline(chunks),
    )
    return draft, chunks


def _vectors(parts: Sequence[_Part], choice: str) -> bytes | None:
    """The chunks' vectors; none where the embedder fails, which is tried again for all of them."""
    embedder = embedder_named(choice)
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
