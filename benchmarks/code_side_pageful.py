"""Index and search with pageful as asked on standard input: one side of the speed benchmark.

`code_side_pageful.py REPOSITORY DATA EMBEDDER`; requests and answers are JSON, a line each:
`files`, `index`, `changes`, `search` (`queries`, `checked`) and `size`. Times are in seconds.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pageful.code.index.embedding_index import EmbeddingIndex
from pageful.code.scan.freshness import changes
from pageful.code.scan.source_file import Skip, read
from pageful.code.scan.walker import walk
from pageful.code.search.filters import Filters
from pageful.code.search.searcher import Searcher, Window
from pageful.code.workspace import Workspace
from pageful.files.opening import Opener
from pageful.tool.context import Caller


class Side:
    """One repository, its index and what can be asked of it."""

    def __init__(self, repository: Path, data: Path, embedder: str) -> None:
        self._root = repository
        self._workspace = Workspace.of([repository], data, embedder)
        self._project = self._workspace.projects.for_roots([repository])
        self._embedder = embedder

    def files(self) -> list[str]:
        found = walk(self._root).snapshot.files
        with Opener(self._root.resolve()) as opener:
            return [path for path in found if not isinstance(read(opener, path), Skip)]

    def index(self) -> dict[str, float]:
        started, before = time.perf_counter(), sum(os.times()[:4])
        done = self._workspace.index(self._root, None, Caller(), force=False)
        return {
            "seconds": time.perf_counter() - started,
            "work": sum(os.times()[:4]) - before,
            "files": done.files_total,
            "chunks": done.chunks_total,
        }

    def changes(self) -> float:
        """Only look for changes."""
        with self._project.open(Caller()) as index:
            repository = index.register(self._root)
            started = time.perf_counter()
            changes(self._root, index.snapshot(repository))
            return time.perf_counter() - started

    def search(self, queries: list[str], *, checked: bool) -> list[dict[str, Any]]:
        """Search for each query, with or without looking for changes before."""
        return [_timed(self._checked if checked else self._unchecked, query) for query in queries]

    def size(self) -> int:
        return sum(path.stat().st_size for path in self._project.directory.iterdir())

    def _checked(self, query: str) -> list[str]:
        return [hit.file_path for hit in self._workspace.search(query, Caller()).results]

    def _unchecked(self, query: str) -> list[str]:
        with self._project.open(Caller()) as index, index.reading() as reader:
            embedder = EmbeddingIndex(index, self._embedder).current_embedder()
            searcher = Searcher(self._project, reader, embedder)
            return [hit.file_path for hit in searcher.search(query, Filters(), Window()).results]


def _timed(search: Callable[[str], list[str]], query: str) -> dict[str, Any]:
    started = time.perf_counter()
    files = search(query)
    return {"seconds": time.perf_counter() - started, "files": files}


def main() -> None:
    """Answer until the input ends."""
    side = Side(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(getattr(side, name)(**arguments)), flush=True)


if __name__ == "__main__":
    main()
