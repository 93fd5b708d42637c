"""Indexes in SQLite: posting lists, segments, merges, and what happens when they break."""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from batches import STAMP, batch_of
from pageful.code.chunking.chunk import Chunk
from pageful.code.index.embedding_index import EmbeddingIndex
from pageful.code.scan.snapshot import Snapshot
from pageful.code.store.content import Content, pack_outline, pack_text
from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.identity import file_key, file_key_of, repository_uuid
from pageful.code.store.index_batch import IndexBatch
from pageful.code.store.postings import decode, invert, merge_postings
from pageful.code.store.sqlite.catalog_loading import load_catalog
from pageful.code.store.sqlite.database import Database
from pageful.code.store.sqlite.index import SqliteIndex
from pageful.code.store.sqlite.store import SqliteStore
from pageful.code.store.sqlite.stored_catalog import StoredCatalog
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

WORDS = st.sampled_from(["alpha", "beta", "gamma", "δέλτα", "=x", "a b"])
DOCUMENTS = st.lists(st.dictionaries(WORDS, st.integers(1, 400), max_size=5), max_size=8)
FILES = st.dictionaries(
    st.sampled_from(["a.py", "b.py", "c/d.py", "c/e.py"]),
    st.lists(st.lists(WORDS, max_size=4), max_size=3),
    max_size=4,
)


@contextmanager
def opened(place: Path) -> Iterator[SqliteIndex]:
    (place / "shop").mkdir(exist_ok=True)
    with SqliteStore(place).open("shop") as index:
        yield index


@pytest.fixture
def index(tmp_path: Path) -> Iterator[SqliteIndex]:
    with opened(tmp_path) as index:
        yield index


def uuids(key: int, texts: list[str]) -> list[UUID]:
    starts = range(1, len(texts) + 1)
    chunks = [Chunk(start, start, text) for start, text in zip(starts, texts, strict=True)]
    content = Content(key, pack_text("".join(texts)), pack_outline(chunks))
    return list(map(content.uuid, range(len(texts))))


def rows_of(index: SqliteIndex, table: str) -> int:
    row = index.database.row(f"SELECT count(*) FROM {table}")
    assert row
    return int(row[0])


@given(DOCUMENTS)
def test_a_posting_list_says_what_the_documents_have(documents: list[dict[str, int]]) -> None:
    rows = dict(invert(documents, len(documents)))

    for term in {term for document in documents for term in document}:
        numbers, counts = decode(rows[term], len(documents))
        expected = [(n, min(d[term], 255)) for n, d in enumerate(documents) if term in d]
        assert list(zip(numbers.tolist(), counts.tolist(), strict=True)) == expected


def test_a_segment_of_many_chunks_has_wider_numbers() -> None:
    documents = [{"common": 1}] * 70_000

    rows = invert(documents, len(documents))

    numbers, _ = decode(rows[0][1], len(documents))
    assert numbers[-1] == 69_999


@given(DOCUMENTS, DOCUMENTS, st.sets(st.integers(0, 15)))
def test_joined_segments_are_one_of_what_is_kept(
    first: list[dict[str, int]], second: list[dict[str, int]], dropped: set[int]
) -> None:
    everything = first + second
    kept = [number for number in range(len(everything)) if number not in dropped]
    places = np.full(len(everything), -1)
    places[kept] = np.arange(len(kept))
    segments = [
        (iter(invert(documents, len(documents))), len(documents), place)
        for documents, place in (
            (first, places[: len(first)]),
            (second, places[len(first) :]),
        )
    ]

    assert merge_postings(segments, len(kept)) == invert([everything[n] for n in kept], len(kept))


@pytest.mark.parametrize("data", [b"\x00\x00", b"\x09\x00\x01"])
def test_a_list_that_no_segment_can_have_is_damage(data: bytes) -> None:
    with pytest.raises(DamagedIndexError):
        decode(data, 3)


class Numbers:
    """Embeds a text as a vector that depends on it and on the embedder's name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        seeds = [zlib.crc32(f"{self.name} {text}".encode()) for text in texts]
        drawn = [np.random.default_rng(seed).standard_normal(4) for seed in seeds]
        return np.array(drawn, np.float32).reshape(len(texts), 4)


def assert_same(catalog: StoredCatalog, fresh: StoredCatalog) -> None:
    assert catalog.state == fresh.state
    assert list(catalog.paths) == list(fresh.paths)
    assert catalog.positions.keys() == fresh.positions.keys()
    for number, places in fresh.positions.items():
        assert np.array_equal(catalog.positions[number], places)
    for ours, anew in (
        (catalog.lengths, fresh.lengths),
        (catalog.files, fresh.files),
        (catalog.starts, fresh.starts),
    ):
        assert ours.tobytes() == anew.tobytes()
    assert (catalog.vectors is None) == (fresh.vectors is None)
    if catalog.vectors is not None and fresh.vectors is not None:
        assert catalog.vectors.chunks.tobytes() == fresh.vectors.chunks.tobytes()
        assert catalog.vectors.centroids.tobytes() == fresh.vectors.centroids.tobytes()


@given(
    st.lists(
        st.one_of(
            FILES,
            st.sets(st.sampled_from(["a.py", "c/d.py"])),
            st.sampled_from(["first", "second", "fill", "look"]),
        ),
        max_size=12,
    )
)
def test_a_catalog_that_takes_over_what_it_can_is_that_of_a_new_one(
    steps: list[dict[str, list[list[str]]] | set[str] | str],
) -> None:
    embedder = Numbers("first")
    with tempfile.TemporaryDirectory() as place, opened(Path(place)) as index:
        repository = index.register(Path("/repository"))
        index.change_embedder(embedder.name)
        kept = None
        for step in steps:
            if step == "look":
                kept = load_catalog(index.database, kept)
                assert_same(kept, load_catalog(index.database))
            elif step == "fill":
                EmbeddingIndex(index, "none").embed(index.count_unembedded(), embedder, Caller())
            elif isinstance(step, str):
                embedder = Numbers(step)
                index.change_embedder(embedder.name)
            elif isinstance(step, set):
                index.remove_files(repository, step)
            else:
                index.add_batch(repository, batch_of(step))
            index.merge_segments()
        assert_same(load_catalog(index.database, kept), load_catalog(index.database))


def test_only_what_changes_chunks_makes_a_catalog_read_anew(index: SqliteIndex) -> None:
    def catalog() -> StoredCatalog:
        with index.reading() as reader:
            return reader.catalog

    repository = index.register(Path("/repository"))
    files = batch_of({"a.py": [["alpha"]]})
    index.add_batch(repository, files)
    before = catalog()

    index.add_batch(repository, IndexBatch((replace(files.files[0], same=True),)))
    index.mark_complete(repository, Snapshot({"a.py": STAMP}, {"": STAMP}, {}, {}))
    same = catalog()
    index.add_batch(repository, batch_of({"b.py": [["beta"]]}))
    other = catalog()

    assert same is before
    assert list(other.paths) == ["a.py", "b.py"]
    (first,) = before.segments
    assert other.segments[first] is before.segments[first]


def test_nothing_is_taken_over_from_an_index_that_was_built_anew(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    (tmp_path / "shop").mkdir()
    for path, word in (("a.py", "alpha"), ("b.py", "beta")):
        with store.open("shop") as index:
            index.add_batch(index.register(Path("/repository")), batch_of({path: [[word, word]]}))
            with index.reading() as reader:
                assert list(reader.catalog.paths) == [path]
                assert reader.texts([0]) == [f"{word} {word}\n"]
        store.delete("shop")


def test_many_small_segments_are_merged(index: SqliteIndex) -> None:
    repository = index.register(Path("/repository"))
    for number in range(40):
        index.add_batch(repository, batch_of({f"{number}.py": [["alpha", f"n{number}"]]}))
        index.merge_segments()

    assert rows_of(index, "segment") < 40
    with index.reading() as reader:
        assert len(reader.postings(["alpha"])["alpha"][0]) == 40


def test_a_dropped_file_leaves_no_posting_behind(index: SqliteIndex) -> None:
    repository = index.register(Path("/repository"))
    index.add_batch(repository, batch_of({"a.py": [["alpha"], ["beta"]]}))

    index.remove_files(repository, ["a.py"])
    index.merge_segments()

    assert [rows_of(index, each) for each in ("file", "content", "segment", "posting")] == [0] * 4


@given(st.text(st.characters(exclude_categories=["Cs"])), st.data())
def test_a_packed_file_unpacks_to_its_chunks(text: str, data: st.DataObject) -> None:
    lines = text.split("\n")
    lines = [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    starts = sorted(data.draw(st.sets(st.integers(2, max(len(lines), 2)))) | {1})
    starts = [start for start in starts if start <= len(lines)]
    ends = [start - 1 for start in starts[1:]] + [len(lines)]
    chunks = tuple(
        Chunk(start, end, "".join(lines[start - 1 : end]), ("class A",), ("A",))
        for start, end in zip(starts, ends, strict=bool(starts))
    )

    assert Content(0, pack_text(text), pack_outline(chunks)).chunks() == chunks


def test_a_chunk_keeps_its_identity_when_lines_move() -> None:
    key = file_key(repository_uuid(Path("/repository")), "a.py")

    before = uuids(key, ["import a\n", "def f(): ...\n"])[-1]
    after = uuids(key, ["import a\nimport b\n", "# new\n", "def f(): ...\n"])[-1]

    assert before == after
    assert before.version == 8
    assert file_key_of(before) == key


def test_chunks_of_one_text_are_told_apart() -> None:
    key = file_key(repository_uuid(Path("/repository")), "a.py")

    assert len(set(uuids(key, ["pass\n", "a\n", "pass\n", "pass\n"]))) == 4


@pytest.mark.parametrize("content", [b"no database at all, " * 200, b"SQLite format 3\0" * 300])
def test_what_is_no_database_is_damage(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop/index.sqlite").write_bytes(content)

    with pytest.raises(DamagedIndexError), opened(tmp_path):
        pass


def test_a_database_of_another_format_is_damage(tmp_path: Path) -> None:
    with opened(tmp_path) as index:
        index.database.change("UPDATE meta SET value = 0 WHERE name = 'format'")

    with pytest.raises(DamagedIndexError, match="format"), opened(tmp_path):
        pass


def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    big = {f"{n}.py": [[f"word{n}_{m}" for m in range(200)]] for n in range(50)}
    with opened(tmp_path) as index:
        repository = index.register(Path("/repository"))
        index.add_batch(repository, batch_of({"a.py": [["alpha"]]}))

        index.database.change("PRAGMA max_page_count = 40")
        with pytest.raises(ToolError, match="disk is full"):
            index.add_batch(repository, batch_of(big))

        with index.reading() as reader:
            assert list(reader.catalog.paths) == ["a.py"]


def test_a_directory_that_is_not_there_is_told(tmp_path: Path) -> None:
    with (
        pytest.raises(ToolError, match="can't be opened"),
        SqliteStore(tmp_path).open("none"),
    ):
        pass


def test_a_query_that_was_given_up_does_not_outlive_its_database(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "index.sqlite")) as database:
        rows = database.rows("SELECT name FROM meta")
        next(rows)

    del rows  # An error in that fails every test (`filterwarnings`).
