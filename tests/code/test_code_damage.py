"""What happens to an index from outside: damage, deletion, a full disk, workers that are killed."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
import threading
from pathlib import Path

import psutil
import pytest

from pageful.code.index.indexer import _group_by_size
from pageful.code.index.projects import Projects
from pageful.code.results.search import Search
from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.sqlite.database import Database
from pageful.code.store.sqlite.index import SqliteIndex
from pageful.code.store.sqlite.integrity import check_integrity
from pageful.code.workspace import Workspace
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from repositories import SHOP, many, write


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write(tmp_path / "shop", SHOP)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def workspace(shop: Path, data: Path) -> Workspace:
    return Workspace.of([shop], data, "none")


def again(workspace: Workspace) -> Workspace:
    """The workspace of a process that has read nothing yet."""
    return Workspace(workspace.own, Projects.at(workspace.projects.data), workspace.embedder)


def search(workspace: Workspace, query: str) -> Search:
    return workspace.search(query, Caller())


def database(data: Path) -> Path:
    (path,) = data.glob("*/index.sqlite")
    for log in data.glob("*/index.sqlite-*"):
        log.unlink()
    return path


def test_an_index_cut_off_anywhere_is_built_anew(workspace: Workspace, data: Path) -> None:
    before = search(workspace, "cart")
    whole = database(data).read_bytes()
    for size in (0, 1, 99, 100, 512, 4096, 5000, len(whole) // 2, len(whole) - 4096):
        database(data).write_bytes(whole[:size])

        assert search(again(workspace), "cart").results == before.results


def test_wherever_an_index_is_damaged_there_is_an_answer(workspace: Workspace, data: Path) -> None:
    search(workspace, "cart")
    whole = database(data).read_bytes()
    dice = random.Random(11)
    for _ in range(50):
        content = bytearray(whole)
        start = dice.randrange(len(content))
        content[start : start + 64] = dice.randbytes(len(content[start : start + 64]))
        database(data).write_bytes(content)

        found = search(again(workspace), "cart price")

        assert not found.notes or "built anew" in found.notes[0]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE content SET outline = x'00'",
        "DELETE FROM content",
        "UPDATE content SET text = substr(text, 1, 6)",
        "UPDATE posting SET data = x'0000'",
        "UPDATE segment SET lengths = x'00'",
        "UPDATE repository SET uuid = 'none'",
        "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = CAST(x'80' AS TEXT)",
        "UPDATE segment SET lengths = replace(hex(zeroblob(chunks * 2)), '0', 'ÿ')",
    ],
)
def test_an_index_whose_rows_are_not_as_written_is_built_anew_and_it_is_said(
    workspace: Workspace, data: Path, change: str
) -> None:
    before = search(workspace, "cart")
    with contextlib.closing(sqlite3.connect(database(data))) as connection, connection:
        connection.executescript(change)

    after = search(again(workspace), "cart")

    assert after.results == before.results
    assert "built anew" in after.notes[0]


def test_an_index_that_is_whole_passes_the_check(workspace: Workspace, data: Path) -> None:
    search(workspace, "cart")

    with contextlib.closing(Database(database(data))) as index:
        check_integrity(index)


def test_a_path_that_is_no_text_does_not_pass_the_check(workspace: Workspace, data: Path) -> None:
    search(workspace, "cart")

    with contextlib.closing(Database(database(data))) as index:
        index.change("UPDATE file SET path = 'a' || char(0) WHERE path = 'README.md'")
        with pytest.raises(DamagedIndexError, match="a path is no text"):
            check_integrity(index)


def test_a_fault_that_is_none_of_the_index_is_not_laid_to_its_charge(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    search(workspace, "cart")

    def broken(*_: object, **__: object) -> None:
        raise ValueError("a fault of the program")

    monkeypatch.setattr("pageful.code.search.searcher.rank", broken)
    with pytest.raises(ValueError, match="a fault of the program"):
        search(workspace, "cart")


def test_an_index_that_is_damaged_again_and_again_is_told(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    search(workspace, "cart")

    def damaged(*_: object, **__: object) -> None:
        raise DamagedIndexError("it rots")

    monkeypatch.setattr("pageful.code.search.searcher.rank", damaged)
    with pytest.raises(ToolError, match="can't be used again: it rots"):
        search(workspace, "cart")


def test_of_several_that_find_an_index_damaged_one_builds_it_anew(
    workspace: Workspace, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = workspace.projects.by_name(search(workspace, "cart").project_id)
    damaged = database(data)
    damaged.write_bytes(b"garbage" * 1000)
    answers: list[Search] = []
    rebuilt: list[Path] = []
    unlink = Path.unlink

    def counted(path: Path, *, missing_ok: bool = False) -> None:
        if path == damaged:
            rebuilt.append(path)
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", counted)
    threads = [
        threading.Thread(target=lambda: answers.append(search(again(workspace), "cart")))
        for _ in range(4)
    ]
    with project.write_lock(Caller()):
        for thread in threads:
            thread.start()
    for thread in threads:
        thread.join()

    assert len(answers) == 4
    assert all(each.results == answers[0].results for each in answers)
    assert len(rebuilt) == 1


def test_an_index_that_is_deleted_under_a_server_is_built_again(
    workspace: Workspace, data: Path
) -> None:
    before = search(workspace, "cart")

    shutil.rmtree(data)

    assert search(workspace, "cart").results == before.results


def test_an_index_that_is_deleted_while_it_is_written_is_no_success(
    workspace: Workspace, shop: Path, data: Path
) -> None:
    caller = Caller(lambda progress: shutil.rmtree(data) if progress.done else None)

    with pytest.raises(ToolError, match="was deleted"):
        workspace.index(shop, None, caller, force=False)


@pytest.mark.slow
def test_a_killed_worker_is_told_and_what_was_done_is_kept(tmp_path: Path, data: Path) -> None:
    root = many(tmp_path / "many", 2500, lines=30)
    workspace = Workspace.of([root], data, "none")

    def kill(progress: object) -> None:
        if getattr(progress, "done", None):
            for process in psutil.Process().children():
                with contextlib.suppress(psutil.Error):
                    if "pageful.code.index.worker" in process.cmdline():
                        process.kill()

    with pytest.raises(ToolError, match="ended before its time"):
        workspace.index(root, None, Caller(kill), force=False)

    assert workspace.status(None, Caller()).files > 0
    assert workspace.index(root, None, Caller(), force=False).files_total == 2500


@pytest.mark.parametrize("fault", ["disk is full", "readonly"])
def test_an_index_that_can_not_be_brought_up_to_date_is_searched_as_it_is(
    workspace: Workspace, shop: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    search(workspace, "cart")
    write(shop, {"new.py": "passkey = 1\n"})

    def refuse(*_: object, **__: object) -> None:
        raise ToolError(f"The {fault}.", "Make room.")

    monkeypatch.setattr(SqliteIndex, "add_batch", refuse)
    found = search(workspace, "cart")

    assert found.results
    assert f"could not be brought up to date. The {fault}." in found.notes[0]


def test_a_first_search_that_can_not_index_says_why(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ToolError("The disk is full.", "Make room.")

    monkeypatch.setattr(SqliteIndex, "add_batch", refuse)
    with pytest.raises(ToolError, match="disk is full"):
        search(workspace, "cart")


def test_a_repository_that_became_a_file_is_still_searched_and_it_is_said(
    workspace: Workspace, shop: Path
) -> None:
    search(workspace, "cart")
    shutil.rmtree(shop)
    shop.write_text("no directory any more")

    found = search(workspace, "cart")

    assert found.results
    assert "is gone" in found.notes[0]


def test_a_forced_run_trusts_nothing_that_was_known(workspace: Workspace, shop: Path) -> None:
    project = workspace.projects.by_name(search(workspace, "cart").project_id)
    path = project.store.location(project.database_name)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM file WHERE path = 'README.md'")

    assert workspace.index(shop, None, Caller(), force=True).files_indexed == len(SHOP)


def test_many_empty_files_make_few_batches() -> None:
    assert len(list(_group_by_size({f"{n}.py": 0 for n in range(10_000)}))) == 5
