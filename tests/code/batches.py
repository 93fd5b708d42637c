"""Batches of small files that tests write into an index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pageful.code.chunking.chunk import Chunk
from pageful.code.store.content import pack_outline, pack_text
from pageful.code.store.index_batch import BatchFile, IndexBatch
from pageful.code.store.postings import invert
from pageful.code.terms.splitting import chunk_terms
from pageful.files.stamp import Stamp

STAMP = Stamp(1, 2, 3, (1 << 64) - 1)


def batch_of(files: Mapping[str, Sequence[Sequence[str]]]) -> IndexBatch:
    """A batch of files whose chunks have one line each, of the given words.

    A chunk defines its first word.
    """
    written, owners, terms = [], [], []
    for number, (path, lines) in enumerate(files.items()):
        chunks = [
            Chunk(n, n, f"{' '.join(line)}\n", (), tuple(line[:1]))
            for n, line in enumerate(lines, 1)
        ]
        text = pack_text("".join(chunk.text for chunk in chunks))
        outline = pack_outline(chunks)
        written.append(BatchFile(path, STAMP, b"hash", "python", len(chunks), text, outline))
        owners += [number] * len(chunks)
        terms += [chunk_terms(path, chunk) for chunk in chunks]
    return IndexBatch(
        tuple(written),
        len(terms),
        np.array([each.length for each in terms], np.float32).tobytes(),
        np.array(owners, np.int32).tobytes(),
        invert([each.counts for each in terms], len(terms)),
    )
