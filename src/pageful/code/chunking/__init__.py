"""Cut a file into chunks, by its syntax where the language is known.

`chunker.chunk_text` does it; importing this package loads no grammar.
"""

from __future__ import annotations

from pageful.code.chunking.chunker import AIM, chunk_text

__all__ = ["AIM", "chunk_text"]
