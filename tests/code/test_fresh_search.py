"""Searches of an index that is behind its files: nothing that is gone, nothing old unmarked."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pageful.code.index.background import Background, Job
from pageful.code.index.indexer import Indexer
from pageful.code.index.projects import Project
from pageful.code.results.indexing import Indexing
from pageful.code.results.search import Search
from pageful.code.search import refreshing
from pageful.code.workspace import Workspace
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError
from repositories import SHOP, many, write

QUICK = 40
"""Files that are indexed at once in these tests, a fifth of what the product has."""
BRANCH = 100
"""Files that a switch of branches changes: more than are indexed at once."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refreshing, "_QUICK_FILES", QUICK)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return many(write(tmp_path / "shop", SHOP), 2 * BRANCH, lines=2)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def shell(shop: Path, data: Path) -> Workspace:
    return Workspace.of([shop], data, "none")


@pytest.fixture
def background() -> Iterator[Background]:
    background = Background()
    yield background
    background.end()


@pytest.fixture
def server(shop: Path, data: Path, background: Background) -> Workspace:
    return Workspace.of([shop], data, "none", background=background)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Holds indexing in the background back before its last files, until it is set."""
    opened, some_indexed = threading.Event(), threading.Event()
    index, wait = Indexer.index_repository, Job.wait

    def slowly(indexer: Indexer, root: Path, caller: Caller, *, force: bool = False) -> Indexing:
        if not opened.is_set():
            repository = indexer.index.register(root)
            found = indexer.changes(repository, caller)
            some = [path for path in sorted(found.added) if path < "package_2"]
            indexer.index_files(repository, some, "none", caller)
            some_indexed.set()
        while not opened.wait(0.02):
            caller.checkpoint()
        return index(indexer, root, caller, force=force)

    def wait_for_some(job: Job, until: float, caller: Caller) -> None:
        """Give up once the first files are indexed, however busy the machine is."""
        if opened.is_set():
            return wait(job, until, caller)
        assert some_indexed.wait(120.0)
        return wait(job, time.monotonic() + 0.1, caller)

    monkeypatch.setattr(Indexer, "index_repository", slowly)
    monkeypatch.setattr(Job, "wait", wait_for_some)
    yield opened
    opened.set()


def search(workspace: Workspace, query: str, **options: int | tuple[str, ...]) -> Search:
    return workspace.search(query, Caller(), **options)  # type: ignore[arg-type]


def switch(shop: Path) -> None:
    """Switch branches: half of the modules are gone, the others have another text further down."""
    modules = sorted(shop.glob("package_*/*.py"))
    for number, module in enumerate(modules):
        if number % 2:
            module.unlink()
        else:
            module.write_text(f"# moved down\n\n\n{module.read_text()}")


def assert_true(found: Search, shop: Path) -> None:
    """Every hit is what the disk has at these lines, or says that it may not be."""
    assert found.results
    for hit in found.results:
        assert (shop / hit.file_path).is_file()
        lines = (shop / hit.file_path).read_text().split("\n")[hit.start_line - 1 : hit.end_line]
        assert hit.outdated or hit.content.split("\n") == lines


def finish(workspace: Workspace) -> None:
    """Wait until nothing goes on in the background."""
    assert workspace.background
    project = workspace.projects.for_roots(workspace.own)
    job = workspace.background.begin(project.directory, lambda caller: None)
    assert job
    job.wait(float("inf"), Caller())


@pytest.mark.parametrize("limit", [10, 50])
def test_after_a_switch_of_branches_a_shell_shows_only_what_is_there(
    shell: Workspace, shop: Path, limit: int
) -> None:
    # More than are indexed before the rest to answer with 50 that are there.
    large = 3 * BRANCH
    many(shop, 2 * large, lines=2)
    search(shell, "anything")
    switch(shop)

    found = search(shell, "function argument", limit=limit)
    module = min(shop.glob("package_9/*.py"))
    named = search(shell, module.stem.replace("module", "function") + "_1", limit=limit)

    assert_true(found, shop)
    assert_true(named, shop)
    assert named.results[0].file_path == module.relative_to(shop).as_posix()
    assert not named.results[0].outdated
    assert named.pending_files < found.pending_files < large
    assert "index_repository(" in found.notes[0]


def test_after_a_switch_of_branches_a_server_goes_on_until_all_is_indexed(
    server: Workspace, shop: Path
) -> None:
    search(server, "anything")
    finish(server)
    switch(shop)

    first = search(server, "function argument")
    assert_true(first, shop)
    assert first.pending_files
    assert "background" in first.notes[0]
    finish(server)
    then = search(server, "function argument")

    assert_true(then, shop)
    assert (then.pending_files, then.notes, then.coverage) == (0, (), None)
    assert not any(hit.outdated for hit in then.results)


def test_while_another_process_writes_old_hits_are_marked_and_lost_files_are_none(
    shell: Workspace, shop: Path
) -> None:
    project = shell.projects.by_name(search(shell, "anything").project_id)
    switch(shop)

    with project.write_lock(Caller()):
        found = search(shell, "function argument", limit=50)
        following = search(shell, "function argument", limit=50, page=2)
        place = found.results[0]
        related = shell.find_related(Caller(), file_path=place.file_path, line=place.start_line)

    for each in (found, following, related):
        assert_true(each, shop)
        assert all(hit.outdated for hit in each.results if hit.file_path.startswith("package_"))
    assert len(found.results) == 50
    assert "Another process" in found.notes[0]
    assert found.pending_files == 2 * BRANCH


def test_what_can_not_be_looked_at_is_marked(shell: Workspace, shop: Path) -> None:
    search(shell, "anything")
    shutil.rmtree(shop)

    found = search(shell, "cart")

    assert found.results
    assert all(hit.outdated for hit in found.results)


def test_where_the_index_can_not_be_written_old_hits_are_marked(
    shell: Workspace, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search(shell, "anything")
    switch(shop)

    def full(*_: object, **__: object) -> None:
        raise ToolError("The disk is full.")

    monkeypatch.setattr(Project, "write_lock", full)
    found = search(shell, "function argument", limit=50)

    assert_true(found, shop)
    assert any(hit.outdated for hit in found.results)
    assert "The disk is full" in found.notes[0]


def test_a_first_search_answers_from_what_is_there_and_says_how_far_it_is(
    server: Workspace, gate: threading.Event
) -> None:
    found = search(server, "function argument", limit=50)
    with pytest.raises(ToolError) as narrowed:
        search(server, "cart", file_types=("java",))
    again = search(server, "function argument")

    assert found.results
    assert all(hit.file_path < "package_2" for hit in found.results)
    assert found.coverage
    assert 0 < found.coverage.files < found.coverage.total == len(SHOP) + 2 * BRANCH
    assert again.coverage == found.coverage
    assert "files are indexed so far; call again" in str(narrowed.value)
    gate.set()
    finish(server)
    whole = search(server, "cart")
    assert whole.coverage is None
    assert "src/cart/Cart.java" in {hit.file_path for hit in whole.results}


def test_that_nothing_has_a_name_is_said_only_of_what_is_indexed(
    server: Workspace, gate: threading.Event
) -> None:
    assert any(
        note.startswith("Nothing that is indexed so far has the name `no_such_name`")
        for note in search(server, "no_such_name").notes
    )
    gate.set()


def test_a_first_search_that_is_given_up_leaves_indexing_to_go_on(
    server: Workspace, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = Job.wait

    def give_up(job: Job, until: float, caller: Caller) -> None:
        caller.cancel()
        wait(job, until, caller)

    monkeypatch.setattr(Job, "wait", give_up)
    with pytest.raises(Cancelled):
        server.search("cart", Caller())
    monkeypatch.setattr(Job, "wait", wait)

    gate.set()
    finish(server)

    assert server.status(None, Caller()).repositories[0].pending_files == 0


def test_indexing_that_a_server_broke_off_continues_at_the_next_call(
    server: Workspace,
    background: Background,
    gate: threading.Event,
    shop: Path,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = search(server, "cart").coverage
    background.end()
    assert search(server, "function argument").coverage == before
    gate.set()
    monkeypatch.setattr(refreshing, "PATIENCE", 300.0)

    following = Background()
    found = search(Workspace.of([shop], data, "none", background=following), "cart")
    following.end()

    assert found.coverage is None
    assert "src/cart/Cart.java" in {hit.file_path for hit in found.results}


def test_two_servers_on_one_index_both_answer(
    server: Workspace, gate: threading.Event, shop: Path, data: Path
) -> None:
    other = Background()
    second = Workspace.of([shop], data, "none", background=other)

    first_answers = search(server, "function argument"), search(second, "function argument")
    gate.set()
    finish(server)
    finish(second)
    answers = search(server, "cart"), search(second, "cart")
    other.end()

    assert all(answer.coverage for answer in first_answers)
    assert answers[0].results == answers[1].results
    assert not any(answer.coverage for answer in answers)


def test_index_repository_takes_over_what_goes_on_in_the_background(
    server: Workspace, gate: threading.Event, shop: Path
) -> None:
    coverage = search(server, "cart").coverage
    gate.set()

    indexed = server.index(shop, None, Caller(), force=False)

    assert coverage
    assert indexed.files_total == len(SHOP) + 2 * BRANCH


def test_indexing_that_fails_in_the_background_is_told(
    server: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise ToolError("The disk is full.", "Make room.")

    monkeypatch.setattr(Indexer, "index_repository", full)

    with pytest.raises(ToolError, match="disk is full"):
        search(server, "cart")


def test_a_damaged_index_is_built_anew_in_the_background(
    server: Workspace, data: Path, shop: Path
) -> None:
    search(server, "cart")
    finish(server)
    (database,) = data.glob("*/index.sqlite")
    for log in data.glob("*/index.sqlite-*"):
        log.unlink()
    database.write_bytes(b"garbage" * 1000)

    found = search(server, "cart")

    assert_true(found, shop)
    assert "built anew" in " ".join(found.notes)
