"""Index and search with semble as asked on standard input: the other side of the speed benchmark.

`code_side_semble.py REPOSITORY CACHE MODEL`, with the Python that has semble; requests and answers
are those of `code_side_pageful.py`. The model is loaded before anything is timed.
"""

# mypy: disable-error-code="import-not-found,import-untyped"
from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from semble import SembleIndex
from semble.cache import get_validated_cache, save_index_to_cache
from semble.index.dense import load_model
from semble.index.file_walker import walk_files
from semble.index.files import FileStatus, get_extensions, get_file_status
from semble.types import ContentType

CONTENT = (ContentType.CODE, ContentType.DOCS, ContentType.CONFIG)


class Side:
    """One repository, its index and what can be asked of it."""

    def __init__(self, repository: Path, cache: Path, model: str) -> None:
        self._root = repository
        self._cache = cache
        self._model = model
        self._index: Any = None
        load_model(model)

    def files(self) -> list[str]:
        found = walk_files(self._root, get_extensions(CONTENT))
        valid = (p for p in found if get_file_status(p, p.stat()) is FileStatus.VALID)
        return [path.relative_to(self._root).as_posix() for path in valid]

    def index(self) -> dict[str, float]:
        """Build and save, as its server and its command do."""
        started, before = time.perf_counter(), sum(os.times()[:4])
        self._index = self._from_path()
        built = time.perf_counter()
        save_index_to_cache(self._index, str(self._root))
        saved = time.perf_counter()
        stats = self._index.stats
        return {
            "seconds": saved - started,
            "saving": saved - built,
            "work": sum(os.times()[:4]) - before,
            "files": stats.indexed_files,
            "chunks": stats.total_chunks,
        }

    def changes(self) -> float:
        started = time.perf_counter()
        get_validated_cache(str(self._root), self._model, CONTENT)
        return time.perf_counter() - started

    def search(self, queries: list[str], *, checked: bool) -> list[dict[str, Any]]:
        if self._index is None:
            self._index = self._from_path()
        return [_timed(self._checked if checked else self._unchecked, query) for query in queries]

    def size(self) -> int:
        return sum(path.stat().st_size for path in self._cache.rglob("*") if path.is_file())

    def _from_path(self) -> Any:
        return SembleIndex.from_path(self._root, content=CONTENT, model_path=self._model)

    def _checked(self, query: str) -> list[str]:
        if get_validated_cache(str(self._root), self._model, CONTENT) is None:
            self.index()
        return self._unchecked(query)

    def _unchecked(self, query: str) -> list[str]:
        return [result.chunk.file_path for result in self._index.search(query, top_k=10)]


def _timed(search: Callable[[str], list[str]], query: str) -> dict[str, Any]:
    started = time.perf_counter()
    files = search(query)
    return {"seconds": time.perf_counter() - started, "files": files}


def main() -> None:
    """Answer until the input ends."""
    os.environ["SEMBLE_CACHE_LOCATION"] = sys.argv[2]
    side = Side(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(getattr(side, name)(**arguments)), flush=True)


if __name__ == "__main__":
    main()
