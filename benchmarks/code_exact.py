"""How surely names, string constants, keys and messages of a repository find where they stand.

`code_exact.py REPOSITORY… [--number 50] [--seed 0] [--embedder static] [--misses]`

All are drawn from the code itself, so the sets can be made again from any checkout:

- `names`: identifiers defined once in all of the repository, and not in a test; right is a chunk
  with the defining line, or with what leads it (a decorator, a comment).
- `literals`: string constants of eight characters or more that stand in one file; right is a chunk
  that holds it, `line` that the told line does.
- `keys`: constants such as `fetch.min.bytes` in one or two files that are no tests; right is a
  chunk that holds it.
- `messages`: constants of five words or more that stand in one file, right as literals are.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from code_quality import files
from pageful.code.chunking.chunk import Chunk
from pageful.code.chunking.symbols import SymbolTable
from pageful.code.embedding.choosing import choose_embedder
from pageful.code.find.file_classes import class_of
from pageful.code.languages.detection import language_of
from pageful.code.ranking.ranking import rank
from pageful.code.results.lines import FileClass
from pageful.code.search.hits import best_line, compound_names
from pageful.code.store.memory import MemoryReader, memory_corpus
from pageful.embedding.embedder import Embedder
from tables import table

_STRING = re.compile(r"\"((?:[^\"\\\n]|\\.){8,200})\"|'((?:[^'\\\n]|\\.){8,200})'")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w{2,}")
_KEY = re.compile(r"[a-z][\w-]*(?:\.[\w-]+)+")
_WORDS = re.compile(r"[A-Za-z]{2,}")
_FILE_ENDINGS = re.compile(r"\.(?:\w{1,4}|html|yaml|toml|java|scala|json)$")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A query drawn from a file, and the line that it is of; `first` is its symbol's first one."""

    query: str
    path: str
    line: int
    first: int


@dataclass(frozen=True)
class Tree:
    """The texts and chunks of a repository's files."""

    name: str
    chunks: Mapping[str, Sequence[Chunk]]
    texts: Mapping[str, str]
    corpus: MemoryReader
    embedder: Embedder | None

    @classmethod
    def of(cls, root: Path, embedder: Embedder | None) -> Tree:
        """Read a repository as an index would."""
        chunks = dict(files(root))
        texts = {path: "".join(each.text for each in cut) for path, cut in chunks.items()}
        return cls(root.name, chunks, texts, memory_corpus(chunks.items(), embedder), embedder)


def _code(tree: Tree) -> Iterator[tuple[str, str, str]]:
    """Yield path, text and language of the files that are code and no tests."""
    for path, text in tree.texts.items():
        language = language_of(path, text[:4096])
        if language and class_of(path) is FileClass.CODE:
            yield path, text, language


def names(tree: Tree) -> list[Drawn]:
    """List the identifiers that are defined once."""
    places: defaultdict[str, list[Drawn]] = defaultdict(list)
    for path, text in tree.texts.items():
        for symbol in SymbolTable.of(text, language_of(path, text[:4096])).symbols:
            for name in symbol.names:
                places[name].append(Drawn(name, path, symbol.line, symbol.first))
    code = {path for path, _, language in _code(tree) if language != "markdown"}
    once = [found[0] for found in places.values() if len(found) == 1]
    return [each for each in once if each.path in code and _IDENTIFIER.fullmatch(each.query)]


def _constants(tree: Tree) -> Iterator[Drawn]:
    for path, text, language in _code(tree):
        if language in {"markdown", "html", "css", "json"}:
            continue
        for number, line in enumerate(text.split("\n"), 1):
            for match in _STRING.finditer(line):
                value = match[1] or match[2]
                if "\\" not in value and value.strip() == value:
                    yield Drawn(value, path, number, number)


def literals(tree: Tree) -> list[Drawn]:
    """List the constants that stand in one file."""
    return [each for each in _alone(tree, 1) if _WORDS.search(each.query)]


def messages(tree: Tree) -> list[Drawn]:
    """List the constants of five words or more that stand in one file."""
    return [each for each in _alone(tree, 1) if len(_WORDS.findall(each.query)) >= 5]


def keys(tree: Tree) -> list[Drawn]:
    """List the dotted constants in at most two files that are no tests."""
    likely = [each for each in _constants(tree) if _KEY.fullmatch(each.query)]
    likely = [each for each in likely if not _FILE_ENDINGS.search(each.query)]
    untested = "\0".join(text for _, text, _ in _code(tree))
    having = {each.query: untested.count(each.query) for each in likely}
    return _unique([each for each in likely if having[each.query] <= 2])


def _alone(tree: Tree, most: int) -> list[Drawn]:
    everything = "\0".join(tree.texts.values())
    drawn = _unique(list(_constants(tree)))
    return [
        each
        for each in drawn
        if everything.count(each.query) == tree.texts[each.path].count(each.query) <= 3 * most
    ]


def _unique(drawn: Sequence[Drawn]) -> list[Drawn]:
    counted = Counter((each.query, each.path) for each in drawn)
    paths = Counter(query for query, _ in counted)
    return list({each.query: each for each in drawn if paths[each.query] == 1}.values())


KINDS: Mapping[str, Callable[[Tree], list[Drawn]]] = {
    "names": names,
    "literals": literals,
    "keys": keys,
    "messages": messages,
}


def place(tree: Tree, drawn: Drawn, *, by_line: bool) -> tuple[int, bool, str]:
    """Return the rank of the right chunk (0 for none of ten), whether its line is told, the first.

    A name is right by its line, a constant by its text.
    """
    found = rank(drawn.query, tree.corpus, embedder=tree.embedder, want=10)
    layout = tree.corpus.layout
    first = ""
    said = found.query.single | compound_names(drawn.query)
    for number, position in enumerate(found.chunks.tolist(), 1):
        path, chunk = layout.paths[layout.files[position]], tree.corpus.chunk(position)
        first = first or f"{path}:{chunk.start}-{chunk.end}"
        holds = drawn.query in chunk.text
        if by_line:
            holds = path == drawn.path and chunk.start <= drawn.line and drawn.first <= chunk.end
        if holds:
            line, _ = best_line(chunk, said, drawn.query)
            text = chunk.text.split("\n")[line - chunk.start]
            return number, drawn.query in text, first
    return 0, False, first


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repositories", type=Path, nargs="+")
    parser.add_argument("--number", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--embedder", default="static")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=list(KINDS))
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    rows = []
    for root in given.repositories:
        tree = Tree.of(root, choose_embedder(given.embedder))
        for kind in given.kinds:
            likely = sorted(KINDS[kind](tree), key=lambda each: (each.query, each.path))
            drawn = random.Random(given.seed).sample(likely, min(given.number, len(likely)))
            found = [place(tree, each, by_line=kind == "names") for each in drawn]
            ranks = [rank for rank, _, _ in found]
            at = [sum(0 < rank <= cut for rank in ranks) for cut in (1, 3, 10)]
            lines = sum(told for _, told, _ in found)
            rows.append([tree.name, kind, str(len(drawn)), *map(str, at), str(lines)])
            for each, (rank_, told, first) in zip(drawn, found, strict=True):
                if given.misses and not (rank_ == 1 and told):
                    place_ = f"{each.path}:{each.line}"
                    print(f"{kind} {each.query!r} of {place_}: {rank_}, {told}, {first}")
    print(table(["", "of", "drawn", "at 1", "at 3", "at 10", "line told"], rows))


if __name__ == "__main__":
    main()
