"""From positions of chunks to hits: text, context and the line that tells most."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from laconic.code.chunks import Chunk
from laconic.code.results import Hit
from laconic.code.store.catalog import Catalog
from laconic.code.store.draft import unpacked
from laconic.code.store.identity import chunk_uuid

CONTEXT_LINES = 10
"""Lines shown before and after a chunk, as the specification has it."""

_SAYS_NOTHING = re.compile(r"[\W_]*")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_IMPORT = re.compile(r"\s*(?:from|import|use|using|#\s*include|require|package)\b")


@dataclass(frozen=True)
class Shelf:
    """Fetches chunks of an index by position; a file's text is unpacked once."""

    catalog: Catalog
    connection: sqlite3.Connection
    roots: Mapping[int, str]
    _files: dict[int, tuple[int, tuple[Chunk, ...]]] = field(default_factory=dict)

    def chunk(self, position: int) -> Chunk:
        """The chunk at a position."""
        file = int(self.catalog.files[position])
        return self._content(file)[1][position - int(self.catalog.starts[file])]

    def uuid(self, position: int) -> UUID:
        """The identity of the chunk at a position."""
        file = int(self.catalog.files[position])
        key, chunks = self._content(file)
        texts = [chunk.text for chunk in chunks]
        return chunk_uuid(key, texts, position - int(self.catalog.starts[file]))

    def hit(self, position: int, similarity: float, words: Collection[str]) -> Hit:
        """The chunk at a position as a hit for a query of these words."""
        file = int(self.catalog.files[position])
        chunks = self._content(file)[1]
        number = position - int(self.catalog.starts[file])
        chunk = chunks[number]
        line, text = telling_line(chunk, words)
        several = len(self.roots) > 1
        return Hit(
            chunk_id=str(self.uuid(position)),
            file_path=self.catalog.paths[file],
            content=chunk.text.removesuffix("\n"),
            start_line=chunk.start,
            end_line=chunk.end,
            similarity_score=similarity,
            context_before=_before(chunks[:number]),
            context_after=_after(chunks[number + 1 :]),
            language=self.catalog.languages[file],
            symbol=chunk.path,
            telling=text,
            telling_line=line,
            repository=self.roots[int(self.catalog.repositories[file])] if several else None,
        )

    def _content(self, file: int) -> tuple[int, tuple[Chunk, ...]]:
        if file not in self._files:
            key, text, outline = self.connection.execute(
                "SELECT key, text, outline FROM content JOIN file ON id = file WHERE file = ?",
                (int(self.catalog.file_numbers[file]),),
            ).fetchone()
            self._files[file] = (key, unpacked(text, outline))
        return self._files[file]


def _before(chunks: Sequence[Chunk]) -> str:
    lines: list[str] = []
    for chunk in reversed(chunks):
        lines = _LINE.findall(chunk.text) + lines
        if len(lines) >= CONTEXT_LINES:
            break
    return "".join(lines[-CONTEXT_LINES:])


def _after(chunks: Sequence[Chunk]) -> str:
    lines: list[str] = []
    for chunk in chunks:
        lines += _LINE.findall(chunk.text)
        if len(lines) >= CONTEXT_LINES:
            break
    return "".join(lines[:CONTEXT_LINES])


def telling_line(chunk: Chunk, words: Collection[str]) -> tuple[int, str]:
    """The line of a chunk that tells most about why it was found: its number and its text.

    That is the line with most of the query's words, where an import counts one less. Of several
    with as many, a definition goes before the others, the earlier before the later.
    """
    lines = chunk.text.split("\n")
    names = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in chunk.defines) or r"(?!)")

    def telling(number: int) -> tuple[int, bool, bool, int]:
        line = lines[number]
        lowered = line.lower()
        found = sum(word in lowered for word in words) - bool(_IMPORT.match(line))
        says = not _SAYS_NOTHING.fullmatch(line)
        return found, bool(names.search(line)), says, -number

    best = max(range(len(lines)), key=telling)
    return chunk.start + best, lines[best].strip()
