"""Turn positions of chunks into hits: text, context and the most relevant line."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from pageful.code.chunking.chunk import Chunk
from pageful.code.languages.table import LANGUAGES
from pageful.code.results import Hit
from pageful.code.store.catalog import Catalog
from pageful.code.store.draft import Content
from pageful.code.store.identity import chunk_uuid
from pageful.code.terms.splitting import parts, words

CONTEXT_LINES = 10
"""Lines shown before and after a chunk, as the specification has it."""

_ONLY_PUNCTUATION = re.compile(r"[\W_]*")
_NAME = re.compile(r"\w+")
_IMPORTS = {word for language in LANGUAGES for word in language.imports.split()}
# > import java.util.List;
_IMPORT = re.compile(rf"\s*(?:{'|'.join(sorted(_IMPORTS))})\b")


@dataclass(frozen=True)
class ChunkReader:
    """Reads chunks of an index by position; a file's text is unpacked once."""

    catalog: Catalog
    connection: sqlite3.Connection
    roots: Mapping[int, str]
    _files: dict[int, tuple[int, Content]] = field(default_factory=dict)

    def chunk(self, position: int) -> Chunk:
        """Read the chunk at a position."""
        file, number = self._locate(position)
        return self._content(file)[1].chunk(number)

    def uuid(self, position: int) -> UUID:
        """Compute the UUID of the chunk at a position."""
        file, number = self._locate(position)
        key, content = self._content(file)
        return chunk_uuid(key, content.text_of(number), content.copies_before(number))

    def hit(self, position: int, similarity: float, words: Collection[str]) -> Hit:
        """Make a hit of the chunk at a position, for a query of these words."""
        file, number = self._locate(position)
        content = self._content(file)[1]
        chunk = content.chunk(number)
        line, text = best_line(chunk, words)
        several = len(self.roots) > 1
        return Hit(
            chunk_id=str(self.uuid(position)),
            file_path=self.catalog.paths[file],
            content=chunk.text.removesuffix("\n"),
            start_line=chunk.start,
            end_line=chunk.end,
            similarity_score=similarity,
            context_before=content.before(number, CONTEXT_LINES),
            context_after=content.after(number, CONTEXT_LINES),
            language=self.catalog.languages[file],
            symbol=chunk.path,
            telling=text,
            telling_line=line,
            repository=self.roots[int(self.catalog.repositories[file])] if several else None,
        )

    def _locate(self, position: int) -> tuple[int, int]:
        """Find the file of a chunk, and the chunk's number in it."""
        file = int(self.catalog.files[position])
        return file, position - int(self.catalog.starts[file])

    def _content(self, file: int) -> tuple[int, Content]:
        if file not in self._files:
            self._files[file] = self.catalog.content(file, self.connection)
        return self._files[file]


def compound_names(query: str) -> frozenset[str]:
    """The identifiers of several parts in a query, folded: matched whole they are most specific."""
    return frozenset(word.casefold() for word in words(query) if len(parts(word)) > 1)


def best_line(chunk: Chunk, words: Collection[str]) -> tuple[int, str]:
    """Choose the line that best shows why a chunk was found; its number and its text.

    That is the line with most of the query's words, where an import counts one less. Among equals
    a definition goes before other lines, and an earlier line before a later one.
    """
    lines = chunk.text.split("\n")
    counts = _counts(chunk.text.lower().split("\n"), words)
    most = max(counts)
    likely = [n for n, count in enumerate(counts) if count == most and not _IMPORT.match(lines[n])]
    names = set(chunk.defines)

    def telling(number: int) -> tuple[int, bool, bool, int]:
        line = lines[number]
        found = counts[number] - bool(_IMPORT.match(line))
        says = not _ONLY_PUNCTUATION.fullmatch(line)
        return found, not names.isdisjoint(_NAME.findall(line)), says, -number

    best = likely[0] if len(likely) == 1 else max(likely or range(len(lines)), key=telling)
    return chunk.start + best, lines[best].strip()


def _counts(lines: Sequence[str], words: Collection[str]) -> list[int]:
    """Count for each line how many of the words it contains."""
    counts = [0] * len(lines)
    for word in words:
        for number, line in enumerate(lines):
            if word in line:
                counts[number] += 1
    return counts
