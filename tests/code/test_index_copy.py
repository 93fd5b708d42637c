"""Copies of indexes between stores: the same, of nothing but what was there, and never over one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from batches import STAMP
from memory_store import MemoryStore
from pageful.code.index.index_copy import copy_index
from pageful.code.index.indexer import Indexer
from pageful.code.index.projects import Project, Projects
from pageful.code.results.search import Search
from pageful.code.scan.snapshot import Snapshot
from pageful.code.store.index_batch import BatchFile, IndexBatch
from pageful.code.store.protocol import Index, Store
from pageful.code.store.sqlite.store import SqliteStore
from pageful.code.workspace import Workspace
from pageful.main import FAMILIES
from pageful.shell.commands import run
from pageful.tool.context import Caller, Progress
from pageful.tool.errors import Cancelled, ToolError
from postgres_server import fresh_database, fresh_store
from repositories import SHOP, write
from test_store_contract import ROOT, STEPS, STORES, Numbers, apply, described, embed

NAMES = ["memory", "sqlite", "postgres"]
PAIRS = [
    pytest.param(source, target, id=f"{NAMES[n]}-to-{NAMES[m]}")
    for n, source in enumerate(STORES)
    for m, target in enumerate(STORES)
    if n != m and m  # A store in memory has a segment for each file.
]
OTHER = Path("/other")


@contextmanager
def project_in(store: Store) -> Iterator[tuple[Project, Index]]:
    """A project with an open index."""
    project = replace(Projects.at(Path("/none")).by_name("shop"), store=store)
    with project.write_lock(Caller()), project.open(Caller()) as index:
        project.register(ROOT)
        yield project, index


def vectors_of(index: Index) -> list[list[float]]:
    with index.reading() as reader:
        vectors = reader.vectors
        if vectors is None:
            return []
        return [vectors.of_chunk(n).tolist() for n in range(len(reader.layout.files))]


# Each case makes and drops two indexes, of some fifty files each in PostgreSQL.
@settings(max_examples=min(25, settings().max_examples))
@pytest.mark.parametrize(("source", "target"), PAIRS)
@given(steps=STEPS, more=STEPS, has_vectors=st.booleans())
def test_a_copy_has_all_that_the_index_has(
    source: Callable[[Path], Store],
    target: Callable[[Path], Store],
    steps: list[dict[str, list[list[str]]] | set[str]],
    more: list[dict[str, list[list[str]]] | set[str]],
    has_vectors: bool,
) -> None:
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        old_store, new_store = source(Path(one)), target(Path(other))
        with project_in(old_store) as (project, index):
            apply(index, steps)
            project.register(OTHER)
            apply(index, more, OTHER)
            if has_vectors:
                embed(index)
            repository = index.register(ROOT)
            index.add_batch(repository, IndexBatch((BatchFile("b.bin", STAMP, skipped="binary"),)))
            seen = Snapshot({}, {"": STAMP}, {"/x/.gitignore": None}, {"link": "a link"})
            index.mark_complete(repository, seen, 12345.0)
            before = described(index), vectors_of(index), index.snapshot(repository)
            counts = index.counts(repository), index.counts(index.register(OTHER))

        move = copy_index(project, new_store, Caller())

        assert move.chunks == sum(each.chunks for each in counts)
        assert move.embedder == (Numbers.name if has_vectors else "none")
        copied = replace(project, store=new_store)
        assert copied.roots == (ROOT, OTHER)
        with copied.open(Caller()) as index:
            repository = index.register(ROOT)
            assert (described(index), vectors_of(index), index.snapshot(repository)) == before
            assert (index.counts(repository), index.counts(index.register(OTHER))) == counts
            assert index.counts(repository).indexed == 12345.0
            assert bool(has_vectors) == (index.embedder() is not None)
            assert not has_vectors or not index.count_unembedded()
            apply(index, [{"a.py": [["omega"]]}])  # It goes on as any other.
            assert "omega" in str(described(index))


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write(tmp_path / "shop", SHOP)


def search(workspace: Workspace) -> Search:
    return workspace.search("authenticate a user", Caller(), project_id="shop")


def test_nothing_is_embedded_or_read_anew(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = fresh_database()
    local = Workspace.of([], tmp_path / "data", "static")
    local.index(shop, "shop", Caller(), force=False)
    team = Workspace.of([], tmp_path / "data", "static", store=address)

    with monkeypatch.context() as patched:
        patched.setattr(Indexer, "apply_changes", None)
        patched.setattr("pageful.code.embedding.choosing.choose_embedder", None)
        move = team.move("shop", None, "store", Caller())

    assert move.embedder.startswith("static")
    assert address.rpartition("/")[2] in move.target
    before, after = search(local), search(team)
    assert [(hit.chunk_id, hit.similarity_score) for hit in after.results] == [
        (hit.chunk_id, hit.similarity_score) for hit in before.results
    ]
    assert after.results


def test_a_place_that_has_the_project_is_left_alone(shop: Path, tmp_path: Path) -> None:
    local = Workspace.of([], tmp_path / "data", "none")
    local.index(shop, "shop", Caller(), force=False)
    local.move("shop", None, str(tmp_path / "copy"), Caller())

    with pytest.raises(ToolError, match=r"There is an index of .shop. in .*copy") as caught:
        local.move("shop", None, str(tmp_path / "copy"), Caller())
    assert "Delete it first" in caught.value.remedy
    with pytest.raises(ToolError, match=r"already\.") as caught:
        local.move("shop", None, "store", Caller())
    assert "`--to`" in caught.value.remedy
    with pytest.raises(ToolError, match="There is no project 'none'"):
        local.move("none", None, str(tmp_path / "copy"), Caller())


@pytest.mark.parametrize("target", [lambda _: fresh_store(), SqliteStore])
def test_nothing_is_left_of_a_copy_that_was_given_up(
    target: Callable[[Path], Store], shop: Path, tmp_path: Path
) -> None:
    local = Workspace.of([], tmp_path / "data", "none")
    local.index(shop, "shop", Caller(), force=False)
    store = target(tmp_path / "copy")

    def give_up(progress: Progress) -> None:
        if progress.done:
            caller.cancel()

    caller = Caller(give_up)
    project = local.projects.find("shop")
    with pytest.raises(Cancelled):
        copy_index(project, store, caller)
    assert not store.exists(project.database_name)

    assert copy_index(project, store, Caller()).files == len(SHOP)


def test_a_copy_that_was_killed_is_begun_anew(shop: Path, tmp_path: Path) -> None:
    local = Workspace.of([], tmp_path / "data", "none")
    local.index(shop, "shop", Caller(), force=False)
    project, store = local.projects.find("shop"), fresh_store()
    with store.open(project.database_name) as index:
        index.register(OTHER)

    copy_index(project, store, Caller())

    with store.open(project.database_name) as index:
        assert [each.root for each in index.repositories()] == [shop]


def test_a_copy_that_is_not_the_same_is_told_and_not_kept(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = Workspace.of([], tmp_path / "data", "none")
    local.index(shop, "shop", Caller(), force=False)
    store, project = MemoryStore(), local.projects.find("shop")
    monkeypatch.setattr(
        "memory_store.MemoryIndex.batches",
        lambda *_: (IndexBatch((BatchFile("x", STAMP),)) for _ in range(1)),
    )

    with pytest.raises(ToolError, match="is not the same as the index") as caught:
        copy_index(project, store, Caller())

    assert "Nothing of it is kept" in caught.value.remedy
    assert not store.exists(project.database_name)
    assert search(local).results


def test_a_command_moves_an_index_to_a_database_and_back(
    shop: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = ["--data", str(tmp_path / "data")]
    assert run(FAMILIES, ["code", "index", str(shop), "--project-id", "shop", *data]) == 0
    capsys.readouterr()

    address = fresh_database()
    monkeypatch.setenv("PAGEFUL_STORE", address)
    assert run(FAMILIES, ["code", "move", "shop", *data]) == 0
    page = capsys.readouterr().out
    assert page.startswith("# Index Copied\n")
    assert f"/{address.rpartition('/')[2]}\n" in page
    assert "\n**Files**: 6\n" in page
    with psycopg.connect(address) as connection:
        row = connection.execute("SELECT project_id, roots FROM pageful.project").fetchone()
    assert row == ("shop", [str(shop)])

    back = str(tmp_path / "back")
    assert run(FAMILIES, ["code", "move", "shop", "--to", back, "--json", *data]) == 0
    assert '"files":6' in capsys.readouterr().out
    assert run(FAMILIES, ["code", "move", "shop", "--to", "postgresql://a:b@h/d", *data]) != 0
    assert "`--to` has a password" in capsys.readouterr().err
