"""The index's tables: posting lists, segments, merges, and what happens when they break."""

from __future__ import annotations

import sqlite3
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.code.chunking.chunk import Chunk
from pageful.code.scan.snapshot import Snapshot
from pageful.code.search.hits import ChunkReader
from pageful.code.store import vectors, writing
from pageful.code.store.catalog import Catalog, StoredCorpus
from pageful.code.store.catalogs import CatalogCache, load_catalog
from pageful.code.store.database import Damaged, open_database
from pageful.code.store.draft import (
    BatchFile,
    Content,
    IndexBatch,
    pack_outline,
    pack_text,
    unpack_chunks,
)
from pageful.code.store.identity import chunk_uuid, file_key, file_key_of, repository_uuid
from pageful.code.store.postings import decode, invert, merge_postings
from pageful.files.stamp import Stamp
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

STAMP = Stamp(1, 2, 3, (1 << 64) - 1)
WORDS = st.sampled_from(["alpha", "beta", "gamma", "δέλτα", "=x", "a b"])
DOCUMENTS = st.lists(st.dictionaries(WORDS, st.integers(1, 400), max_size=5), max_size=8)
FILES = st.dictionaries(
    st.sampled_from(["a.py", "b.py", "c/d.py", "c/e.py"]),
    st.lists(st.lists(WORDS, max_size=4), max_size=3),
    max_size=4,
)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with open_database(tmp_path / "index.sqlite") as connection:
        yield connection


def draft(files: Mapping[str, list[list[str]]]) -> IndexBatch:
    """A batch of files whose chunks have one line each, of the given words."""
    drafts, owners, counts = [], [], []
    for number, (path, lines) in enumerate(files.items()):
        chunks = [Chunk(n, n, f"{' '.join(line)}\n") for n, line in enumerate(lines, 1)]
        text = pack_text("".join(chunk.text for chunk in chunks))
        file = BatchFile(path, STAMP, b"hash", "python", len(chunks), text, pack_outline(chunks))
        drafts.append(file)
        owners += [number] * len(chunks)
        counts += [Counter(line) for line in lines]
    return IndexBatch(
        tuple(drafts),
        len(counts),
        np.array([sum(each.values()) for each in counts], np.float32).tobytes(),
        np.array(owners, np.int32).tobytes(),
        invert(counts, len(counts)),
    )


def corpus(connection: sqlite3.Connection) -> StoredCorpus:
    return StoredCorpus(load_catalog(connection), connection)


def uuids(key: int, texts: list[str]) -> list[UUID]:
    starts = range(1, len(texts) + 1)
    chunks = [Chunk(start, start, text) for start, text in zip(starts, texts, strict=True)]
    content = Content(pack_text("".join(texts)), pack_outline(chunks))
    return [
        chunk_uuid(key, content.text_of(n), content.copies_before(n)) for n in range(len(texts))
    ]


def described(connection: sqlite3.Connection) -> dict[str, list[tuple[str, str, int]]]:
    """Every term's postings as (path, chunk text, count)."""
    found = corpus(connection)
    shelf = ChunkReader(found.catalog, connection, {1: "/repository"})
    terms = sorted({term for (term,) in connection.execute("SELECT term FROM posting")})
    listed = {}
    for term in terms:
        positions, counts = found.postings(term)
        assert list(positions) == sorted(positions)
        listed[term] = [
            (found.paths[found.files[p]], shelf.chunk(int(p)).text, int(count))
            for p, count in zip(positions, counts, strict=True)
        ]
    return {term: rows for term, rows in listed.items() if rows}


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
    with pytest.raises(Damaged):
        decode(data, 3)


@settings(deadline=None)
@given(st.lists(st.one_of(FILES, st.sets(st.sampled_from(["a.py", "c/d.py"]))), max_size=6))
def test_an_index_changed_in_steps_is_that_of_a_new_one(
    steps: list[dict[str, list[list[str]]] | set[str]],
) -> None:
    final: dict[str, list[list[str]]] = {}
    with tempfile.TemporaryDirectory() as place:
        with open_database(Path(place, "steps")) as connection:
            repository = writing.register(connection, Path("/repository"))
            for step in steps:
                if isinstance(step, set):
                    writing.remove_files(connection, repository, step)
                    final = {path: lines for path, lines in final.items() if path not in step}
                else:
                    writing.add_batch(connection, repository, draft(step))
                    final |= step
                writing.merge_segments(connection)
            in_steps = described(connection)
        with open_database(Path(place, "new")) as connection:
            repository = writing.register(connection, Path("/repository"))
            writing.add_batch(connection, repository, draft(final))
            anew = described(connection)
    assert in_steps == anew


class _Numbers:
    """Embeds a text as a vector that depends on it and on the embedder's name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        seeds = [zlib.crc32(f"{self.name} {text}".encode()) for text in texts]
        drawn = [np.random.default_rng(seed).standard_normal(4) for seed in seeds]
        return np.array(drawn, np.float32).reshape(len(texts), 4)


def assert_same(catalog: Catalog, fresh: Catalog) -> None:
    assert catalog.state == fresh.state
    assert list(catalog.paths) == list(fresh.paths)
    assert catalog.positions.keys() == fresh.positions.keys()
    for number, places in fresh.positions.items():
        assert np.array_equal(catalog.positions[number], places)
    for ours, anew in (
        (catalog.lengths, fresh.lengths),
        (catalog.files, fresh.files),
        (catalog.starts, fresh.starts),
        (catalog.vectors, fresh.vectors),
        (catalog.centroids, fresh.centroids),
    ):
        assert (ours is None) == (anew is None)
        assert ours is None or anew is None or ours.tobytes() == anew.tobytes()


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
    embedder = _Numbers("first")
    with (
        tempfile.TemporaryDirectory() as place,
        open_database(Path(place, "index")) as connection,
    ):
        repository = writing.register(connection, Path("/repository"))
        vectors.change_embedder(connection, embedder.name)
        kept = None
        for step in steps:
            if step == "look":
                kept = load_catalog(connection, kept)
                assert_same(kept, load_catalog(connection))
            elif step == "fill":
                vectors.embed_missing(connection, embedder, Caller())
            elif isinstance(step, str):
                embedder = _Numbers(step)
                vectors.change_embedder(connection, embedder.name)
            elif isinstance(step, set):
                writing.remove_files(connection, repository, step)
            else:
                writing.add_batch(connection, repository, draft(step))
            writing.merge_segments(connection)
        assert_same(load_catalog(connection, kept), load_catalog(connection))


def test_only_what_changes_chunks_makes_a_catalog_read_anew(index: sqlite3.Connection) -> None:
    repository = writing.register(index, Path("/repository"))
    files = draft({"a.py": [["alpha"]]})
    writing.add_batch(index, repository, files)
    catalogs = CatalogCache()
    before = catalogs.current(Path("index"), index).catalog

    writing.add_batch(index, repository, IndexBatch((replace(files.files[0], same=True),)))
    writing.mark_complete(index, repository, Snapshot({"a.py": STAMP}, {"": STAMP}, {}, {}))
    same = catalogs.current(Path("index"), index).catalog
    writing.add_batch(index, repository, draft({"b.py": [["beta"]]}))
    other = catalogs.current(Path("index"), index).catalog

    assert same is before
    assert list(other.paths) == ["a.py", "b.py"]
    (first,) = before.segments
    assert other.segments[first] is before.segments[first]


def test_nothing_is_taken_over_from_an_index_that_was_built_anew(tmp_path: Path) -> None:
    catalogs = CatalogCache()
    place = tmp_path / "index.sqlite"
    for path, word in (("a.py", "alpha"), ("b.py", "beta")):
        with open_database(place) as connection:
            repository = writing.register(connection, Path("/repository"))
            writing.add_batch(connection, repository, draft({path: [[word, word]]}))
            found = catalogs.current(place, connection)
            assert list(found.paths) == [path]
            assert found.catalog.content(0, connection)[1].text_of(0) == f"{word} {word}\n"
        for file in tmp_path.iterdir():
            file.unlink()


def test_many_small_segments_are_merged(index: sqlite3.Connection) -> None:
    repository = writing.register(index, Path("/repository"))
    for number in range(40):
        writing.add_batch(index, repository, draft({f"{number}.py": [["alpha", f"n{number}"]]}))
        writing.merge_segments(index)

    (segments,) = index.execute("SELECT count(*) FROM segment").fetchone()
    assert segments < 40
    assert len(corpus(index).postings("alpha")[0]) == 40


def test_a_dropped_file_leaves_no_posting_behind(index: sqlite3.Connection) -> None:
    repository = writing.register(index, Path("/repository"))
    writing.add_batch(index, repository, draft({"a.py": [["alpha"], ["beta"]]}))

    writing.remove_files(index, repository, ["a.py"])
    writing.merge_segments(index)

    for table in ("file", "content", "segment", "posting"):
        assert index.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


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

    assert unpack_chunks(pack_text(text), pack_outline(chunks)) == chunks


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
    path = tmp_path / "index.sqlite"
    path.write_bytes(content)

    with pytest.raises(Damaged), open_database(path):
        pass


def test_a_database_of_another_format_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    with open_database(path) as connection:
        connection.execute("UPDATE meta SET value = 0 WHERE name = 'format'")

    with pytest.raises(Damaged, match="format"), open_database(path):
        pass


def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    big = {f"{n}.py": [[f"word{n}_{m}" for m in range(200)]] for n in range(50)}
    with open_database(path) as connection:
        repository = writing.register(connection, Path("/repository"))
        writing.add_batch(connection, repository, draft({"a.py": [["alpha"]]}))
        before = described(connection)

    def fill() -> None:
        with open_database(path) as connection:
            connection.execute("PRAGMA max_page_count = 40")
            writing.add_batch(connection, repository, draft(big))

    with pytest.raises(ToolError, match="disk is full"):
        fill()
    with open_database(path) as connection:
        assert described(connection) == before


def test_a_directory_that_is_not_there_is_told(tmp_path: Path) -> None:
    with (
        pytest.raises(ToolError, match="can't be opened"),
        open_database(tmp_path / "no" / "index"),
    ):
        pass
