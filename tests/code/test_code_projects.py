"""Projects on the disk: cards that are lost or spoilt, registration at once, which is meant."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from filelock import FileLock

from pageful.code.index.projects import Project, Projects
from pageful.code.workspace import Workspace
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from repositories import SHOP, write

SPOILT = [
    "",
    "{",
    "[]",
    "[" * 5000,
    '{"project_id": 3}',
    '{"project_id": "shop", "repositories": [1, null]}',
    '{"project_id": "shop", "repositories": "abc"}',
]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write(tmp_path / "shop", SHOP)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.of([], tmp_path / "data", "none")


def card(project: Project) -> Path:
    return project.directory / "project.json"


@pytest.mark.parametrize("text", SPOILT)
def test_a_project_whose_card_is_spoilt_is_found_and_kept_fresh(
    workspace: Workspace, shop: Path, text: str
) -> None:
    workspace.index(shop, "shop", Caller(), force=False)
    card(workspace.projects.by_name("shop")).write_text(text)
    write(shop, {"new.py": "passkey = 1\n"})

    assert workspace.search("passkey", Caller(), project_id="shop").results
    assert workspace.search("passkey", Caller()).results
    workspace.index(shop, "shop", Caller(), force=False)
    written = json.loads(card(workspace.projects.by_name("shop")).read_text())
    assert written == {"project_id": "shop", "repositories": [str(shop)]}


def test_a_project_without_a_name_of_its_own_is_known_without_its_card(
    workspace: Workspace, shop: Path
) -> None:
    project = workspace.index(shop, None, Caller(), force=False).project_id
    card(workspace.projects.by_name(project)).unlink()

    assert [each.id for each in workspace.projects.all()] == [project]


def test_repositories_that_are_registered_at_once_are_all_registered(tmp_path: Path) -> None:
    project = Projects.at(tmp_path).by_name("many")
    roots = [tmp_path / f"root_{n}" for n in range(8)]
    threads = [threading.Thread(target=project.register, args=(root,)) for root in roots]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(project.roots) == roots


def test_a_card_that_can_not_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Projects.at(tmp_path).by_name("full")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ToolError, match="No space left"):
        project.register(tmp_path)

    assert [each.name for each in project.directory.iterdir()] == ["project.lock"]


def test_a_repository_named_twice_is_one(shop: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(shop)
    once = Workspace.of([shop], tmp_path / "data", "none")
    twice = Workspace.of([shop, tmp_path / "link", shop], tmp_path / "data", "none")

    assert once.own == twice.own == (shop,)


def test_the_innermost_repository_of_the_current_directory_is_meant(
    workspace: Workspace, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for root in (tmp_path, shop, shop / "src"):
        workspace.projects.for_roots([root]).register(root)

    monkeypatch.chdir(shop / "web")

    assert workspace.search("cart", Caller()).project_id == workspace.projects.for_roots([shop]).id


def test_without_a_current_directory_the_only_project_is_meant(
    workspace: Workspace, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.index(shop, "shop", Caller(), force=False)
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()

    assert workspace.search("cart", Caller()).project_id == "shop"


def test_a_missing_repository_of_the_server_is_told_with_its_option(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="`--repo`"):
        Workspace.of([tmp_path / "none"], tmp_path / "data", "none")


def test_without_a_home_a_data_directory_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="`--data`"):
        Projects.at(Path("~no-such-user/data"))


@pytest.mark.parametrize("name", ["../../x", "/etc/passwd", "😀", "a b", ".", "CON"])
def test_any_name_of_a_project_stays_below_the_data_directory(tmp_path: Path, name: str) -> None:
    project = Projects.at(tmp_path).by_name(name)

    assert project.directory.resolve().parent == tmp_path
    assert project.database_name.isascii()


@pytest.mark.parametrize("name", ["", " ", "x" * 201, "a\nb", "\0", "\ud800"])
def test_what_can_be_no_projects_name_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(ToolError, match="no project's name"):
        Projects.at(tmp_path).by_name(name)


def test_a_lock_that_can_not_be_had_for_its_directory_is_told(
    workspace: Workspace, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    workspace.projects.by_name("shop").register(shop)
    monkeypatch.setattr(FileLock, "acquire", refuse)
    with pytest.raises(ToolError, match="can't be written: Permission denied"):
        workspace.index(shop, "shop", Caller(), force=False)


def test_a_server_indexes_only_the_repositories_it_was_given(shop: Path, tmp_path: Path) -> None:
    secret = write(tmp_path / "secret", {"key.py": "password = 'swordfish'\n"})
    (shop / "out").symlink_to(secret)
    (tmp_path / "way in").symlink_to(shop)
    workspace = Workspace.of([shop], tmp_path / "data", "none", confined=True)

    for path in (
        secret,
        tmp_path,
        shop / "out",
        shop / ".." / "secret",
        tmp_path / "shop2",
        Path("/none/at/all"),
    ):
        with pytest.raises(ToolError, match=r"(?s)may not index.*`--any-repo`") as refused:
            workspace.index(path, None, Caller(), force=False)
        assert str(shop) in str(refused.value)
    for path in (shop, shop / "src", tmp_path / "way in", secret / ".." / "shop"):
        assert workspace.index(path, None, Caller(), force=False).files_total


def test_a_server_searches_only_projects_of_the_repositories_it_was_given(
    workspace: Workspace, shop: Path, tmp_path: Path
) -> None:
    secret = write(tmp_path / "secret", {"key.py": "password = 'swordfish'\n"})
    workspace.index(secret, "secret", Caller(), force=False)
    served = Workspace.of([shop], tmp_path / "data", "none", confined=True)
    served.index(shop, "shop", Caller(), force=False)

    assert served.search("cart", Caller(), project_id="shop").results
    for ask in (
        lambda: served.search("password", Caller(), project_id="secret"),
        lambda: served.find_related(Caller(), file_path="key.py", line=1, project_id="secret"),
        lambda: served.status("secret", Caller()),
        lambda: served.index(shop, "secret", Caller(), force=False),
    ):
        with pytest.raises(ToolError, match="may not search the project 'secret'"):
            ask()


def test_a_server_without_repositories_takes_the_one_it_is_in_and_what_was_indexed(
    workspace: Workspace, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    here = write(home / "here", {".git/HEAD": "ref: refs/heads/main\n", "src/a.py": "x = 1\n"})
    other = write(home / "other", {"b.py": "y = 1\n"})
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here / "src")
    served = Workspace.of([], tmp_path / "data", "none", confined=True)

    assert served.index(here, None, Caller(), force=False).files_total
    for path in (shop, other, home, Path("/")):
        with pytest.raises(ToolError, match="pageful code index"):
            served.index(path, None, Caller(), force=False)
    workspace.index(shop, "shop", Caller(), force=False)
    assert served.index(shop, "shop", Caller(), force=False).files_total
    assert served.search("cart", Caller(), project_id="shop").results

    write(home, {".git/HEAD": "ref: refs/heads/main\n"})
    monkeypatch.chdir(other)
    assert served.index(other, None, Caller(), force=False).files_total
    monkeypatch.chdir(home)
    with pytest.raises(ToolError, match="may not index"):
        served.index(home, None, Caller(), force=False)
