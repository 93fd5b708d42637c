"""Indexing and searching as a whole, on real directories: what is found, and that it is fresh."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest

from pageful.code.definitions.code_access import CodeAccess
from pageful.code.definitions.search_tools import SearchTools
from pageful.code.results.indexing import Status
from pageful.code.results.search import Search
from pageful.code.settings import CodeSettings
from pageful.code.workspace import Workspace
from pageful.tool.context import Caller, Progress
from pageful.tool.errors import Cancelled, ToolError
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


def paths(found: Search) -> list[str]:
    return [hit.file_path for hit in found.results]


def search(workspace: Workspace, query: str, **options: str | int | tuple[str, ...]) -> Search:
    return workspace.search(query, Caller(), **options)  # type: ignore[arg-type]


def test_a_first_search_indexes_the_servers_repository_and_tells_how_far_it_is(
    workspace: Workspace,
) -> None:
    heard: list[Progress] = []

    found = workspace.search("authenticate user", Caller(heard.append))

    assert paths(found)[0] == "src/auth/login.py"
    assert heard[-1].done == heard[-1].total == len(SHOP)


def test_the_latency_is_what_the_caller_waited_indexing_included(
    shop: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr("time.perf_counter", lambda: clock[0])

    def pass_a_second(_: Progress) -> None:
        clock[0] += 1

    tools = SearchTools(CodeAccess(CodeSettings(repo=[shop], data=data, embedder="none")))
    found = tools.search_code(Caller(pass_a_second), "cart")

    assert clock[0] >= 2  # the walk and the indexing were both heard of
    assert found.latency_ms == 1000 * clock[0]


def test_a_hit_is_the_chunk_as_it_stands_in_the_file(workspace: Workspace, shop: Path) -> None:
    hit = search(workspace, "LoginFailed").results[0]

    lines = (shop / hit.file_path).read_text().split("\n")
    assert hit.content.split("\n") == lines[hit.start_line - 1 : hit.end_line]
    assert "LoginFailed" in hit.telling
    assert lines[hit.telling_line - 1].strip() == hit.telling


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("expire_old_sessions", "src/auth/session.py"),
        ("expireOldSessions", "src/auth/session.py"),
        ("Cart.totalPrice", "src/cart/Cart.java"),
        ("price of everything with tax", "src/cart/Cart.java"),
        ("web/cart.ts", "web/cart.ts"),
        ("Invalid credentials", "src/auth/login.py"),
        ("when are cards charged?", "README.md"),
    ],
)
def test_code_is_found_by_name_by_meaning_by_path_and_by_message(
    workspace: Workspace, query: str, path: str
) -> None:
    assert paths(search(workspace, query))[0] == path


def test_a_change_is_found_by_the_next_search_without_being_told(
    workspace: Workspace, shop: Path
) -> None:
    search(workspace, "anything")

    write(shop, {"src/auth/login.py": "def sign_in_with_passkey():\n    pass\n"})

    assert paths(search(workspace, "passkey")) == ["src/auth/login.py"]
    assert not search(workspace, "hexdigest").results


def test_a_change_of_the_same_size_in_the_same_instant_is_found(
    workspace: Workspace, shop: Path
) -> None:
    file = write(shop, {"a.py": "first = 1\n"}) / "a.py"
    search(workspace, "anything")
    times = file.stat()

    file.write_text("other = 1\n")
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    assert paths(search(workspace, "other")) == ["a.py"]


def test_the_line_shown_is_that_of_the_very_name(workspace: Workspace, shop: Path) -> None:
    lines = "".join(f"def step_{n}(value):\n    return value\n\n\n" for n in range(9))
    write(shop, {"steps.py": lines})

    assert search(workspace, "step_7").results[0].telling == "def step_7(value):"


def test_a_deleted_file_is_not_found_any_more(workspace: Workspace, shop: Path) -> None:
    search(workspace, "anything")

    (shop / "src/auth/session.py").unlink()

    assert "src/auth/session.py" not in paths(search(workspace, "expire sessions"))


def test_a_moved_file_is_found_where_it_is(workspace: Workspace, shop: Path) -> None:
    search(workspace, "anything")

    (shop / "lib").mkdir()
    (shop / "src/auth/session.py").rename(shop / "lib/store.py")

    assert paths(search(workspace, "expire_old_sessions"))[0] == "lib/store.py"


def test_many_changes_are_said_to_be_pending(workspace: Workspace, shop: Path) -> None:
    search(workspace, "anything")

    many(shop, 300)
    found = search(workspace, "authenticate user")

    assert paths(found)[0] == "src/auth/login.py"
    assert found.pending_files == 300
    assert "index_repository(" in found.notes[0]
    workspace.index(shop, None, Caller(), force=False)
    assert not search(workspace, "authenticate user").pending_files


def test_indexing_again_reads_only_what_changed(workspace: Workspace, shop: Path) -> None:
    first = workspace.index(shop, None, Caller(), force=False)
    again = workspace.index(shop, None, Caller(), force=False)
    write(shop, {"new.py": "x = 1\n"})
    (shop / "README.md").unlink()
    changed = workspace.index(shop, None, Caller(), force=False)

    assert (first.files_indexed, first.status) == (len(SHOP), Status.SUCCESS)
    assert (again.files_indexed, again.files_total) == (0, len(SHOP))
    assert (changed.files_indexed, changed.files_removed) == (1, 1)


def test_a_touched_file_is_not_read_into_chunks_again(workspace: Workspace, shop: Path) -> None:
    workspace.index(shop, None, Caller(), force=False)

    os.utime(shop / "README.md", (0, 0))

    assert workspace.index(shop, None, Caller(), force=False).files_indexed == 0


def test_a_forced_run_reads_everything_and_changes_no_answer(
    workspace: Workspace, shop: Path
) -> None:
    before = search(workspace, "cart price")

    forced = workspace.index(shop, None, Caller(), force=True)

    assert forced.files_indexed == len(SHOP)
    after = search(workspace, "cart price")
    assert (before.results, before.total_count) == (after.results, after.total_count)


def test_an_index_changed_in_steps_answers_as_a_new_one(
    workspace: Workspace, shop: Path, tmp_path: Path
) -> None:
    queries = ["cart", "authenticate user", "price", "session", "function argument"]
    for step in range(5):
        many(shop / "more", 5 * (step + 1), lines=3)
        write(shop, {"src/cart/Cart.java": f"class Cart{step} {{}}\n"})
        search(workspace, "cart")
    shutil.rmtree(shop / "more/package_3")

    fresh = Workspace.of([shop], tmp_path / "fresh", "none")

    for query in queries:
        stepwise, anew = search(workspace, query), search(fresh, query)
        assert stepwise.results == anew.results
        assert stepwise.total_count == anew.total_count


def test_pages_follow_each_other_without_gap(workspace: Workspace) -> None:
    whole = search(workspace, "cart user price", limit=50)
    pages = [search(workspace, "cart user price", limit=2, page=n) for n in (1, 2, 3)]

    joined = [hit for page in pages for hit in page.results]
    assert joined == list(whole.results[: len(joined)])
    assert {page.total_count for page in pages} == {whole.total_count}
    assert [page.first for page in pages] == [1, 3, 5]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"file_types": ("java",)}, {"src/cart/Cart.java"}),
        ({"file_types": (".java",)}, {"src/cart/Cart.java"}),
        ({"file_types": ("JAVA",)}, {"src/cart/Cart.java"}),
        ({"file_types": (".Java",)}, {"src/cart/Cart.java"}),
        ({"directory": "src/cart"}, {"src/cart/Cart.java"}),
        ({"directory": "**/cart"}, {"src/cart/Cart.java"}),
        ({"directory": "./web/"}, {"web/cart.ts"}),
        ({"directory": "w?b", "file_types": ("ts",)}, {"web/cart.ts"}),
    ],
)
def test_a_search_is_narrowed_down(
    workspace: Workspace, filters: dict[str, str | tuple[str, ...]], found: set[str]
) -> None:
    assert set(paths(search(workspace, "cart", **filters))) == found


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"query": " "}, "`query` is empty"),
        ({"file_types": ("*.py",)}, "without the dot: 'py'"),
        ({"file_types": ("cobol",)}, "Extensions here: "),
        ({"directory": "nowhere"}, "Directories here: "),
        ({"repository_id": "7"}, "is no UUID"),
        ({"repository_id": "123e4567-e89b-12d3-a456-426614174000"}, "has no repository"),
        ({"project_id": "unknown"}, "Known projects: "),
        ({"project_id": "\0"}, "is no project's name"),
    ],
)
def test_a_search_that_can_not_be_is_refused_with_what_can(
    workspace: Workspace, options: dict[str, Any], says: str
) -> None:
    search(workspace, "anything")

    with pytest.raises(ToolError, match=says):
        search(workspace, **({"query": "cart"} | options))


@pytest.mark.parametrize(
    "query", ["x" * 100_000, "word " * 20_000, "\0\x1b[31m\r", "((((", "'; DROP TABLE file", "的"]
)
def test_any_query_has_an_answer(workspace: Workspace, query: str) -> None:
    assert search(workspace, query).sought == query


@pytest.mark.parametrize("given", ["shop/README.md", "none", "empty/../none"])
def test_what_is_no_directory_is_not_indexed(
    workspace: Workspace, tmp_path: Path, given: str
) -> None:
    with pytest.raises(ToolError):
        workspace.index(tmp_path / given, None, Caller(), force=False)


def test_a_data_directory_that_can_not_be_written_is_told(shop: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    workspace = Workspace.of([shop], tmp_path / "file", "none")

    with pytest.raises(ToolError, match="--data"):
        search(workspace, "cart")


def test_a_relative_path_is_refused(workspace: Workspace) -> None:
    with pytest.raises(ToolError, match="relative"):
        workspace.index(Path("shop"), None, Caller(), force=False)


def test_an_empty_repository_has_an_empty_index(data: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    workspace = Workspace.of([tmp_path / "empty"], data, "none")

    assert workspace.index(tmp_path / "empty", None, Caller(), force=False).files_total == 0
    assert search(workspace, "anything").total_count == 0


def test_projects_do_not_see_each_other(data: Path, tmp_path: Path) -> None:
    workspace = Workspace.of([], data, "none")
    for name in ("one", "two"):
        root = write(tmp_path / name, {f"{name}.py": f"{name} = shared\n"})
        workspace.index(root, name, Caller(), force=False)

    assert paths(search(workspace, "shared", project_id="one")) == ["one.py"]
    with pytest.raises(ToolError, match="'one', 'two'"):
        search(workspace, "shared")


def test_a_project_can_have_several_repositories(data: Path, tmp_path: Path) -> None:
    workspace = Workspace.of([], data, "none")
    roots = [write(tmp_path / name, {"a.py": f"{name} = shared\n"}) for name in ("one", "two")]
    indexed = [workspace.index(root, "both", Caller(), force=False) for root in roots]

    found = search(workspace, "shared", project_id="both")
    second = indexed[1].repository_id
    narrowed = search(workspace, "shared", project_id="both", repository_id=second)

    assert {hit.repository for hit in found.results} == {str(root) for root in roots}
    assert [hit.repository for hit in narrowed.results] == [str(roots[1])]


def test_the_only_project_needs_no_name(data: Path, shop: Path) -> None:
    Workspace.of([], data, "none").index(shop, None, Caller(), force=False)

    assert search(Workspace.of([], data, "none"), "cart").results


def test_without_any_index_a_search_says_how_to_make_one(data: Path) -> None:
    with pytest.raises(ToolError, match="index_repository"):
        search(Workspace.of([], data, "none"), "cart")


def test_what_is_related_is_found_by_id_and_by_place(workspace: Workspace) -> None:
    hit = search(workspace, "authenticate_user", directory="src").results[0]

    by_id = workspace.find_related(Caller(), chunk_id=hit.chunk_id)
    by_place = workspace.find_related(Caller(), file_path=hit.file_path, line=hit.end_line)

    assert by_id.results == by_place.results
    assert "tests/test_login.py" in paths(by_id)
    assert hit.chunk_id not in {each.chunk_id for each in by_id.results}


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ({}, "one place"),
        ({"file_path": "README.md"}, "together"),
        ({"chunk_id": "x"}, "no UUID"),
        ({"chunk_id": "123e4567-e89b-12d3-a456-426614174000"}, "No chunk of project"),
        ({"file_path": "none.py", "line": 1}, "No indexed file"),
        ({"file_path": "README.md", "line": 100}, "has no line 100"),
    ],
)
def test_a_place_that_is_not_there_is_told(
    workspace: Workspace, place: dict[str, str], says: str
) -> None:
    search(workspace, "anything")

    with pytest.raises(ToolError, match=says):
        workspace.find_related(Caller(), **place)  # type: ignore[arg-type]


def test_a_damaged_index_is_built_anew_and_it_is_said(workspace: Workspace, data: Path) -> None:
    before = search(workspace, "cart")
    (database,) = data.glob("*/index.sqlite")
    for log in data.glob("*/index.sqlite-*"):
        log.unlink()
    database.write_bytes(b"garbage" * 1000)

    after = search(workspace, "cart")

    assert after.results == before.results
    assert "built anew" in after.notes[0]
    assert not search(workspace, "cart").notes


@pytest.mark.parametrize("part", [0.2, 0.5, 0.8])
def test_an_index_damaged_within_is_never_answered_from(
    workspace: Workspace, data: Path, part: float
) -> None:
    before = search(workspace, "cart")
    (database,) = data.glob("*/index.sqlite")
    for log in data.glob("*/index.sqlite-*"):
        log.unlink()
    content = bytearray(database.read_bytes())
    start = int(len(content) * part)
    content[start : start + 8192] = b"\xff" * len(content[start : start + 8192])
    database.write_bytes(content)

    after = search(Workspace(workspace.own, workspace.projects, "none"), "cart")

    assert after.results == before.results


def test_a_repository_that_is_gone_is_still_searched_and_it_is_said(
    workspace: Workspace, shop: Path
) -> None:
    search(workspace, "anything")

    shutil.rmtree(shop)
    found = search(workspace, "cart")

    assert found.results
    assert "is gone" in found.notes[0]


@pytest.mark.slow
def test_a_cancelled_run_keeps_what_was_done(tmp_path: Path, data: Path) -> None:
    root = many(tmp_path / "many", 3000, lines=30)
    workspace = Workspace.of([root], data, "none")
    caller = Caller(lambda progress: caller.cancel() if progress.done else None)

    with pytest.raises(Cancelled):
        workspace.index(root, None, caller, force=False)

    status = workspace.status(None, Caller())
    assert 0 < status.files < 3000
    assert status.repositories[0].notes == ("It has not been indexed to its end.",)
    assert workspace.index(root, None, Caller(), force=False).files_indexed < 3000
    assert workspace.status(None, Caller()).files == 3000


def test_while_another_writes_a_search_answers_from_what_is_there(
    workspace: Workspace, shop: Path
) -> None:
    project = search(workspace, "anything").project_id
    write(shop, {"new.py": "passkey = 1\n"})

    with workspace.projects.by_name(project).write_lock(Caller()):
        found = search(workspace, "cart")

    assert found.results
    assert found.pending_files == 1


@pytest.mark.slow
def test_eight_clients_search_while_one_indexes(
    workspace: Workspace, shop: Path, data: Path
) -> None:
    search(workspace, "cart")
    many(shop / "more", 1500)
    stop = threading.Event()
    faults: list[BaseException] = []
    answers = [0] * 8

    def client(number: int) -> None:
        own = Workspace.of([shop], data, "none")
        try:
            while not stop.is_set():
                assert "src/cart/Cart.java" in paths(search(own, "class Cart totalPrice"))
                answers[number] += 1
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=client, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    indexed = workspace.index(shop, None, Caller(), force=False)
    stop.set()
    for thread in threads:
        thread.join()

    assert not faults
    assert all(answers)
    assert indexed.files_total == len(SHOP) + 1500


def test_status_says_what_there_is(workspace: Workspace, shop: Path) -> None:
    write(shop, {"logo.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "big.py": b"x = 1\n" * 1_000_000})
    search(workspace, "anything")
    write(shop, {"new.py": "x = 1\n"})

    status = workspace.status(None, Caller())

    (repository,) = status.repositories
    assert status.files == len(SHOP)
    assert {each.name: each.files for each in repository.languages}["python"] == 3
    assert repository.pending_files == 1
    assert {file for each in repository.skipped for file in each.files} == {"logo.png", "big.py"}
    assert status.size_bytes > 0
