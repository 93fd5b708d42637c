"""The promises of every store of indexes, and rankings that are the same whatever keeps them."""

from __future__ import annotations

import tempfile
import threading
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from batches import STAMP, batch_of
from memory_store import MemoryStore
from pageful.code.index.embedding_index import EmbeddingIndex
from pageful.code.index.projects import Projects
from pageful.code.ranking.corpus import Postings
from pageful.code.ranking.ranking import Ranking, find_related, rank
from pageful.code.scan.snapshot import Snapshot
from pageful.code.search.filters import Filters
from pageful.code.search.searcher import Searcher, Window
from pageful.code.store.content import Content
from pageful.code.store.identity import file_key_of
from pageful.code.store.index_batch import BatchFile, IndexBatch
from pageful.code.store.memory import Document, MemoryReader
from pageful.code.store.protocol import Index, Store
from pageful.code.store.reader import IndexReader
from pageful.code.store.sqlite.store import SqliteStore
from pageful.code.terms.splitting import chunk_terms
from pageful.files.stamp import Stamp
from pageful.tool.context import Caller
from postgres_server import fresh_store

STORES: tuple[Callable[[Path], Store], ...] = (
    lambda _: MemoryStore(),
    SqliteStore,
    lambda _: fresh_store(),
)
ROOT = Path("/repository")
SAID = ["alpha", "beta", "gamma", "fetchMinBytes", "δέλτα", "open", "the", "journal"]
WORDS = st.sampled_from(SAID)
PATHS = st.sampled_from(["a.py", "b.py", "c/alpha.py", "c/journal_open.go", "tests/test_a.py"])
LINES = st.lists(st.lists(WORDS, max_size=6), max_size=4)
FILES = st.dictionaries(PATHS, LINES, max_size=5)
STEPS = st.lists(st.one_of(FILES, st.sets(PATHS)), max_size=6)
QUERIES = st.one_of(
    st.lists(WORDS, min_size=1, max_size=12).map(" ".join),
    st.sampled_from(
        ["Alpha.open", "fetch.min.bytes", "c/alpha.py", "how does journal open?", "Omega"]
    ),
)

every_store = pytest.mark.parametrize("make", STORES, ids=["memory", "sqlite", "postgres"])


@contextmanager
def opened(store: Store) -> Iterator[Index]:
    """An index that is open for writing."""
    with store.write_lock("shop", Caller()), store.open("shop") as index:
        yield index


def described(index: Index) -> dict[str, list[tuple[str, str, int]]]:
    """The postings of every term as (path, chunk's text, count)."""
    with index.reading() as reader:
        layout = reader.layout
        texts = reader.texts(range(len(layout.files)))
        terms = {
            term
            for text, file in zip(texts, layout.files, strict=True)
            for term in (*text.split(), layout.paths[file].partition(".")[0], "/alpha", "!test")
        }
        found = reader.postings(terms)
        assert found.keys() == terms
        assert all(positions.tolist() == sorted(positions) for positions, _ in found.values())
        return {
            term: [
                (layout.paths[layout.files[position]], texts[position], int(count))
                for position, count in zip(*found[term], strict=True)
            ]
            for term in sorted(terms)
        }


class Numbers:
    """Embeds a text as a vector that depends on it alone."""

    name = "numbers"

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        drawn = [np.random.default_rng(zlib.crc32(t.encode())).standard_normal(4) for t in texts]
        table = np.array(drawn, np.float32).reshape(len(texts), 4)
        unit: npt.NDArray[np.float32] = table / np.linalg.norm(table, axis=1, keepdims=True)
        return unit


def embed(index: Index) -> None:
    index.change_embedder(Numbers.name)
    EmbeddingIndex(index, "none").embed(index.count_unembedded(), Numbers(), Caller())


def apply(
    index: Index,
    steps: Iterable[Mapping[str, Sequence[Sequence[str]]] | set[str]],
    root: Path = ROOT,
) -> None:
    repository = index.register(root)
    for step in steps:
        if isinstance(step, set):
            index.remove_files(repository, step)
        else:
            index.add_batch(repository, batch_of(step))
        index.merge_segments()


@every_store
@settings(deadline=None)
@given(steps=STEPS)
def test_an_index_changed_in_steps_is_that_of_a_new_one(
    make: Callable[[Path], Store],
    steps: list[dict[str, list[list[str]]] | set[str]],
) -> None:
    final: dict[str, list[list[str]]] = {}
    for step in steps:
        if isinstance(step, set):
            final = {path: lines for path, lines in final.items() if path not in step}
        else:
            final |= step
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        with opened(make(Path(one))) as index:
            apply(index, steps)
            in_steps = described(index)
        with opened(make(Path(other))) as index:
            apply(index, [final])
            assert described(index) == in_steps


@every_store
def test_what_was_written_is_there_when_the_index_is_opened_again(
    make: Callable[[Path], Store], tmp_path: Path
) -> None:
    store = make(tmp_path)
    assert not store.exists("shop")
    with opened(store) as index:
        apply(index, [{"a.py": [["alpha", "beta"], ["gamma"]]}])
        embed(index)
        before = described(index)
    assert store.exists("shop")
    assert list(store.roots("shop")) == [ROOT]
    with store.open("shop") as index:
        assert described(index) == before
        assert index.embedder() == Numbers.name
        assert not index.count_unembedded()
        assert not index.is_empty()


@every_store
def test_a_reader_sees_nothing_of_what_is_written_meanwhile(
    make: Callable[[Path], Store], tmp_path: Path
) -> None:
    store = make(tmp_path)
    with opened(store) as index:
        apply(index, [{"a.py": [["alpha"]], "b.py": [["beta"]]}])
    with store.open("shop") as mine, mine.reading() as reader:
        with opened(store) as index:
            apply(index, [{"a.py": [["gamma"]], "c/alpha.py": [["alpha"]]}, {"b.py"}])
        assert list(reader.layout.paths) == ["a.py", "b.py"]
        assert reader.texts([0, 1]) == ["alpha\n", "beta\n"]
        assert reader.postings(["alpha", "gamma"])["gamma"][0].tolist() == []
        assert reader.postings(["alpha"])["alpha"][0].tolist() == [0]
    with store.open("shop") as index, index.reading() as reader:
        assert list(reader.layout.paths) == ["a.py", "c/alpha.py"]
        assert reader.texts([1, 0]) == ["alpha\n", "gamma\n"]


@every_store
def test_an_index_that_was_deleted_is_another_one(
    make: Callable[[Path], Store], tmp_path: Path
) -> None:
    store = make(tmp_path)
    with opened(store) as index:
        apply(index, [{"a.py": [["alpha"]]}])
    before = store.incarnation("shop")

    store.delete("shop")

    assert store.incarnation("shop") != before
    assert not store.exists("shop")
    assert list(store.roots("shop")) == []
    with opened(store) as index:
        assert index.is_empty()
        assert described(index) == {}


@every_store
def test_vectors_are_of_one_embedder_and_follow_their_chunks(
    make: Callable[[Path], Store], tmp_path: Path
) -> None:
    with opened(make(tmp_path)) as index:
        apply(index, [{"b.py": [["beta"], ["gamma"]]}, {"a.py": [["alpha"]]}])
        embed(index)
        apply(index, [{"c/alpha.py": [["open"]]}])
        with index.reading() as reader:
            assert reader.vectors
            expected = Numbers().embed(["a.py\n" * 4 + "alpha\n"]).astype(np.float16)
            assert reader.vectors.of_chunk(0).tolist() == expected[0].tolist()
            assert not reader.vectors.of_chunk(3).any()
        assert sum(index.count_unembedded().values()) == 1

        index.change_embedder("other")

        assert sum(index.count_unembedded().values()) == index.count_chunks() == 4
        with index.reading() as reader:
            assert reader.vectors is None


@every_store
def test_what_is_known_of_files_is_kept(make: Callable[[Path], Store], tmp_path: Path) -> None:
    with opened(make(tmp_path)) as index:
        repository = index.register(ROOT)
        assert index.snapshot(repository) == Snapshot({}, {}, {}, {})
        assert not index.counts(repository).complete
        whole = batch_of({"a.py": [["alpha"], ["beta"]]})
        skipped = BatchFile("big.bin", STAMP, skipped="too large")
        index.add_batch(repository, IndexBatch((skipped,)))
        index.add_batch(repository, whole)
        newer = Stamp(9, 9, 9, 9)
        index.add_batch(repository, IndexBatch((replace(whole.files[0], same=True, stamp=newer),)))
        seen = Snapshot({}, {"": STAMP}, {"/x/.gitignore": None, "/y": STAMP}, {"link": "a link"})
        index.mark_complete(repository, seen)

        stamps = {"a.py": newer, "big.bin": STAMP}
        assert index.snapshot(repository) == replace(seen, files=stamps)
        assert index.hashes(repository) == {"a.py": b"hash", "big.bin": b""}
        counts = index.counts(repository)
        assert (counts.files, counts.chunks, counts.complete) == (1, 2, True)
        assert counts.indexed
        assert list(index.skipped_files(repository)) == [
            ("big.bin", "too large"),
            ("link", "a link"),
        ]
        assert [(each.name, each.files) for each in index.languages(repository)] == [("python", 1)]


@every_store
def test_a_file_is_found_by_the_uuid_of_its_chunk(
    make: Callable[[Path], Store], tmp_path: Path
) -> None:
    with opened(make(tmp_path)) as index:
        apply(index, [{"a.py": [["alpha"]], "b.py": [["alpha"], ["beta"]]}])
        with index.reading() as reader:
            contents = reader.contents([0, 1])
            uuid = contents[1].uuid(0)
            assert uuid != contents[0].uuid(0)
            assert list(reader.files_with_key(file_key_of(uuid))) == [1]
            assert [each.root for each in reader.repositories] == [ROOT]


@every_store
def test_names_are_those_that_chunks_define(make: Callable[[Path], Store], tmp_path: Path) -> None:
    with opened(make(tmp_path)) as index:
        apply(index, [{"a.py": [["fetchMinBytes"]]}, {"b.py": [["alpha"]]}])
        with index.reading() as reader:
            assert {"fetchMinBytes", "fetchminbytes", "alpha"} == set(reader.names())


@every_store
def test_one_at_a_time_may_write(make: Callable[[Path], Store], tmp_path: Path) -> None:
    store, acquired = make(tmp_path), []

    def attempt() -> None:
        with store.write_lock("shop", Caller(), wait=False) as mine:
            acquired.append(mine)

    with store.write_lock("shop", Caller()) as mine:
        acquired.append(mine)
        assert store.is_being_written("shop")
        thread = threading.Thread(target=attempt)
        thread.start()
        thread.join()
    attempt()

    assert acquired == [True, False, True]
    assert not store.is_being_written("shop")


def rankings(reader: IndexReader, query: str) -> list[Ranking]:
    """A query with and without vectors and a filter, and what is related to the first chunk."""
    among = np.arange(len(reader.layout.files)) % 2 == 0
    found = [
        rank(query, reader, want=5),
        rank(query, reader, embedder=Numbers(), want=9),
        rank(query, reader, embedder=Numbers(), among=among, want=3),
    ]
    if len(reader.layout.files):
        chunk = reader.contents([0])[0].chunk(0)
        counts = chunk_terms(reader.layout.paths[0], chunk).counts
        found.append(find_related(0, counts, reader, want=5))
    return found


@settings(deadline=None)
@given(steps=STEPS, query=QUERIES, vectors=st.booleans())
def test_every_store_ranks_alike_to_the_last_digit(
    steps: list[dict[str, list[list[str]]] | set[str]], query: str, vectors: bool
) -> None:
    told = []
    with tempfile.TemporaryDirectory() as place:
        for make in STORES:
            with opened(make(Path(place))) as index:
                apply(index, steps)
                if vectors:
                    embed(index)
                with index.reading() as reader:
                    told.append(
                        [
                            (each.chunks.tolist(), each.scores.tolist(), each.total, each.absent)
                            for each in rankings(reader, query)
                        ]
                    )
    assert told[0] == told[1] == told[2]


class CountedReader(MemoryReader):
    """Counts the calls that another store would have to make a trip to its database for."""

    def __init__(self, documents: Iterable[Document]) -> None:
        super().__init__(documents)
        self.calls: list[str] = []

    def postings(self, terms: Collection[str]) -> Mapping[str, Postings]:
        self.calls.append("postings")
        return super().postings(terms)

    def names(self) -> Iterable[str]:
        self.calls.append("names")
        return super().names()

    def contents(self, files: Collection[int]) -> Mapping[int, Content]:
        self.calls.append("contents")
        return super().contents(files)


@pytest.mark.parametrize(
    ("query", "most"),
    [
        ("alpha", 3),
        ("how does the journal open alpha beta gamma when fetchMinBytes delta writes it", 6),
        (" ".join(f"alpha{n} open the journal of beta{n} and gamma{n}" for n in range(40)), 8),
        ("fetch.min.bytes", 5),
        ("Alpha.open", 6),
        ("c/alpha.py", 4),
        ("Error: could not open the journal of alpha", 5),
        ("OmegaNine of OmegaTen in OmegaEleven", 4),
    ],
)
def test_a_search_reads_a_bounded_number_of_times(tmp_path: Path, query: str, most: int) -> None:
    files = {f"c/{word}_{n}.py": [[word, *SAID], SAID[n:]] for n, word in enumerate(SAID)}
    store = MemoryStore()
    with opened(store) as index:
        apply(index, [files])
        with index.reading() as reader:
            assert isinstance(reader, MemoryReader)
            counted = CountedReader(reader.documents)
    project = Projects.at(tmp_path).by_name("shop")

    found = Searcher(project, counted).search(query, Filters(), Window())

    assert len(counted.calls) <= most, counted.calls
    assert counted.calls.count("contents") <= 4
    assert found.total_count or "Omega" in query
