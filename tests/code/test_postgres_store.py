"""Indexes in PostgreSQL: errors that say what to do, rights, restarts, versions, round trips."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psycopg
import pytest

from batches import batch_of
from connecting import connected, page
from pageful.code.index.projects import Projects
from pageful.code.results.search import Search
from pageful.code.store.postgres import files, schema
from pageful.code.store.postgres.store import PostgresStore
from pageful.code.workspace import Workspace
from pageful.main import FAMILIES
from pageful.shell.commands import run
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from postgres_server import PASSWORD, QUOTED, fresh_database, running_server, shared_server
from repositories import SHOP, many, write
from round_trips import counted_trips
from test_store_contract import apply, embed

ROOT = Path("/repository")


@pytest.fixture
def address() -> str:
    return fresh_database()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write(tmp_path / "shop", SHOP)


def workspace_at(address: str, tmp_path: Path) -> Workspace:
    return Workspace.of([], tmp_path / "data", "static", store=address)


def search(workspace: Workspace, query: str) -> Search:
    return workspace.search(query, Caller(), project_id="shop")


def execute(address: str, *statements: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def schema_of(address: str) -> str:
    (card,) = PostgresStore(address).cards()
    return card.name


def paths(found: Search) -> list[str]:
    return [hit.file_path for hit in found.results]


def test_what_one_has_indexed_is_found_by_another(address: str, shop: Path, tmp_path: Path) -> None:
    indexed = workspace_at(address, tmp_path).index(shop, "shop", Caller(), force=False)

    found = search(workspace_at(address, tmp_path / "elsewhere"), "authenticate user")

    assert paths(found)[0] == "src/auth/login.py"
    assert found.database_name == indexed.database_name == schema_of(address)
    with psycopg.connect(address) as connection:
        row = connection.execute(
            "SELECT to_regnamespace(%s) IS NOT NULL", (found.database_name,)
        ).fetchone()
        assert row == (True,)
    assert not (tmp_path / "data").exists()


def test_a_change_is_seen_by_the_next_search(address: str, shop: Path, tmp_path: Path) -> None:
    workspace = workspace_at(address, tmp_path)
    workspace.index(shop, "shop", Caller(), force=False)
    assert paths(search(workspace, "authenticate user"))

    write(shop, {"src/quagga.py": "def find_quagga():\n    return 'quagga'\n"})

    assert paths(search(workspace, "find_quagga"))[0] == "src/quagga.py"


def test_another_machine_answers_from_the_index_and_says_where_it_was_made(
    address: str, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace_at(address, tmp_path).index(shop, "shop", Caller(), force=False)
    write(shop, {"src/quagga.py": "def find_quagga():\n    return 'quagga'\n"})

    monkeypatch.setattr(files, "this_machine", lambda: "another")
    other = workspace_at(address, tmp_path)
    found = search(other, "authenticate user")
    status = other.status("shop", Caller())

    assert paths(found)[0] == "src/auth/login.py"
    assert not any(hit.outdated for hit in found.results)
    assert re.search(rf"{shop} was indexed on \S+, \d+s ago", found.notes[0])
    assert status.repositories[0].notes == found.notes
    assert "quagga" not in str(search(other, "find_quagga").results)

    other.index(shop, "shop", Caller(), force=False)
    assert paths(search(other, "find_quagga"))[0] == "src/quagga.py"


def test_another_machine_leaves_the_embedder_of_the_index_as_it_is(
    address: str, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace_at(address, tmp_path).index(shop, "shop", Caller(), force=False)
    name = schema_of(address)
    with PostgresStore(address).open(name) as index:
        index.change_embedder("the team's")

    monkeypatch.setattr(files, "this_machine", lambda: "another")
    found = search(workspace_at(address, tmp_path), "authenticate user")

    assert "the index has vectors of the team's" in " ".join(found.notes)
    with PostgresStore(address).open(name) as index:
        assert index.embedder() == "the team's"


@pytest.mark.parametrize(
    ("user", "password", "problem", "remedy"),
    [
        ("postgres", "wrong", "password authentication failed", "PAGEFUL_STORE, PGPASSWORD"),
        ("nobody_here", QUOTED, "password authentication failed", "Check the user"),
    ],
)
def test_a_wrong_login_is_told_without_the_password(
    address: str, tmp_path: Path, user: str, password: str, problem: str, remedy: str
) -> None:
    database = address.rpartition("/")[2]
    workspace = workspace_at(shared_server().address(database, user, password), tmp_path)

    with pytest.raises(ToolError, match=problem) as caught:
        workspace.status(None, Caller())

    assert remedy in caught.value.remedy
    assert password not in str(caught.value)


def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    workspace = workspace_at("postgresql://anna:hidden@127.0.0.1:1/code", tmp_path)

    with pytest.raises(ToolError, match=r"127\.0\.0\.1:1/code can't be reached") as caught:
        search(workspace, "cart")

    assert "Connection refused.\n" in str(caught.value)
    assert "Check that the server runs" in caught.value.remedy
    assert "hidden" not in str(caught.value)


def test_a_database_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match='database "none_such" does not exist') as caught:
        workspace_at(shared_server().address("none_such"), tmp_path).status(None, Caller())

    assert "CREATE DATABASE" in caught.value.remedy


def test_a_database_without_the_extension_is_told_with_the_line_that_mends_it(
    shop: Path, tmp_path: Path
) -> None:
    bare = fresh_database(extension=False)
    workspace = workspace_at(bare, tmp_path)

    with pytest.raises(ToolError, match="lacks the extension pgvector") as caught:
        workspace.index(shop, "shop", Caller(), force=False)
    assert "`CREATE EXTENSION vector;`" in caught.value.remedy

    execute(bare, "CREATE EXTENSION vector;")
    workspace.index(shop, "shop", Caller(), force=False)
    assert paths(search(workspace, "authenticate user"))


@pytest.mark.parametrize(
    "given",
    [
        "postgresql://anna:top secret@host/code",
        "postgresql://anna:s3cret@[::1/code",
        "postgresql://anna:s3cret@host:port/code",
        "postgresql://anna:s3cret@host/code?no_such=option",
        "postgresql://anna:%zzs3cret@host/code",
    ],
)
def test_an_address_that_is_none_is_told_without_what_it_has(given: str, tmp_path: Path) -> None:
    with pytest.raises(ToolError) as caught:
        workspace_at(given, tmp_path).status(None, Caller())

    assert "secret" not in str(caught.value)
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize("given", ["mysql://host/code", "/var/lib/indexes", "host=db password=x"])
def test_an_address_of_no_store_is_refused(given: str, tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="not one of PostgreSQL"):
        workspace_at(given, tmp_path)


@pytest.mark.parametrize(
    "given", ["postgresql://anna:s3cret@host/code", "postgres://host/code?password=s3cret"]
)
def test_a_password_on_a_command_line_is_refused(
    given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(FAMILIES, ["code", "status", "--store", given, "--data", str(tmp_path)])

    told = capsys.readouterr()
    assert code != 0
    assert "`--store` has a password" in told.err
    assert "PAGEFUL_STORE" in told.err
    assert "s3cret" not in told.out + told.err


def test_without_its_package_the_extra_is_named(address: str, tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from pageful.main import FAMILIES\n"
        "from pageful.shell.commands import run\n"
        f"run(FAMILIES, ['code', 'status', '--data', {str(tmp_path)!r}])"
    )
    environment = {**os.environ, "PAGEFUL_STORE": address}

    ended = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True
    )

    assert "An index in PostgreSQL needs the package psycopg." in ended.stderr
    assert "pip install 'pageful[postgres]'" in ended.stderr


def test_commands_use_the_store_of_the_environment(
    address: str,
    shop: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PAGEFUL_STORE", address)
    data = ["--data", str(tmp_path / "data")]

    assert run(FAMILIES, ["code", "index", str(shop), "--project-id", "shop", *data]) == 0
    assert (
        run(FAMILIES, ["code", "search", "authenticate user", "--project-id", "shop", *data]) == 0
    )
    assert run(FAMILIES, ["code", "status", "--project-id", "shop", *data]) == 0

    told = capsys.readouterr()
    assert "src/auth/login.py" in told.out
    assert PASSWORD not in told.out + told.err
    assert QUOTED not in told.out + told.err
    assert not (tmp_path / "data").exists()


def test_a_newer_index_is_left_alone(address: str, shop: Path, tmp_path: Path) -> None:
    workspace_at(address, tmp_path).index(shop, "shop", Caller(), force=False)
    name = schema_of(address)
    execute(address, f"UPDATE {name}.state SET version = 99")

    for call in (
        lambda: search(workspace_at(address, tmp_path), "cart"),
        lambda: workspace_at(address, tmp_path).index(shop, "shop", Caller(), force=True),
    ):
        with pytest.raises(ToolError, match="version 99, made by a newer pageful") as caught:
            call()
        assert "Update pageful" in caught.value.remedy
    execute(address, f"UPDATE {name}.state SET version = {schema.VERSION}")
    assert paths(search(workspace_at(address, tmp_path), "authenticate user"))


def test_an_index_that_becomes_newer_while_it_is_open_is_left_alone(
    address: str, shop: Path, tmp_path: Path
) -> None:
    workspace = workspace_at(address, tmp_path)
    workspace.index(shop, "shop", Caller(), force=False)
    execute(address, f"UPDATE {schema_of(address)}.state SET version = 99")

    with pytest.raises(ToolError, match="made by a newer pageful"):
        search(workspace, "cart")


def test_an_older_index_is_brought_forward_once_with_all_that_it_has(
    address: str, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace_at(address, tmp_path).index(shop, "shop", Caller(), force=False)
    name = schema_of(address)
    step = ("ALTER TABLE {s}.repository ADD COLUMN colour text", "SELECT {p} FROM {s}.state")
    monkeypatch.setattr(schema, "MIGRATIONS", {schema.VERSION: step})
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    monkeypatch.setattr("pageful.code.store.postgres.database.VERSION", schema.VERSION)

    found: list[list[str]] = []
    callers = [
        threading.Thread(
            target=lambda: found.append(paths(search(workspace_at(address, tmp_path), "cart")))
        )
        for _ in range(4)
    ]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()

    assert len(found) == 4
    assert all(each == found[0] != [] for each in found)
    with psycopg.connect(address) as connection:
        row = connection.execute(f"SELECT version, identity FROM {name}.state".encode()).fetchone()
        assert row
        assert row[0] == schema.VERSION


def test_a_step_that_fails_changes_nothing(
    address: str, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace_at(address, tmp_path).index(shop, "shop", Caller(), force=False)
    step = ("DROP TABLE {s}.posting", "SELECT 1 FROM {s}.no_such_table")
    with monkeypatch.context() as patched:
        patched.setattr(schema, "MIGRATIONS", {schema.VERSION: step})
        patched.setattr(schema, "VERSION", schema.VERSION + 1)
        with pytest.raises(ToolError):
            search(workspace_at(address, tmp_path), "cart")

    assert paths(search(workspace_at(address, tmp_path), "authenticate user"))


def test_a_table_that_was_dropped_is_told_and_the_rest_kept(
    address: str, shop: Path, tmp_path: Path
) -> None:
    workspace = workspace_at(address, tmp_path)
    workspace.index(shop, "shop", Caller(), force=False)
    name = schema_of(address)
    execute(address, f"DROP TABLE {name}.posting")

    for each in (workspace, workspace_at(address, tmp_path)):
        with pytest.raises(ToolError, match=f'The index "{name}" is damaged') as caught:
            search(each, "cart")
    assert f'DROP SCHEMA "{name}" CASCADE;' in caught.value.remedy

    execute(address, f'DROP SCHEMA "{name}" CASCADE;')
    workspace.index(shop, "shop", Caller(), force=False)
    assert paths(search(workspace, "authenticate user"))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE {s}.posting SET data = '\\x00'",
        "UPDATE {s}.segment SET lengths = '\\x00'",
        "UPDATE {s}.content SET text = '\\x00'",
        "DELETE FROM {s}.content",
        "DELETE FROM {s}.chunk_vector",
        "DELETE FROM {s}.state",
    ],
)
def test_rows_that_are_not_as_they_were_written_are_told_and_kept(
    address: str, shop: Path, tmp_path: Path, damage: str
) -> None:
    workspace_at(address, tmp_path).index(shop, "shop", Caller(), force=False)
    name = schema_of(address)
    execute(address, damage.replace("{s}", f'"{name}"'))

    with pytest.raises(ToolError, match=f'The index "{name}" is damaged'):
        search(workspace_at(address, tmp_path), "how is the cart total computed")

    assert PostgresStore(address).exists(name)


@pytest.fixture
def reader(address: str, shop: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a role that may read one index, with another that it may not."""
    workspace = workspace_at(address, tmp_path)
    workspace.index(shop, "shop", Caller(), force=False)
    name = schema_of(address)
    workspace.index(write(tmp_path / "hidden", SHOP), "hidden", Caller(), force=False)
    database = address.rpartition("/")[2]
    execute(
        address,
        f"CREATE ROLE reader_of_{database} LOGIN PASSWORD 'r'",
        f"GRANT USAGE ON SCHEMA pageful, {name} TO reader_of_{database}",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA pageful, {name} TO reader_of_{database}",
    )
    yield shared_server().address(database, f"reader_of_{database}", "r")
    execute(address, f"DROP OWNED BY reader_of_{database}", f"DROP ROLE reader_of_{database}")


def test_a_role_that_may_read_searches_and_sees_no_other_project(
    reader: str, tmp_path: Path
) -> None:
    workspace = workspace_at(reader, tmp_path)

    assert paths(search(workspace, "authenticate user"))[0] == "src/auth/login.py"
    assert [each.id for each in Projects.at(tmp_path, reader).all()] == ["shop"]
    with pytest.raises(ToolError, match="There is no project 'hidden'") as caught:
        workspace.search("cart", Caller(), project_id="hidden")
    assert caught.value.remedy == "Known projects: 'shop'."


def test_a_role_that_may_only_read_is_told_so_where_it_writes(
    reader: str, shop: Path, tmp_path: Path
) -> None:
    workspace = workspace_at(reader, tmp_path)
    write(shop, {"src/new.py": "def new_thing():\n    return 1\n"})

    with pytest.raises(ToolError, match=r"reader_of_.* lacks rights: permission denied") as caught:
        workspace.index(shop, "shop", Caller(), force=False)
    assert "docs/team.md" in caught.value.remedy

    found = search(workspace, "authenticate user")
    assert "could not be brought up to date" in found.notes[0]
    assert "lacks rights" in found.notes[0]


def test_a_search_connects_anew_after_the_server_has_restarted(shop: Path, tmp_path: Path) -> None:
    with running_server() as server:
        execute(server.address("postgres"), "CREATE EXTENSION vector")
        workspace = workspace_at(server.address("postgres"), tmp_path)
        workspace.index(shop, "shop", Caller(), force=False)
        before = paths(search(workspace, "authenticate user"))

        server.stop()
        with pytest.raises(ToolError, match="can't be reached"):
            search(workspace, "authenticate user")
        server.start()
        assert paths(search(workspace, "authenticate user")) == before

        server.stop(signal.SIGKILL)
        server.start()
        assert paths(search(workspace, "authenticate user")) == before


def test_a_writer_that_lost_its_server_has_written_a_batch_whole_or_not_at_all(
    tmp_path: Path,
) -> None:
    with running_server() as server:
        execute(server.address("postgres"), "CREATE EXTENSION vector")
        store = PostgresStore(server.address("postgres"))
        with store.open("shop") as index:
            repository = index.register(ROOT)
            index.add_batch(repository, batch_of({"a.py": [["alpha"]]}))

            def remove_with_a_death_between() -> None:
                with index.database.transaction(chunks=True):
                    index.database.change("DELETE FROM {s}.file WHERE project = {p}")
                    server.stop(signal.SIGKILL)
                    index.database.change("DELETE FROM {s}.posting WHERE project = {p}")

            with pytest.raises(ToolError, match="can't be reached"):
                remove_with_a_death_between()
        server.start()
        with store.open("shop") as index, index.reading() as reader:
            assert list(reader.layout.paths) == ["a.py"]
            assert reader.texts([0]) == ["alpha\n"]


@pytest.mark.slow
def test_an_index_is_whole_after_indexers_and_servers_were_killed(tmp_path: Path) -> None:
    root = many(tmp_path / "many", 300)
    with running_server() as server:
        address = server.address("postgres")
        execute(address, "CREATE EXTENSION vector")
        workspace = workspace_at(address, tmp_path)
        workspace.index(root, "whole", Caller(), force=False)
        words = [sys.executable, "-m", "pageful", "code", "index", str(root), "--force-reindex"]
        for killed in range(6):
            indexer = subprocess.Popen(
                [*words, "--project-id", "shop"],
                env={**os.environ, "PAGEFUL_STORE": address},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            time.sleep(0.7 + 0.3 * killed)
            if killed % 2:
                server.stop(signal.SIGKILL)
                server.start()
            indexer.kill()
            indexer.wait()

        done = workspace.index(root, "shop", Caller(), force=False)
        assert done.files_total == 300
        first, second = (
            workspace.search("function_7_3", Caller(), project_id=name)
            for name in ("whole", "shop")
        )
        assert first.total_count == second.total_count > 0
        assert [(hit.chunk_id, hit.similarity_score) for hit in first.results] == [
            (hit.chunk_id, hit.similarity_score) for hit in second.results
        ]


def test_several_at_once_create_one_index(address: str) -> None:
    failures: list[Exception] = []

    def create() -> None:
        try:
            with PostgresStore(address).open("shop") as index:
                index.register(ROOT)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=create) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
    with PostgresStore(address).open("shop") as index:
        assert [each.root for each in index.repositories()] == [ROOT]


def test_the_lock_of_a_writer_whose_connection_ended_is_free(address: str) -> None:
    store, other = PostgresStore(address), PostgresStore(address)
    with store.write_lock("shop", Caller()):
        assert other.is_being_written("shop")
        execute(
            address,
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'",
        )
        with other.write_lock("shop", Caller()) as mine:
            assert mine
    assert not other.is_being_written("shop")


def test_no_statement_touches_rows_without_naming_its_project(shop: Path, tmp_path: Path) -> None:
    with running_server() as server:
        execute(server.address("postgres"), "CREATE EXTENSION vector")
        workspace = workspace_at(server.address("postgres"), tmp_path)
        workspace.index(shop, "shop", Caller(), force=False)
        for n in range(30):
            write(shop, {f"src/more_{n}.py": f"def more_{n}():\n    return {n}\n"})
            workspace.index(shop, "shop", Caller(), force=False)
        search(workspace, "how is the cart total computed")
        search(workspace, "OmegaNine")
        workspace.find_related(Caller(), file_path="src/auth/login.py", line=5, project_id="shop")
        workspace.status("shop", Caller())
        name = schema_of(server.address("postgres"))
        log = server.log.read_text(encoding="utf-8")

    said = re.split(r"\n(?=\d{4}-\d\d-\d\d )", log)
    ours = [each for each in said if re.search(rf'"{name}"\.\w+', each)]
    ours = [each for each in ours if "CREATE TABLE" not in each]
    assert len(ours) > 100
    for statement in ours:
        tables = re.findall(rf'(?:FROM|JOIN|UPDATE|INTO|COPY) "{name}"\.\w+', statement)
        named = re.findall(r"project = \d+|\(project, ", statement)
        assert tables
        assert len(named) >= len(tables), statement


@pytest.mark.parametrize(
    ("query", "most"),
    [
        ("cart", 8),
        ("how is the total price of the cart computed for a user who signs in", 8),
        ("authenticate_user", 8),
    ],
)
def test_a_warm_search_makes_few_round_trips(
    address: str, shop: Path, tmp_path: Path, query: str, most: int
) -> None:
    with counted_trips(address) as (through, trips):
        workspace = workspace_at(through, tmp_path)
        workspace.index(shop, "shop", Caller(), force=False)
        assert search(workspace, query).results
        # Until the files' stamps can be trusted each search reads and writes them.
        used = [most + 1]
        while used[-1] > most and len(used) < 20:
            time.sleep(0.3)
            before = trips()
            assert search(workspace, query).results
            used.append(trips() - before)
        assert used[-1] <= most, used


@pytest.mark.slow
@pytest.mark.anyio
async def test_agents_of_several_servers_share_an_index(
    address: str, shop: Path, tmp_path: Path
) -> None:
    options = ("code", "--data", str(tmp_path / "data"), "--response-format", "markdown")
    environment = {"PAGEFUL_STORE": address}
    async with connected(*options, "--any-repo", environment=environment) as client:
        arguments = {"repo_path": str(shop), "project_id": "shop"}
        assert "success" in page(await client.call_tool("index_repository", arguments))
        listed = await client.list_tools()
        assert "move_index" not in [each.name for each in listed.tools]
    async with connected(*options, environment=environment) as client:
        arguments = {"query": "authenticate user", "project_id": "shop"}
        found = page(await client.call_tool("search_code", arguments))
        status = page(await client.call_tool("index_status", {"project_id": "shop"}))
    assert "src/auth/login.py" in found
    assert f"**Database**: {schema_of(address)}" in status
    assert QUOTED not in found + status
    assert not (tmp_path / "data").exists()


def test_twenty_searches_at_once_are_all_answered(address: str, shop: Path, tmp_path: Path) -> None:
    workspace = workspace_at(address, tmp_path)
    workspace.index(shop, "shop", Caller(), force=False)
    expected = paths(search(workspace, "authenticate user"))
    answers: list[list[str]] = []
    threads = [
        threading.Thread(
            target=lambda: answers.extend(
                paths(search(workspace, "authenticate user")) for _ in range(3)
            )
        )
        for _ in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert answers == [expected] * 60


def test_a_file_that_changed_without_vectors_is_found_beside_those_that_have(
    address: str,
) -> None:
    store = PostgresStore(address)
    with store.open("shop") as index:
        apply(index, [{"a.py": [["alpha"]]}])
        embed(index)
        with index.reading() as reader:
            assert reader.vectors is not None
        apply(index, [{"b.py": [["beta"]]}])
        with index.reading() as reader:
            assert reader.vectors is not None
            assert not reader.vectors.of_chunk(1).any()
            assert reader.vectors.of_chunk(0).any()
            assert reader.vectors.nearest_chunks(
                reader.vectors.of_chunk(0), np.array([1, 0]), None
            ).tolist() == [1, 0]
