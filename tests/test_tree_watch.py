"""Trees that the system watches: nothing that changes goes unseen."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.files import tree_watch
from pageful.files.tree_watch import TreeWatch, is_local

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not is_local(Path(tempfile.gettempdir())),
    reason="only Linux tells of changes, and only those of its own file systems",
)


def _walk(watch: TreeWatch, root: Path) -> None:
    watch.begin()
    for directory, below, _files in os.walk(root):
        watch.add(directory)
        below[:] = [name for name in below if not Path(directory, name).is_symlink()]
    watch.end()


def _state(root: Path) -> dict[str, object]:
    """Whatever a walk could see of a tree."""
    found: dict[str, object] = {}
    for directory, names, files in os.walk(root):
        for name in (*names, *files):
            status = os.lstat(os.path.join(directory, name))  # noqa: PTH118
            kind = (status.st_mode, status.st_ino, status.st_nlink)
            times = (status.st_mtime_ns, status.st_ctime_ns)
            path = f"{directory}/{name}"
            # A directory's own times change with its entries, which are told of.
            found[path] = kind[:2] if name in names else (*kind, status.st_size, *times)
    return found


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "a" / "deep").mkdir(parents=True)
    (tmp_path / "b").mkdir()
    for name in ("one.md", "a/two.md", "a/deep/three.md"):
        (tmp_path / name).write_text(name)
    return tmp_path


@pytest.fixture
def watch(tree: Path) -> Iterator[TreeWatch]:
    watch = TreeWatch(tree)
    _walk(watch, tree)
    yield watch
    watch.close()


def test_a_tree_that_nobody_touches_is_unchanged(watch: TreeWatch, tree: Path) -> None:
    assert watch.is_unchanged()
    (tree / "one.md").read_text()
    assert list(tree.iterdir())
    assert watch.is_unchanged()


def test_before_the_first_walk_anything_may_have_changed(tree: Path) -> None:
    watch = TreeWatch(tree)
    assert not watch.is_unchanged()
    watch.close()


CHANGES: dict[str, Callable[[Path], object]] = {
    "write": lambda tree: (tree / "a/deep/three.md").write_text("other"),
    "create": lambda tree: (tree / "b/new.md").write_text("new"),
    "delete": lambda tree: (tree / "a/two.md").unlink(),
    "rename": lambda tree: (tree / "a/two.md").rename(tree / "a/2.md"),
    "replace": lambda tree: (tree / "a/two.md").replace(tree / "one.md"),
    "touch": lambda tree: os.utime(tree / "one.md", ns=(1, 1)),
    "chmod": lambda tree: (tree / "one.md").chmod(0o600),
    "new directory": lambda tree: (tree / "c").mkdir(),
    "directory gone": lambda tree: (tree / "b").rmdir(),
    "directory moved": lambda tree: (tree / "a").rename(tree / "z"),
    "link": lambda tree: (tree / "link").symlink_to("one.md"),
    "root moved": lambda tree: tree.rename(tree.with_name("elsewhere")),
    "root gone": shutil.rmtree,
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_seen_at_once(watch: TreeWatch, tree: Path, change: str) -> None:
    CHANGES[change](tree)
    assert not watch.is_unchanged()
    assert not watch.is_unchanged(), "until the next walk"


def test_the_next_walk_starts_over(watch: TreeWatch, tree: Path) -> None:
    (tree / "one.md").write_text("other")
    assert not watch.is_unchanged()
    _walk(watch, tree)
    assert watch.is_unchanged()


def test_a_change_during_a_walk_is_of_after_it(tree: Path) -> None:
    watch = TreeWatch(tree)
    watch.begin()
    for directory in (tree, tree / "a", tree / "a/deep", tree / "b"):
        watch.add(str(directory))
        (tree / "one.md").write_text("other")
    watch.end()
    assert not watch.is_unchanged()
    watch.close()


def test_a_directory_above_that_is_swapped_is_seen(tmp_path: Path) -> None:
    tree = tmp_path / "above/tree"
    tree.mkdir(parents=True)
    watch = TreeWatch(tree)
    _walk(watch, tree)
    (tmp_path / "above").rename(tmp_path / "before")
    tree.mkdir(parents=True)
    assert not watch.is_unchanged()
    watch.close()


def test_what_a_walk_leaves_out_is_not_watched(watch: TreeWatch, tree: Path) -> None:
    watch.begin()
    watch.add(str(tree))
    watch.end()
    (tree / "a/two.md").write_text("nobody looks")
    assert watch.is_unchanged()
    (tree / "one.md").write_text("somebody does")
    assert not watch.is_unchanged()


def test_a_flood_that_the_system_gives_up_on_is_a_change(watch: TreeWatch, tree: Path) -> None:
    limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    names = (tree / "one.md", tree / "a/two.md")
    for number in range(limit + 100):
        os.utime(names[number % 2])  # equal events in a row would be one
    assert not watch.is_unchanged()
    _walk(watch, tree)
    assert watch.is_unchanged()


def test_where_a_directory_cannot_be_watched_nothing_is_promised(tree: Path) -> None:
    watch = TreeWatch(tree)
    watch.begin()
    watch.add(str(tree))
    watch.add(str(tree / "nowhere"))
    watch.end()
    assert not watch.is_unchanged()


def test_where_others_may_write_nothing_is_promised(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_watch, "is_local", lambda directory: False)
    watch = TreeWatch(tree)
    _walk(watch, tree)
    assert not watch.is_unchanged()


@pytest.mark.parametrize(
    ("mounts", "directory", "local"),
    [
        ("1 0 8:1 / / rw - ext4 /dev/sda1 rw", "/home/me", True),
        ("1 0 8:1 / / rw - nfs4 server:/ rw", "/home/me", False),
        ("1 0 8:1 / / rw - ext4 /dev/sda1 rw\n2 1 0:5 / /home rw - 9p host rw", "/home/me", False),
        ("1 0 8:1 / / rw - fuse.sshfs a rw\n2 1 0:5 / /my\\040dir rw - xfs b rw", "/my dir", True),
        (
            "1 0 8:1 / / rw - ext4 a rw\n2 1 0:5 / /x rw - nfs b rw\n3 1 0:6 / /x rw - ext4 c rw",
            "/x",
            True,
        ),
        ("", "/home/me", False),
    ],
)
def test_the_mount_that_covers_a_directory_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mounts: str, directory: str, local: bool
) -> None:
    (tmp_path / "mounts").write_text(mounts)
    monkeypatch.setattr(tree_watch, "_MOUNTS", tmp_path / "mounts")
    assert is_local(Path(directory)) is local


_PLACES = ("", "a", "b", "a/deep", "c")
_NAMES = ("one.md", "two.md", "deep", "c")
_ACTIONS = ("write", "append", "unlink", "rename", "mkdir", "rmdir", "link", "walk", "nothing")


def _act(root: Path, action: str, path: Path, other: Path) -> None:
    match action:
        case "write":
            path.write_text("text")
        case "append":
            with path.open("a") as file:
                file.write("more")
        case "unlink":
            path.unlink()
        case "rename":
            path.rename(other)
        case "mkdir":
            path.mkdir()
        case "rmdir":
            shutil.rmtree(path)
        case "link":
            path.symlink_to(other)
        case _:
            pass


@given(
    st.lists(
        st.tuples(
            st.sampled_from(_ACTIONS),
            *(st.sampled_from(_PLACES), st.sampled_from(_NAMES)) * 2,
        ),
        max_size=30,
    )
)
def test_a_tree_that_is_said_to_be_unchanged_is(
    actions: list[tuple[str, str, str, str, str]],
) -> None:
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        (root / "a/deep").mkdir(parents=True)
        watch = TreeWatch(root)
        _walk(watch, root)
        before = _state(root)
        for action, place, name, other_place, other_name in actions:
            if action == "walk":
                _walk(watch, root)
                before = _state(root)
            try:
                _act(root, action, root / place / name, root / other_place / other_name)
            except OSError:
                continue
            if watch.is_unchanged():
                assert _state(root) == before
        _walk(watch, root)
        assert watch.is_unchanged()
        watch.close()
