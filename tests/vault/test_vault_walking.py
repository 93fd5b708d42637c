"""The walk finds every file that Obsidian would show, and says what it left out."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from folders import fill
from pageful.tool.errors import ToolError
from pageful.vault.snapshot import walker as walking
from pageful.vault.snapshot.exclusions import Exclusions
from pageful.vault.snapshot.walker import Walk, walk
from thoroughness import examples


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return fill(tmp_path / "vault", {"Note.md": "note", "Folder/Inner.md": "inner"})


def walked(root: Path, *, follow_outside: bool = False) -> Walk:
    return walk(root, Exclusions(), {}, follow_outside=follow_outside)


def skipped(found: Walk) -> Mapping[str, tuple[str, ...]]:
    return {each.reason: each.paths for each in found.skipped}


def test_every_file_is_there_sorted_by_path(root: Path) -> None:
    fill(root, {"b.canvas": "", "a.BASE": "", "z/c.png": "", "B/x.MD": "", "none": ""})
    files = {path: seen.file.kind for path, seen in walked(root).seen.items()}
    assert list(files.items()) == [
        ("B/x.MD", "note"),
        ("Folder/Inner.md", "note"),
        ("Note.md", "note"),
        ("a.BASE", "base"),
        ("b.canvas", "canvas"),
        ("none", "attachment"),
        ("z/c.png", "attachment"),
    ]


def test_a_file_carries_its_size_and_times(root: Path) -> None:
    os.utime(root / "Note.md", ns=(1, 1_000_000_001))
    file = walked(root).seen["Note.md"].file
    assert (file.size, file.modified, file.created) == (4, 1_000_000_001, 1_000_000_001)
    assert (file.name, file.folder) == ("Note", "")


def test_dot_files_and_dot_folders_are_left_out_without_a_word(root: Path) -> None:
    fill(root, {".obsidian/a.md": "", ".git/b.md": "", "Folder/.trash/c.md": "", ".hidden.md": ""})
    found = walked(root)
    assert list(found.seen) == ["Folder/Inner.md", "Note.md"]
    assert found.skipped == ()


def test_a_link_to_a_file_of_the_vault_is_followed(root: Path) -> None:
    (root / "link.md").symlink_to("Folder/Inner.md")
    seen = walked(root).seen["link.md"]
    assert (seen.file.size, seen.real) == (5, str(root / "Folder" / "Inner.md"))


def test_a_link_to_a_folder_of_the_vault_is_reported(root: Path) -> None:
    (root / "linked").symlink_to("Folder")
    assert skipped(walked(root)) == {walking.ALREADY_THERE: ("linked",)}


def test_loops_end(root: Path) -> None:
    (root / "Folder" / "up").symlink_to("..")
    (root / "Folder" / "self").symlink_to(".")
    (root / "loop").symlink_to("loop")
    found = walked(root, follow_outside=True)
    assert list(found.seen) == ["Folder/Inner.md", "Note.md"]
    assert skipped(found) == {
        walking.ALREADY_THERE: ("Folder/self",),
        walking.AROUND_THE_VAULT: ("Folder/up",),
        walking.LEADS_NOWHERE: ("loop",),
    }


def test_a_folder_around_the_vault_is_not_followed(root: Path) -> None:
    (root / "home").symlink_to("..")
    assert skipped(walked(root, follow_outside=True)) == {walking.AROUND_THE_VAULT: ("home",)}


def test_links_that_leave_the_vault_are_reported(root: Path) -> None:
    fill(root.parent / "outside", {"secret.md": "secret"})
    fill(root.parent / "vault2", {"secret.md": "secret"})
    (root / "out").symlink_to("../outside")
    (root / "Folder" / "secret.md").symlink_to("../../vault2/secret.md")
    found = walked(root)
    assert list(found.seen) == ["Folder/Inner.md", "Note.md"]
    assert skipped(found) == {walking.LEADS_OUTSIDE: ("Folder/secret.md", "out")}


def test_links_that_leave_the_vault_are_followed_where_that_is_allowed(root: Path) -> None:
    outside = fill(root.parent / "outside", {"a.md": "", "deep/b.md": "", ".git/c.md": ""})
    (root / "out").symlink_to("../outside")
    (root / "b.md").symlink_to("../outside/deep/b.md")
    found = walked(root, follow_outside=True)
    assert set(found.seen) == {"Folder/Inner.md", "Note.md", "b.md", "out/a.md", "out/deep/b.md"}
    assert found.seen["out/deep/b.md"].real == str(outside / "deep" / "b.md")


def test_a_folder_outside_is_taken_in_once(root: Path) -> None:
    outside = fill(root.parent / "outside", {"a.md": "", "deep/b.md": ""})
    (outside / "deep" / "around").symlink_to("..")
    for name in ("one", "two", "three"):
        (root / name).symlink_to("../outside")
    (root / "within").symlink_to("../outside/deep")
    found = walked(root, follow_outside=True)
    assert set(found.seen) == {"Folder/Inner.md", "Note.md", "one/a.md", "one/deep/b.md"}
    assert skipped(found) == {
        walking.ALREADY_THERE: ("one/deep/around", "three", "two", "within"),
    }


def test_many_links_to_one_another_cost_no_more_than_they_are(root: Path) -> None:
    names = [f"d{number}" for number in range(12)]
    for name in names:
        fill(root / name, {"note.md": ""})
        for other in names:
            (root / name / f"to-{other}").symlink_to(f"../{other}")
    found = walked(root)
    assert len(found.seen) == 14
    assert len(skipped(found)[walking.ALREADY_THERE]) == 144


def test_a_link_to_nothing_is_reported(root: Path) -> None:
    (root / "broken.md").symlink_to("nothing.md")
    assert skipped(walked(root)) == {walking.LEADS_NOWHERE: ("broken.md",)}


def test_a_link_that_goes_away_while_it_is_followed_leads_nowhere(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(place: object) -> str:
        raise FileNotFoundError(2, "No such file or directory")

    (root / "link.md").symlink_to("Note.md")
    monkeypatch.setattr(os.path, "realpath", gone)
    assert skipped(walked(root)) == {walking.LEADS_NOWHERE: ("link.md",)}


def test_a_link_into_a_dot_folder_is_reported(root: Path) -> None:
    fill(root, {".obsidian/app.json": "{}"})
    (root / "settings").symlink_to(".obsidian")
    (root / "app.json").symlink_to(".obsidian/app.json")
    found = walked(root)
    assert list(found.seen) == ["Folder/Inner.md", "Note.md"]
    assert skipped(found) == {walking.LEADS_TO_HIDDEN: ("app.json", "settings")}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_what_is_no_file_is_reported(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(root / "pipe.md")
    (root / "null.md").symlink_to("/dev/null")
    monkeypatch.chdir(root)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.md")
        found = walked(root, follow_outside=True)
    assert skipped(found) == {walking.NOT_A_FILE: ("null.md", "pipe.md", "socket.md")}


@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
def test_a_name_that_is_no_utf_8_is_reported(root: Path) -> None:
    (root / os.fsdecode(b"caf\xe9.md")).write_text("x")
    (root / os.fsdecode(b"\xff")).mkdir()
    found = walked(root)
    assert list(found.seen) == ["Folder/Inner.md", "Note.md"]
    assert skipped(found) == {walking.NAME_NOT_TEXT: ("\\xff", "caf\\xe9.md")}


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
def test_a_name_with_a_backslash_is_reported_since_no_path_can_name_it(root: Path) -> None:
    fill(root, {"a\\b.md": "x"})
    assert skipped(walked(root)) == {walking.BACKSLASH: ("a\\b.md",)}


def test_names_with_line_breaks_and_the_like_are_names(root: Path) -> None:
    names = ["a\nb.md", "c\td.md", " e .md", "100%.md", "#f.md", "[[g]].md", "日本語.md", "🙂.md"]
    fill(root, dict.fromkeys(names, ""))
    assert set(walked(root).seen) == {"Folder/Inner.md", "Note.md", *names}


def test_a_folder_that_cannot_be_read_is_reported(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def denied(place: str) -> object:
        if place.endswith("Folder"):
            raise PermissionError(13, "Permission denied")
        return scandir(place)

    monkeypatch.setattr(os, "scandir", denied)
    found = walked(root)
    assert list(found.seen) == ["Note.md"]
    assert skipped(found) == {walking.FOLDER_NOT_READABLE: ("Folder",)}


def test_a_vault_that_is_not_there_is_an_error(root: Path) -> None:
    with pytest.raises(ToolError, match="There is no folder"):
        walked(root / "missing")
    with pytest.raises(ToolError, match="is no folder"):
        walked(root / "Note.md")


def test_what_has_not_changed_is_taken_over(root: Path) -> None:
    first = walked(root)
    fill(root, {"Note.md": "another"})
    second = walk(root, Exclusions(), first.seen)
    assert second.seen["Folder/Inner.md"] is first.seen["Folder/Inner.md"]
    assert second.seen["Note.md"].file.size == 7


NAMES = st.sampled_from(["a", "b", ".h", "c.md", "é.md"])
PLACES = st.lists(NAMES, min_size=1, max_size=3).map("/".join)


@settings(deadline=None, max_examples=examples(50))
@given(links=st.dictionaries(PLACES, PLACES | st.sampled_from(["..", "../..", "."]), max_size=8))
def test_whatever_links_there_are_each_file_has_a_real_place_inside(
    links: Mapping[str, str],
) -> None:
    with TemporaryDirectory() as place:
        root = fill(Path(place).resolve() / "vault", {"a/c.md": "", "b/.h/x": "", "c.md": ""})
        for path, target in links.items():
            parent = Path(os.path.realpath((root / path).parent))
            if parent.is_relative_to(root) and not os.path.lexists(parent / Path(path).name):
                with suppress(OSError):
                    parent.mkdir(parents=True, exist_ok=True)
                    (parent / Path(path).name).symlink_to(target)
        for path, seen in walked(root).seen.items():
            assert Path(seen.real).is_relative_to(root)
            assert ".h" not in f"{path}/{seen.real}".split("/")
