"""A store in memory: the promises of every store in their simplest form."""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pageful.code.ranking.array_vectors import Vectors
from pageful.code.results.indexing import Language
from pageful.code.scan.snapshot import Snapshot
from pageful.code.store.content import Content
from pageful.code.store.identity import file_key, repository_uuid
from pageful.code.store.index_batch import BatchFile, IndexBatch
from pageful.code.store.memory import Document, MemoryReader
from pageful.code.store.postings import decode, invert
from pageful.code.store.project_card import ProjectCard
from pageful.code.store.repository import Counts, Repository
from pageful.text.bm25 import Floats
from pageful.tool.context import Caller


class MemoryIndex:
    """A `protocol.Index` in memory. Its documents never change, so that readers keep theirs."""

    def __init__(self) -> None:
        self._repositories: list[Repository] = []
        self._files: dict[tuple[int, str], BatchFile] = {}
        self._documents: dict[tuple[int, str], Document] = {}
        self._complete: dict[int, tuple[Snapshot, float]] = {}
        self._embedder: str | None = None
        self._numbers = 0

    def register(self, root: Path) -> Repository:
        for each in self._repositories:
            if each.root == root:
                return each
        added = Repository(len(self._repositories) + 1, repository_uuid(root), root)
        self._repositories.append(added)
        return added

    def repositories(self) -> Sequence[Repository]:
        return tuple(self._repositories)

    def counts(self, repository: Repository) -> Counts:
        files = self._indexed(repository)
        _, indexed = self._complete.get(repository.number, (None, None))
        chunks = sum(file.chunks for file in files)
        return Counts(len(files), chunks, indexed is not None, indexed)

    def languages(self, repository: Repository) -> tuple[Language, ...]:
        files, chunks = Counter[str](), Counter[str]()
        for file in self._indexed(repository):
            files[file.language or "other"] += 1
            chunks[file.language or "other"] += file.chunks
        ordered = sorted(files, key=lambda each: (-files[each], each))
        return tuple(Language(each, files[each], chunks[each]) for each in ordered)

    def other_machine(self, repository: Repository) -> None:
        return None

    def skipped_files(self, repository: Repository) -> Iterable[tuple[str, str]]:
        files = self._of(repository).values()
        skipped = {file.path: file.skipped for file in files if file.skipped is not None}
        return sorted((skipped | dict(self.snapshot(repository).skipped)).items())

    def hashes(self, repository: Repository) -> Mapping[str, bytes]:
        return {path: file.hash for path, file in self._of(repository).items()}

    def snapshot(self, repository: Repository) -> Snapshot:
        empty = Snapshot({}, {}, {}, {})
        seen, _ = self._complete.get(repository.number, (empty, None))
        stamps = {path: file.stamp for path, file in self._of(repository).items()}
        return replace(seen, files=stamps)

    def is_empty(self) -> bool:
        return not self._documents

    def add_batch(self, repository: Repository, batch: IndexBatch) -> None:
        for file in batch.files:
            if file.same:
                key = repository.number, file.path
                self._files[key] = replace(self._files[key], stamp=file.stamp)
        fresh = [file for file in batch.files if not file.same]
        self.remove_files(repository, [file.path for file in fresh])
        counts: list[dict[str, int]] = [{} for _ in range(batch.chunks)]
        for term, data in batch.rows:
            for chunk, count in zip(*decode(data, batch.chunks), strict=True):
                counts[chunk][term] = int(count)
        lengths = np.frombuffer(batch.lengths, np.float32)
        vectors = None
        if batch.vectors is not None:
            vectors = np.frombuffer(batch.vectors, np.float16).reshape(batch.chunks, -1)
        start = 0
        for file in fresh:
            part = slice(start, start := start + file.chunks)
            self._files[repository.number, file.path] = file
            if file.chunks:
                of_file = vectors if vectors is None else vectors[part]
                self._add(repository, file, lengths[part], counts[part], of_file)

    def remove_files(self, repository: Repository, paths: Iterable[str]) -> None:
        for path in paths:
            self._files.pop((repository.number, path), None)
            self._documents.pop((repository.number, path), None)

    def mark_complete(
        self, repository: Repository, seen: Snapshot, indexed: float | None = None
    ) -> None:
        self._complete[repository.number] = seen, time.time() if indexed is None else indexed

    def batches(self, repository: Repository) -> Generator[IndexBatch]:
        for path, file in sorted(self._of(repository).items()):
            document = self._documents.get((repository.number, path))
            if document is None:
                yield IndexBatch((file,))
                continue
            vectors = document.vectors
            yield IndexBatch(
                (file,),
                file.chunks,
                document.lengths.tobytes(),
                np.zeros(file.chunks, np.int32).tobytes(),
                invert(document.counts, file.chunks),
                None if vectors is None else vectors.astype(np.float16).tobytes(),
            )

    def merge_segments(self) -> None:
        pass  # Each document is a segment.

    def embedder(self) -> str | None:
        return self._embedder

    def change_embedder(self, name: str) -> None:
        if name != self._embedder:
            self._embedder = name
            for key, each in self._documents.items():
                self._documents[key] = replace(each, vectors=None)

    def count_chunks(self) -> int:
        return sum(len(each.content) for each in self._documents.values())

    def count_unembedded(self) -> Mapping[int, int]:
        documents = self._documents.values()
        return {each.number: len(each.content) for each in documents if each.vectors is None}

    def passages(self, segment: int) -> Iterator[str]:
        return self._documents[self._key(segment)].passages()

    def set_vectors(self, segment: int, vectors: npt.NDArray[np.float16]) -> None:
        key = self._key(segment)
        self._documents[key] = replace(self._documents[key], vectors=vectors)

    @contextmanager
    def reading(self) -> Iterator[MemoryReader]:
        documents = [self._documents[key] for key in sorted(self._documents)]
        yield MemoryReader(documents, self.repositories())

    def _add(
        self,
        repository: Repository,
        file: BatchFile,
        lengths: Floats,
        counts: Sequence[Mapping[str, int]],
        vectors: Vectors | None,
    ) -> None:
        self._numbers += 1
        key = file_key(repository.uuid, file.path)
        self._documents[repository.number, file.path] = Document(
            file.path,
            Content(key, file.text, file.outline),
            lengths,
            counts,
            vectors,
            repository.number,
            self._numbers,
            key,
            file.language,
        )

    def _key(self, number: int) -> tuple[int, str]:
        return next(key for key, each in self._documents.items() if each.number == number)

    def _of(self, repository: Repository) -> dict[str, BatchFile]:
        number = repository.number
        return {file.path: file for (owner, _), file in self._files.items() if owner == number}

    def _indexed(self, repository: Repository) -> list[BatchFile]:
        return [file for file in self._of(repository).values() if file.skipped is None]


class MemoryStore:
    """A `protocol.Store` in memory, for as long as it is there."""

    def __init__(self) -> None:
        self._indexes: dict[str, MemoryIndex] = {}
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._deletions = Counter[str]()
        self._cards: dict[str, ProjectCard] = {}

    @contextmanager
    def open(self, name: str) -> Iterator[MemoryIndex]:
        yield self._indexes.setdefault(name, MemoryIndex())

    def exists(self, name: str) -> bool:
        return name in self._indexes

    def location(self, name: str) -> str:
        return f"{name} in memory"

    def roots(self, name: str) -> Sequence[Path]:
        known = self._indexes.get(name)
        return [each.root for each in known.repositories()] if known else []

    def size(self, name: str) -> int:
        return 0

    def cards(self) -> Sequence[ProjectCard]:
        return [*self._cards.values()]

    def card(self, name: str) -> ProjectCard | None:
        return self._cards.get(name)

    def add_root(self, name: str, project_id: str, root: Path) -> None:
        known = self._cards.get(name)
        roots = dict.fromkeys((*(known.roots if known else ()), str(root)))
        self._cards[name] = ProjectCard(name, project_id, (*roots,))

    def delete(self, name: str) -> None:
        self._indexes.pop(name, None)
        self._deletions[name] += 1

    def incarnation(self, name: str) -> str:
        return str(self._deletions[name])

    @contextmanager
    def write_lock(self, name: str, caller: Caller, *, wait: bool = True) -> Iterator[bool]:
        lock = self._locks[name]
        while not (mine := lock.acquire(timeout=0.1 if wait else 0)) and wait:
            caller.checkpoint()
        try:
            yield mine
        finally:
            if mine:
                lock.release()

    def is_being_written(self, name: str) -> bool:
        return self._locks[name].locked()
