"""The walk finds what belongs to a repository, and reports what a user might miss."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from git_tree import git, init, not_ignored, write
from pageful.code.scan.walker import LEADS_OUTSIDE, NAME_NOT_TEXT, NOT_READABLE, walk
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL"):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return init(tmp_path / "repository")


def walked(root: Path) -> set[str]:
    return set(walk(root).snapshot.files)


def test_every_file_is_found_hidden_ones_too(root: Path) -> None:
    write(root, {"a.py": "", "src/b.py": "", ".github/workflows/ci.yml": "", ".env": ""})
    assert walked(root) == {"a.py", "src/b.py", ".github/workflows/ci.yml", ".env"}


def test_a_file_carries_what_the_file_system_says_of_it(root: Path) -> None:
    write(root, {"a.py": "12345"})
    os.utime(root / "a.py", ns=(1, 2_000_000_001))
    stamp = walk(root).snapshot.files["a.py"]
    status = (root / "a.py").stat()
    assert (stamp.size, stamp.changed, stamp.inode) == (5, status.st_ctime_ns, status.st_ino)


def test_this_very_repository_is_walked_as_git_lists_it() -> None:
    here = Path(__file__).parents[2]
    if not (here / ".git").exists():
        pytest.skip("no work tree")
    listed = git(here, "ls-files", "-co", "--exclude-standard", "-z").decode().split("\0")
    assert walked(here) - {path for path in listed if path} == set()


def test_ignore_decides_over_gitignore(root: Path) -> None:
    write(root, {".gitignore": "*.log\n", ".ignore": "!b.log\nc.py\n"})
    write(root, {"a.log": "", "b.log": "", "c.py": "", "sub/b.log": ""})
    assert walked(root) == {".gitignore", ".ignore", "b.log", "sub/b.log"}


def test_rules_hold_without_git(tmp_path: Path) -> None:
    write(tmp_path / "plain", {".gitignore": "*.log", "a.log": "", "b.py": ""})
    assert walked(tmp_path / "plain") == {".gitignore", "b.py"}


def test_what_git_tracks_although_ignored_is_left_out(root: Path) -> None:
    write(root, {".gitignore": "lib/\n", "lib/a.py": ""})
    git(root, "add", "-f", ".")
    assert walked(root) == {".gitignore"}


def test_the_users_own_excludes_are_heeded(root: Path, home: Path) -> None:
    write(home, {".config/git/ignore": "*.swp\n"})
    write(root, {"a.swp": "", "b.py": ""})
    assert walked(root) == {"b.py"}


@pytest.mark.parametrize(
    "config",
    [
        '[core]\n\texcludesFile = "~/my\\\\ignore" # mine\n',
        "[core] excludesfile=~/my\\\\ignore\n",
        "[CORE]\nEXCLUDESFILE = ~/my\\\\ignore ; mine\n",
        "[include]\npath = other\n",
    ],
)
def test_a_configured_excludes_file_is_heeded(root: Path, home: Path, config: str) -> None:
    write(home, {".gitconfig": config, "my\\ignore": "*.swp\n"})
    write(home, {"other": "[core]\nexcludesFile = ~/my\\\\ignore\n"})
    write(root, {"a.swp": "", "b.py": ""})
    assert not_ignored(root) == walked(root) == {"b.py"}


def test_a_repositorys_configuration_decides_over_the_users(root: Path, home: Path) -> None:
    write(home, {".gitconfig": "[core]\nexcludesFile = ~/one\n", "one": "a\n", "two": "b\n"})
    git(root, "config", "core.excludesFile", "~/two")
    write(root, {"a": "", "b": ""})
    assert not_ignored(root) == walked(root) == {"a"}


def test_rules_above_a_part_of_a_work_tree_hold_for_it(root: Path) -> None:
    write(root, {".gitignore": "*.log\n/part/inner/x\n", "part/.gitignore": "/inner/y\n"})
    write(root, {f"part/inner/{name}": "" for name in ("a.log", "x", "y", "z")})
    assert walked(root / "part/inner") == {"z"}


def test_an_ignored_directory_that_is_asked_for_is_walked_free_of_the_rules_above(
    root: Path,
) -> None:
    write(root, {".gitignore": "build/\nbuild/**\n*.log\n"})
    write(root, {"build/out/.gitignore": "*.tmp\n", "build/out/a.log": "", "build/out/b.tmp": ""})
    assert walked(root / "build") == {"out/.gitignore", "out/a.log"}
    assert walked(root / "build/out") == {".gitignore", "a.log"}


def test_a_submodule_is_walked_under_its_own_rules(root: Path, tmp_path: Path) -> None:
    library = init(tmp_path / "library")
    write(library, {".gitignore": "own.txt\n", "kept.log": ""})
    identity = ("-c", "user.name=n", "-c", "user.email=e")
    git(library, "add", ".")
    git(library, *identity, "commit", "-qm", "first")
    write(root, {".gitignore": "*.log\n"})
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library), "m")
    exclude = root / ".git/modules/m/info/exclude"
    exclude.write_text("private.txt\n")
    write(root, {"m/own.txt": "", "m/private.txt": "", "outer.log": ""})
    assert walked(root) == {".gitignore", ".gitmodules", "m/.gitignore", "m/kept.log"}


def test_a_linked_work_tree_has_its_repositorys_rules(root: Path, tmp_path: Path) -> None:
    identity = ("-c", "user.name=n", "-c", "user.email=e")
    git(root, *identity, "commit", "--allow-empty", "-qm", "first")
    git(root, "worktree", "add", "-q", str(tmp_path / "linked"))
    (root / ".git/info/exclude").write_text("private.txt\n")
    write(tmp_path / "linked", {"private.txt": "", "a.py": ""})
    assert walked(tmp_path / "linked") == {"a.py"}


def test_a_repository_within_is_walked_under_its_own_rules(root: Path) -> None:
    write(root, {".gitignore": "*.log\n/inner/a.py\n", ".ignore": "*.tmp\n"})
    init(root / "inner")
    write(root, {"inner/a.py": "", "inner/b.log": "", "inner/c.tmp": ""})
    assert walked(root) == {".gitignore", ".ignore", "inner/a.py", "inner/b.log"}


def test_installed_packages_and_caches_are_left_out(root: Path) -> None:
    write(root, {"node_modules/x/index.js": "", "p/__pycache__/a.pyc": "", ".venv/a.py": ""})
    assert walked(root) == set()


def test_a_rule_takes_back_in_what_is_left_out_by_default(root: Path) -> None:
    write(root, {".gitignore": "!node_modules\n", "node_modules/x/index.js": ""})
    assert "node_modules/x/index.js" in walked(root)


def test_build_output_is_left_out_where_no_rules_are_written(root: Path) -> None:
    write(root, {"pom.xml": "", "target/A.java": "", "doc/target/b.md": ""})
    assert walked(root) == {"pom.xml", "doc/target/b.md"}


def test_written_rules_alone_say_what_build_output_is(root: Path) -> None:
    write(root, {"pom.xml": "", "target/A.java": "", ".gitignore": "*.class\n"})
    assert "target/A.java" in walked(root)


def test_version_control_is_never_walked(root: Path) -> None:
    write(root, {".hg/a": "", "sub/.svn/a": "", "CVS/Root": "", ".ignore": "!.git\n!.hg\n"})
    assert walked(root) == {".ignore"}


def test_links_are_not_followed(root: Path, tmp_path: Path) -> None:
    write(root, {"real/a.py": ""})
    write(tmp_path, {"outside/secret.py": ""})
    (root / "loop").symlink_to(".")
    (root / "again.py").symlink_to("real/a.py")
    (root / "broken").symlink_to("nothing")
    (root / "out").symlink_to(tmp_path / "outside")
    (root / "real/out.py").symlink_to(tmp_path / "outside/secret.py")
    seen = walk(root)
    assert set(seen.snapshot.files) == {"real/a.py"}
    assert seen.snapshot.skipped == {"out": LEADS_OUTSIDE, "real/out.py": LEADS_OUTSIDE}
    assert seen.links == 3


def test_an_ignored_link_is_not_reported(root: Path, tmp_path: Path) -> None:
    write(root, {".gitignore": "out\n"})
    (root / "out").symlink_to(tmp_path)
    assert walk(root).snapshot.skipped == {}


def test_a_repository_that_is_reached_by_a_link_is_walked(root: Path, tmp_path: Path) -> None:
    write(root, {"a.py": ""})
    (root / "same.py").symlink_to(root / "a.py")
    (tmp_path / "link").symlink_to(root)
    seen = walk(tmp_path / "link")
    assert set(seen.snapshot.files) == {"a.py"}
    assert seen.links == 1


def test_a_linked_ignore_file_lays_down_no_rules(root: Path, tmp_path: Path) -> None:
    write(tmp_path, {"rules": "*\n"})
    (root / ".gitignore").symlink_to(tmp_path / "rules")
    write(root, {"a.py": ""})
    assert walked(root) == not_ignored(root) - {".gitignore"} == {"a.py"}


def test_special_files_are_passed_by(root: Path) -> None:
    os.mkfifo(root / "pipe")
    os.mkfifo(root / ".ignore")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(root / "socket"))
    seen = walk(root)
    assert seen.snapshot.files == {}
    assert seen.special == 3


def test_a_name_that_is_no_text_is_reported(root: Path) -> None:
    write(root, {os.fsdecode(b"caf\xe9.py"): "", os.fsdecode(b"d\xff/a.py"): "", "café.py": ""})
    seen = walk(root).snapshot
    assert set(seen.files) == {"café.py"}
    assert seen.skipped == {"caf\\xe9.py": NAME_NOT_TEXT, "d\\xff": NAME_NOT_TEXT}


def test_a_rule_leaves_out_a_name_that_is_no_text(root: Path) -> None:
    write(root, {os.fsdecode(b"caf\xe9.py"): "", ".gitignore": b"caf?.py\n"})
    assert walk(root).snapshot.skipped == {}


def test_a_directory_that_can_not_be_read_is_reported(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {"a.py": "", "locked/b.py": ""})
    scandir = os.scandir

    def locked(path: str) -> object:
        if path.endswith("locked"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", locked)
    seen = walk(root).snapshot
    assert set(seen.files) == {"a.py"}
    assert seen.skipped == {"locked": NOT_READABLE}


def test_a_directory_that_vanishes_meanwhile_is_no_fault(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {"a.py": "", "gone/b.py": ""})
    scandir = os.scandir

    def vanishing(path: str) -> object:
        if path.endswith("gone"):
            raise FileNotFoundError(2, "No such file or directory", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", vanishing)
    seen = walk(root).snapshot
    assert (set(seen.files), set(seen.directories), seen.skipped) == ({"a.py"}, {""}, {})


def test_a_missing_repository_is_said(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="There is no directory"):
        walk(tmp_path / "nowhere")


def test_a_file_for_a_repository_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"file": ""})
    with pytest.raises(ToolError, match="is not a directory"):
        walk(tmp_path / "file")


def test_a_caller_may_give_up(root: Path) -> None:
    caller = Caller()
    caller.cancel()
    with pytest.raises(Cancelled):
        walk(root, caller)


def test_a_broken_git_pointer_is_no_fault(root: Path) -> None:
    write(root, {"a/.git": b"\xff\x00garbage", "a/b.py": "", "c/.git": "gitdir: /nowhere\n"})
    assert "a/b.py" in walked(root)
