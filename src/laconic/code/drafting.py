"""Read, cut and count a batch of files: all that needs no database, wherever it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from laconic.code.chunking import chunk_text
from laconic.code.chunks import Chunk
from laconic.code.embedding.choosing import embedder_named
from laconic.code.embedding.static import StaticEmbedder
from laconic.code.languages import language_of
from laconic.code.reading import Skip, read
from laconic.code.snapshot import horizon, stamp_of
from laconic.code.store.draft import Draft, FileDraft, packed_outline, packed_text
from laconic.code.store.postings import inverted
from laconic.code.terms import ChunkTerms, chunk_terms
from laconic.errors import ToolError

_HEAD = 200


@dataclass(frozen=True, slots=True)
class Task:
    """Files of a repository to draft; `known` are the hashes that the index has, by path.

    `embedder` is how the embedder is chosen, as in `embedder_named`.
    """

    root: Path
    files: tuple[str, ...]
    known: Mapping[str, bytes] = field(default_factory=dict)
    embedder: str = "none"


def drafted(task: Task) -> Draft:
    """Read every file of a task that is not as the index has it."""
    files: list[FileDraft] = []
    chunks: list[Chunk] = []
    terms: list[ChunkTerms] = []
    owners: list[int] = []
    fresh = 0
    for path in task.files:
        drafted_file = _file(task, path)
        if drafted_file is None:
            continue
        file, parts = drafted_file
        files.append(file)
        chunks += parts
        terms += [chunk_terms(path, chunk) for chunk in parts]
        owners += [fresh] * len(parts)
        fresh += not file.same
    return Draft(
        tuple(files),
        len(chunks),
        np.array([each.length for each in terms], np.float32).tobytes(),
        np.array(owners, np.int32).tobytes(),
        inverted([each.counts for each in terms], len(chunks)),
        _vectors(chunks, terms, task.embedder),
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


def _vectors(chunks: Sequence[Chunk], terms: Sequence[ChunkTerms], choice: str) -> bytes | None:
    """The chunks' vectors; none where the embedder fails, which is tried again for all of them."""
    embedder = embedder_named(choice)
    if embedder is None or not chunks:
        return None
    try:
        if isinstance(embedder, StaticEmbedder):
            vectors = embedder.embed_terms([each.counts for each in terms])
        else:
            vectors = embedder.embed([chunk.text for chunk in chunks])
    except ToolError:
        return None
    return vectors.astype(np.float16).tobytes()
