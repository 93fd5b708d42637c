"""Turn positions of chunks into hits: their text, the lines around it, the most relevant line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from pageful.code.chunking.chunk import Chunk
from pageful.code.languages.table import LANGUAGES
from pageful.code.ranking.exact_text import exact_pattern
from pageful.code.results.search import Hit
from pageful.code.store.reader import IndexReader
from pageful.code.terms.splitting import parts, words

CONTEXT_LINES = 10
"""Lines shown before and after a chunk, as the specification has it."""

# > }):
_ONLY_PUNCTUATION = re.compile(r"[\W_]*")
# > export function renderCart(items: CartItem[]): string {
_NAME = re.compile(r"\w+")
_IMPORTS = {word for language in LANGUAGES for word in language.imports.split()}
# > from collections import abc
# > import java.util.List;
_IMPORT = re.compile(rf"\s*(?:{'|'.join(sorted(_IMPORTS))})\b")


def hits_of(
    reader: IndexReader,
    found: Sequence[tuple[int, float]],
    words: Collection[str],
    typed: str = "",
) -> Iterator[Hit]:
    """Yield the hits of chunks, given as position and similarity, for a query of these words.

    `typed` is the whole query as it was typed.
    """
    catalog = reader.catalog
    places = [catalog.locate(position) for position, _ in found]
    contents = reader.contents({file for file, _ in places})
    roots = {each.number: str(each.root) for each in reader.repositories}
    several = len(roots) > 1
    for (file, number), (_, similarity) in zip(places, found, strict=True):
        content = contents[file]
        chunk = content.chunk(number)
        line, text = best_line(chunk, words, typed)
        yield Hit(
            chunk_id=str(content.uuid(number)),
            file_path=catalog.paths[file],
            content=chunk.text.removesuffix("\n"),
            start_line=chunk.start,
            end_line=chunk.end,
            similarity_score=similarity,
            context_before=content.before(number, CONTEXT_LINES),
            context_after=content.after(number, CONTEXT_LINES),
            language=catalog.languages[file],
            symbol=chunk.path,
            telling=text,
            telling_line=line,
            repository=roots[int(catalog.repositories[file])] if several else None,
        )


def compound_names(query: str) -> frozenset[str]:
    """Return the folded identifiers of several parts in a query, which count most as a whole."""
    return frozenset(word.casefold() for word in words(query) if len(parts(word)) > 1)


def best_line(chunk: Chunk, words: Collection[str], typed: str = "") -> tuple[int, str]:
    """Choose the line that best shows why a chunk was found; its number and its text.

    That is the line with most of the query's words, where an import counts one less, of the lines
    that hold the query as it was `typed` if any does. Among equals a definition goes before other
    lines, and an earlier line before a later one.
    """
    lines = chunk.text.split("\n")
    counts = _counts(chunk.text.lower().split("\n"), words)
    if typed and typed in chunk.text:
        exact = exact_pattern(typed)
        counts = [
            n + len(words) + 2 if exact.search(line) else n
            for n, line in zip(counts, lines, strict=False)
        ]
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
