"""What has changed since a walk is found without walking again, and nothing is missed."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from git_tree import git, init, write
from pageful.code.scan import watched_changes
from pageful.code.scan.freshness import Changes, changes
from pageful.code.scan.snapshot import Snapshot
from pageful.code.scan.walker import NOT_READABLE, walk
from pageful.code.scan.watched_changes import WatchedChanges
from pageful.files import stamp, tree_watch
from pageful.files.tree_watch import is_local
from thoroughness import examples

TICK_NS = 20_000_000
NOTHING = Snapshot({}, {}, {}, {})


@pytest.fixture(autouse=True)
def quick_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust times as soon as this machine's file system allows."""
    monkeypatch.setattr(stamp, "SETTLING_NS", TICK_NS)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return init(tmp_path / "repository")


def settle() -> None:
    """Wait until the file system's clock has moved on."""
    time.sleep(2 * TICK_NS / 1e9)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Snapshot]:
    """Walks a tree as one that was written just now, however busy the machine is."""

    def walk_fresh(root: Path) -> Snapshot:
        with monkeypatch.context() as patch:
            patch.setattr(stamp, "SETTLING_NS", 60_000_000_000)
            return walk(root).snapshot

    return walk_fresh


def settled(root: Path) -> Snapshot:
    settle()
    return walk(root).snapshot


def found(after: Changes) -> tuple[set[str], set[str], set[str]]:
    return set(after.added), set(after.changed), set(after.removed)


def test_nothing_known_means_that_all_is_new(root: Path) -> None:
    write(root, {"a.py": "", "b/c.py": ""})
    assert found(changes(root, NOTHING)) == ({"a.py", "b/c.py"}, set(), set())


def test_nothing_changed_is_nothing_found(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, {"a.py": "", "b/c.py": "", ".gitignore": "x"})
    known = settled(root)
    monkeypatch.setattr(os, "scandir", None)  # no directory is read
    after = changes(root, known)
    assert not after
    assert not after.supersedes
    assert after.snapshot == known


def test_a_file_that_was_edited_added_or_removed_is_found(root: Path) -> None:
    write(root, {"a.py": "1", "b/c.py": "1", "b/d.py": "1"})
    known = settled(root)
    write(root, {"a.py": "2", "b/e/f/g.py": "1"})
    (root / "b/c.py").unlink()
    after = changes(root, known)
    assert found(after) == ({"b/e/f/g.py"}, {"a.py"}, {"b/c.py"})
    assert set(after.snapshot.files) == {"a.py", "b/d.py", "b/e/f/g.py"}
    assert set(after.snapshot.directories) == {"", "b", "b/e", "b/e/f"}


def test_an_edit_that_keeps_size_and_time_is_found(root: Path) -> None:
    write(root, {"a.py": "1"})
    os.utime(root / "a.py", ns=(0, 0))
    known = settled(root)
    write(root, {"a.py": "2"})
    os.utime(root / "a.py", ns=(0, 0))
    assert changes(root, known).changed == ("a.py",)


def test_a_file_that_another_was_moved_over_is_found(root: Path) -> None:
    write(root, {"a.py": "1", "b.py": "2"})
    for name in ("a.py", "b.py"):
        os.utime(root / name, ns=(0, 0))
    known = settled(root)
    (root / "b.py").replace(root / "a.py")
    assert found(changes(root, known)) == (set(), {"a.py"}, {"b.py"})


def test_a_moved_directory_is_found_in_both_places(root: Path) -> None:
    write(root, {"a/b/c.py": "", "a/d.py": ""})
    known = settled(root)
    (root / "a").rename(root / "z")
    added, _, removed = found(changes(root, known))
    assert (added, removed) == ({"z/b/c.py", "z/d.py"}, {"a/b/c.py", "a/d.py"})


def test_a_file_too_fresh_to_be_trusted_is_looked_at_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamp, "SETTLING_NS", 60_000_000_000)
    write(root, {"a.py": "1"})
    known = walk(root).snapshot
    assert not known.files["a.py"].is_settled
    after = changes(root, known)
    assert after.changed == ("a.py",)
    assert changes(root, after.snapshot).changed == ("a.py",)


def test_a_fresh_file_is_trusted_once_it_has_settled(
    root: Path, fresh: Callable[[Path], Snapshot]
) -> None:
    write(root, {"a.py": "1"})
    known = fresh(root)
    settle()
    after = changes(root, known)
    assert after.changed == ("a.py",)
    assert not changes(root, after.snapshot)


def test_rules_and_directories_that_were_too_fresh_are_trusted_later(
    root: Path, fresh: Callable[[Path], Snapshot]
) -> None:
    known = fresh(root)
    settle()
    after = changes(root, known)
    assert not after
    assert after.supersedes
    assert not changes(root, after.snapshot).supersedes


def change_gitignore(root: Path, home: Path) -> None:
    write(root, {".gitignore": "*.md\n"})


def add_ignore(root: Path, home: Path) -> None:
    write(root, {"b/.ignore": "*.log\n"})


def remove_ignore(root: Path, home: Path) -> None:
    (root / "b/.gitignore").unlink()


def change_exclude(root: Path, home: Path) -> None:
    (root / ".git/info/exclude").write_text("a.log\n")


def add_excludes(root: Path, home: Path) -> None:
    write(home, {".config/git/ignore": "a.log\n"})


def configure_excludes(root: Path, home: Path) -> None:
    write(home, {"mine": "a.log\n"})
    git(root, "config", "core.excludesFile", "~/mine")


def become_a_repository(root: Path, home: Path) -> None:
    init(root / "b")


def stop_being_a_repository(root: Path, home: Path) -> None:
    shutil.rmtree(root / ".git")


def lose_the_ignored_directory(root: Path, home: Path) -> None:
    shutil.rmtree(root / "build")
    write(root, {"build": "now a file"})


def mark_as_output(root: Path, home: Path) -> None:
    (root / ".gitignore").unlink()
    (root / "b/.gitignore").unlink()
    settle()
    write(root, {"setup.py": ""})


@pytest.mark.parametrize(
    "change",
    [
        change_gitignore,
        add_ignore,
        remove_ignore,
        change_exclude,
        add_excludes,
        configure_excludes,
        become_a_repository,
        stop_being_a_repository,
        lose_the_ignored_directory,
        mark_as_output,
    ],
)
def test_changed_rules_are_heeded(
    root: Path, home: Path, change: Callable[[Path, Path], None]
) -> None:
    write(root, {".gitignore": "build/\n*.md\n*.tmp\n", "b/.gitignore": "x\n"})
    write(
        root, {"a.log": "", "b/c.log": "", "b/x": "", "build/d.py": "", "e.md": "", "b/f.tmp": ""}
    )
    (root / ".git/info/exclude").write_text("x.log\n")
    known = settled(root)
    change(root, home)
    assert changes(root, known).snapshot.files.keys() == walk(root).snapshot.files.keys()


def test_a_directory_that_comes_to_be_known_as_output_is_dropped(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    write(plain, {"target/sub/a.py": "", "b.py": ""})
    known = settled(plain)
    write(plain, {"pom.xml": ""})
    assert found(changes(plain, known)) == ({"pom.xml"}, set(), {"target/sub/a.py"})


def test_a_directory_that_a_link_takes_the_place_of_is_dropped(root: Path) -> None:
    write(root, {"a/b.py": "", "c.py": ""})
    known = settled(root)
    (root / "a").rename(root / "z")
    (root / "a").symlink_to("z")
    assert found(changes(root, known)) == ({"z/b.py"}, set(), {"a/b.py"})


def test_rules_above_the_part_that_is_indexed_are_watched(root: Path) -> None:
    write(root, {"part/a.log": ""})
    known = settled(root / "part")
    write(root, {".gitignore": "*.log\n"})
    assert changes(root / "part", known).removed == ("a.log",)


def test_a_work_tree_that_comes_to_be_around_a_repository_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, {"outer/.gitignore": "*.log\n", "outer/part/a.log": ""})
    known = settled(tmp_path / "outer/part")
    init(tmp_path / "outer")
    assert changes(tmp_path / "outer/part", known).removed == ("a.log",)


def test_what_was_skipped_stays_reported_until_it_is_gone(root: Path, tmp_path: Path) -> None:
    write(root, {"a/b.py": "", "c/d.py": ""})
    for place in ("a", "c"):
        (root / place / "out").symlink_to(tmp_path)
    known = settled(root)
    (root / "a/out").unlink()
    assert set(changes(root, known).snapshot.skipped) == {"c/out"}


def test_a_directory_that_becomes_unreadable_and_readable_again_is_noticed(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {"a/b.py": "", "c.py": ""})
    known = settled(root)
    scandir = os.scandir

    def locked(path: str) -> object:
        if path.endswith("/a"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", locked)
        (root / "a").chmod(0)
        after = changes(root, known)
    assert (after.removed, after.snapshot.skipped) == (("a/b.py",), {"a": NOT_READABLE})
    (root / "a").chmod(0o755)
    again = changes(root, after.snapshot)
    assert (again.added, again.snapshot.skipped) == (("a/b.py",), {})


NAMES = st.sampled_from(["a", "b", "c", "d.log", ".gitignore", ".ignore"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
CONTENTS = st.sampled_from(["", "a\n", "*.log\n", "!*.log\n", "/b/\n", "c/d.log\n", "*\n!a\n"])


class ChangingRepository(RuleBasedStateMachine):
    """A repository to which all manner of things happen, watched all the while."""

    @initialize()
    def start(self) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.known = settled(self.root)

    @rule(path=PATHS, content=CONTENTS)
    def write(self, path: str, content: str) -> None:
        self.tried(write, self.root, {path: content})

    @rule(path=PATHS)
    def remove(self, path: str) -> None:
        place = self.root / path
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        else:
            self.tried(place.unlink)

    @rule(path=PATHS, other=PATHS)
    def move(self, path: str, other: str) -> None:
        self.tried((self.root / path).replace, self.root / other)

    @rule(path=PATHS, other=PATHS)
    def link(self, path: str, other: str) -> None:
        self.tried((self.root / path).symlink_to, self.root / other)

    @rule(path=PATHS)
    def touch(self, path: str) -> None:
        self.tried(os.utime, self.root / path, (0, 0))

    def changes(self) -> Changes:
        return changes(self.root, self.known)

    @rule()
    def look(self) -> None:
        """Compare what is found with two full walks."""
        settle()
        after, now = self.changes(), walk(self.root).snapshot
        seen = self.known.files
        assert set(after.added) == now.files.keys() - seen.keys()
        assert set(after.removed) == seen.keys() - now.files.keys()
        assert set(after.changed) == {p for p in seen if p in now.files and seen[p] != now.files[p]}
        assert after.snapshot == now
        self.known = after.snapshot

    @invariant()
    def is_found_at_once(self) -> None:
        """Also while all is too fresh to be trusted."""
        if hasattr(self, "root"):
            after, now = self.changes(), walk(self.root).snapshot
            assert after.snapshot.files.keys() == now.files.keys()
            assert after.snapshot.directories.keys() == now.directories.keys()
            assert after.snapshot.skipped == now.skipped

    def teardown(self) -> None:
        if hasattr(self, "root"):
            shutil.rmtree(self.root)

    @staticmethod
    def tried(act: Callable[..., object], *arguments: object) -> None:
        with suppress(OSError):
            act(*arguments)


ChangingRepository.TestCase.settings = settings(
    max_examples=examples(40), stateful_step_count=15, deadline=None
)
TestChangingRepository = ChangingRepository.TestCase


IS_TOLD = is_local(Path(tempfile.gettempdir()))


class WatchedRepository(ChangingRepository):
    """The same where the system is asked first, several times between two changes."""

    @initialize()
    def watch(self) -> None:
        self.watched = WatchedChanges()
        self.contents: dict[str, bytes] = {}

    def changes(self) -> Changes:
        found = self.watched.find(self.root, self.known)
        again = self.watched.find(self.root, self.known)
        assert (found.added, found.changed) == (again.added, again.changed)
        return found

    @rule()
    def look(self) -> None:
        """Read what has changed, and compare with what there is."""
        found = self.changes()
        for path in found.removed:
            del self.contents[path]
        for path in (*found.added, *found.changed):
            self.contents[path] = (self.root / path).read_bytes()
        there = walk(self.root).snapshot.files
        assert self.contents == {path: (self.root / path).read_bytes() for path in there}
        self.known = found.snapshot


WatchedRepository.TestCase.settings = ChangingRepository.TestCase.settings
TestWatchedRepository = WatchedRepository.TestCase


class TestWatching:
    @pytest.fixture
    def watched(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> tuple[WatchedChanges, Snapshot]:
        """A repository that was found unchanged; from then on no file may be looked at."""
        write(root, {"a/b.py": "b", "c.py": "c"})
        known, watched = settled(root), WatchedChanges()
        assert not watched.find(root, known)
        if IS_TOLD:
            monkeypatch.setattr(watched_changes, "changes", self.look)
        return watched, known

    @staticmethod
    def look(*_: object) -> Changes:
        raise Looked

    def test_files_are_not_looked_at_where_the_system_tells_of_no_change(
        self, root: Path, watched: tuple[WatchedChanges, Snapshot]
    ) -> None:
        found = watched[0].find(root, watched[1])
        assert not found
        assert found.snapshot is watched[1]

    @pytest.mark.skipif(not IS_TOLD, reason="nobody tells of changes")
    @pytest.mark.parametrize("path", ["a/b.py", "new.py", "a/.gitignore"])
    def test_files_are_looked_at_where_one_was_written(
        self, root: Path, watched: tuple[WatchedChanges, Snapshot], path: str
    ) -> None:
        write(root, {path: "other"})
        with pytest.raises(Looked):
            watched[0].find(root, watched[1])

    @pytest.mark.skipif(not IS_TOLD, reason="nobody tells of changes")
    def test_files_are_looked_at_for_another_snapshot(
        self, root: Path, watched: tuple[WatchedChanges, Snapshot]
    ) -> None:
        assert not watched[0].find(root, replace(watched[1]))
        with pytest.raises(Looked):
            watched[0].find(root, replace(watched[1], files={}))

    @pytest.mark.skipif(not IS_TOLD, reason="nobody tells of changes")
    def test_files_are_looked_at_once_in_a_while(
        self,
        root: Path,
        watched: tuple[WatchedChanges, Snapshot],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(tree_watch, "_TRUSTED", 0.0)
        with pytest.raises(Looked):
            watched[0].find(root, watched[1])


@pytest.mark.skipif(not IS_TOLD, reason="nobody tells of changes")
def test_after_a_change_was_dealt_with_files_are_not_looked_at_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {"a/b.py": "b", "c.py": "c"})
    known, watched = settled(root), WatchedChanges()
    write(root, {"c.py": "changed"})
    found = watched.find(root, known)
    assert found.changed == ("c.py",)
    monkeypatch.setattr(watched_changes, "changes", TestWatching.look)
    assert watched.find(root, known) is found
    assert not watched.find(root, replace(found.snapshot))
    write(root, {"c.py": "changed again"})
    with pytest.raises(Looked):
        watched.find(root, found.snapshot)


class Looked(Exception):
    """Files were looked at."""
