"""Each snapshot of a vault is what is on disk then, and shares what has not changed."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from folders import fill
from pageful.files import stamp, tree_watch
from pageful.files.opening import Content, Opener
from pageful.files.tree_watch import TreeWatch, is_local
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.parsing import parse_note
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.snapshot import scanner
from pageful.vault.snapshot.exclusions import TOO_SLOW
from pageful.vault.snapshot.scanner import DiskSnapshot
from pageful.vault.snapshot.vault import Vault

CANVAS = """{"nodes": [
    {"id": "1", "type": "text", "text": "See [[Note]]", "x": 0, "y": 0, "width": 9, "height": 9},
    {"id": "2", "type": "file", "file": "a.png", "x": 0, "y": 0, "width": 9, "height": 9}
], "edges": []}"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return fill(tmp_path / "vault", {"Note.md": "one [[Inner]]", "Folder/Inner.md": "# In"})


@pytest.fixture(params=[False, True], ids=["looking", "watching"])
def vault(root: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Vault:
    vault = Vault(root, cache=tmp_path / "cache")
    if request.param:
        vault.watch()
    return vault


def now(vault: Vault) -> DiskSnapshot:
    return vault.scan(Caller())


def skipped(snapshot: DiskSnapshot) -> Mapping[str, tuple[str, ...]]:
    return {each.reason: each.paths for each in snapshot.skipped}


@pytest.fixture
def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust every stamp, as if all files were old."""
    monkeypatch.setattr(stamp, "SETTLING_NS", -(10**18))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which files were read, in order."""
    names: list[str] = []
    reading = Opener.read

    def noted(self: Opener, real: str, most: int) -> Content:
        if real.endswith((".md", ".canvas")):
            names.append(Path(real).name)
        return reading(self, real, most)

    monkeypatch.setattr(Opener, "read", noted)
    return names


def test_a_moment_holds_files_notes_texts_and_links(vault: Vault) -> None:
    snapshot = now(vault)
    assert list(snapshot.files) == list(snapshot.notes) == ["Folder/Inner.md", "Note.md"]
    assert snapshot.text("Note.md") == "one [[Inner]]"
    assert snapshot.notes["Folder/Inner.md"].headings[0].text == "In"
    assert snapshot.resolve("Inner", "Note.md") == "Folder/Inner.md"


def test_a_vault_without_files_is_a_vault(tmp_path: Path) -> None:
    snapshot = now(Vault(fill(tmp_path / "empty", {}), cache=tmp_path / "cache"))
    assert (snapshot.files, snapshot.notes, snapshot.skipped) == ({}, {}, ())


def test_attachments_are_files_but_no_notes(vault: Vault, root: Path) -> None:
    fill(root, {"a.png": b"\x89PNG", "b.base": "views: []"})
    snapshot = now(vault)
    assert set(snapshot.files) - set(snapshot.notes) == {"a.png", "b.base"}
    with pytest.raises(KeyError):
        snapshot.text("a.png")


def test_a_canvas_is_a_note_whose_text_is_that_of_its_cards(vault: Vault, root: Path) -> None:
    fill(root, {"Board.canvas": CANVAS})
    snapshot = now(vault)
    assert snapshot.text("Board.canvas") == "See [[Note]]"
    assert {link.target for link in snapshot.notes["Board.canvas"].links} == {"Note", "a.png"}


def test_nothing_new_is_the_very_same_moment(vault: Vault) -> None:
    assert now(vault) is now(vault)


def test_an_edit_between_two_calls_is_seen_by_the_second(vault: Vault, root: Path) -> None:
    first = now(vault)
    fill(root, {"Note.md": "another text"})
    second = now(vault)
    assert second is not first
    assert second.text("Note.md") == "another text"
    assert first.text("Note.md") == "one [[Inner]]"
    assert second.notes["Folder/Inner.md"] is first.notes["Folder/Inner.md"]


def test_an_edit_of_the_same_size_in_the_same_second_is_seen(vault: Vault, root: Path) -> None:
    for number in range(20):
        (root / "Note.md").write_text(f"same size {number:02}")
        os.utime(root / "Note.md", ns=(10**18, 10**18))
        assert now(vault).text("Note.md") == f"same size {number:02}"


def test_a_file_that_is_written_again_with_the_same_text_changes_nothing(
    vault: Vault, root: Path
) -> None:
    before = now(vault).notes["Note.md"]
    os.utime(root / "Note.md", ns=(10**18, 10**18))
    after = now(vault)
    assert after.notes["Note.md"] is before
    assert after.files["Note.md"].modified == 10**18


@pytest.mark.usefixtures("trusting")
def test_only_what_has_changed_is_read_again(vault: Vault, root: Path, read: list[str]) -> None:
    now(vault)
    read.clear()
    now(vault)
    fill(root, {"Note.md": "longer than it was before"})
    now(vault)
    now(vault)
    assert read == ["Note.md"]


def test_a_fresh_file_is_read_again_since_its_times_say_little(
    root: Path, tmp_path: Path, read: list[str]
) -> None:
    vault = Vault(root, cache=tmp_path / "cache")
    now(vault)
    assert now(vault) is now(vault)
    assert read == ["Inner.md", "Note.md"] * 3


def test_a_fresh_file_is_read_once_where_the_system_tells_of_changes(
    root: Path, tmp_path: Path, read: list[str]
) -> None:
    vault = Vault(root, cache=tmp_path / "cache")
    vault.watch()
    now(vault)
    assert now(vault) is now(vault)
    assert sorted(read) == (["Inner.md", "Note.md"] if is_local(root) else sorted(read))


@pytest.mark.usefixtures("trusting")
def test_a_file_that_changed_after_it_was_seen_is_taken_as_it_was_read(
    vault: Vault, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = Opener.read

    def late(self: Opener, real: str, most: int) -> Content:
        if real.endswith("Note.md"):
            (root / "Note.md").write_text("changed since the walk")
        return reading(self, real, most)

    with monkeypatch.context() as patched:
        patched.setattr(Opener, "read", late)
        assert now(vault).text("Note.md") == "changed since the walk"
    assert now(vault).files["Note.md"].size == len("changed since the walk")


def test_a_new_note_is_found_and_links_lead_to_it(vault: Vault, root: Path) -> None:
    assert now(vault).resolve("New", "Note.md") is None
    fill(root, {"Folder/New.md": "new"})
    snapshot = now(vault)
    assert snapshot.resolve("New", "Note.md") == "Folder/New.md"
    assert list(snapshot.notes) == ["Folder/Inner.md", "Folder/New.md", "Note.md"]


def test_a_renamed_note_is_found_by_its_new_name_alone(vault: Vault, root: Path) -> None:
    now(vault)
    (root / "Note.md").rename(root / "Other.md")
    snapshot = now(vault)
    assert set(snapshot.notes) == {"Folder/Inner.md", "Other.md"}
    assert snapshot.resolve("Note", "Other.md") is None


def test_a_deleted_note_is_gone(vault: Vault, root: Path) -> None:
    now(vault)
    (root / "Note.md").unlink()
    snapshot = now(vault)
    assert list(snapshot.files) == ["Folder/Inner.md"]
    with pytest.raises(KeyError):
        snapshot.text("Note.md")


def test_a_moved_folder_moves_its_notes(vault: Vault, root: Path) -> None:
    now(vault)
    (root / "Folder").rename(root / "Moved")
    snapshot = now(vault)
    assert set(snapshot.notes) == {"Moved/Inner.md", "Note.md"}
    assert snapshot.resolve("Inner", "Note.md") == "Moved/Inner.md"


def test_two_notes_that_change_places_change_texts(vault: Vault, root: Path) -> None:
    fill(root, {"a.md": "A", "b.md": "B"})
    now(vault)
    (root / "a.md").rename(root / "c.md")
    (root / "b.md").rename(root / "a.md")
    (root / "c.md").rename(root / "b.md")
    snapshot = now(vault)
    assert (snapshot.text("a.md"), snapshot.text("b.md")) == ("B", "A")


def test_a_note_that_becomes_a_folder_is_gone(vault: Vault, root: Path) -> None:
    now(vault)
    (root / "Note.md").unlink()
    fill(root, {"Note.md/x.md": "x"})
    assert set(now(vault).notes) == {"Folder/Inner.md", "Note.md/x.md"}


def test_link_targets_are_made_again_only_when_paths_change(vault: Vault, root: Path) -> None:
    first = now(vault)
    fill(root, {"Note.md": "another"})
    second = now(vault)
    assert second.targets is first.targets
    fill(root, {"New.md": "new"})
    assert now(vault).targets is not first.targets


def test_bytes_that_are_no_utf_8_are_replaced_and_reported(vault: Vault, root: Path) -> None:
    fill(root, {"Latin.md": b"caf\xe9"})
    snapshot = now(vault)
    assert snapshot.text("Latin.md") == "caf\ufffd"
    assert skipped(snapshot) == {scanner.NOT_UTF_8: ("Latin.md",)}


WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")


def test_a_byte_order_mark_is_no_text(vault: Vault, root: Path) -> None:
    wide = {f"{codec}.md": f"\ufeff# {codec}".encode(codec) for codec in WIDE}
    fill(root, {"8.md": b"\xef\xbb\xbf# H", **wide})
    snapshot = now(vault)
    assert snapshot.text("8.md") == "# H"
    assert snapshot.notes["8.md"].headings[0].text == "H"
    assert [snapshot.notes[path].headings[0].text for path in wide] == list(WIDE)


def test_ends_of_lines_stay_as_they_are(vault: Vault, root: Path) -> None:
    fill(root, {"Ends.md": "a\r\nb\rc\n\0d\x85e"})
    assert now(vault).text("Ends.md") == "a\r\nb\rc\n\0d\x85e"


def test_a_note_over_the_limit_is_a_file_but_left_out(vault: Vault, root: Path) -> None:
    with (root / "Large.md").open("wb") as file:
        file.truncate(scanner.LARGEST_NOTE + 1)
    snapshot = now(vault)
    assert "Large.md" in snapshot.files
    assert "Large.md" not in snapshot.notes
    assert skipped(snapshot) == {scanner.TOO_LARGE: ("Large.md",)}
    os.truncate(root / "Large.md", 3)
    assert now(vault).text("Large.md") == "\0\0\0"
    assert now(vault).skipped == ()


@pytest.mark.parametrize("error", [PermissionError(13, "denied"), FileNotFoundError(2, "gone")])
def test_a_note_that_cannot_be_read_is_reported_and_taken_in_later(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    reading = Opener.read

    def failing(self: Opener, real: str, most: int) -> Content:
        if real.endswith("Note.md"):
            raise error
        return reading(self, real, most)

    with monkeypatch.context() as patched:
        patched.setattr(Opener, "read", failing)
        snapshot = now(vault)
        assert list(snapshot.notes) == ["Folder/Inner.md"]
        assert skipped(snapshot) == {scanner.NOT_READABLE: ("Note.md",)}
        assert now(vault) is snapshot
    assert now(vault).text("Note.md") == "one [[Inner]]"


def test_a_note_that_becomes_a_link_out_after_it_was_seen_is_not_read(
    vault: Vault, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(root.parent / "outside", {"secret.md": "secret"})
    reading = Opener.read

    def swapped(self: Opener, real: str, most: int) -> Content:
        if real.endswith("Note.md"):
            (root / "Note.md").unlink()
            (root / "Note.md").symlink_to("../outside/secret.md")
        return reading(self, real, most)

    monkeypatch.setattr(Opener, "read", swapped)
    snapshot = now(vault)
    assert "Note.md" not in snapshot.notes
    assert skipped(snapshot) == {scanner.NOT_READABLE: ("Note.md",)}


def test_one_note_that_fails_does_not_keep_the_others(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(text: str) -> Note:
        if "one" in text:
            raise RecursionError
        return parse_note(text)

    monkeypatch.setattr(scanner, "parse_note", failing)
    snapshot = now(vault)
    assert list(snapshot.notes) == ["Folder/Inner.md"]
    assert skipped(snapshot) == {f"{scanner.NOT_PARSED}: RecursionError": ("Note.md",)}


def test_excluded_files_are_marked_and_follow_the_settings(vault: Vault, root: Path) -> None:
    assert not any(file.excluded for file in now(vault).files.values())
    fill(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Folder/"]}'})
    snapshot = now(vault)
    assert [path for path, file in snapshot.files.items() if file.excluded] == ["Folder/Inner.md"]
    assert "Folder/Inner.md" in snapshot.notes
    (root / ".obsidian" / "app.json").unlink()
    assert not any(file.excluded for file in now(vault).files.values())


def test_a_linked_note_has_the_text_of_what_it_leads_to(vault: Vault, root: Path) -> None:
    (root / "link.md").symlink_to("Folder/Inner.md")
    assert now(vault).text("link.md") == "# In"
    fill(root, {"Folder/Inner.md": "changed"})
    assert now(vault).text("link.md") == "changed"
    (root / "link.md").unlink()
    (root / "link.md").symlink_to("Note.md")
    assert now(vault).text("link.md") == "one [[Inner]]"


def test_nothing_is_ever_written_into_the_vault(vault: Vault, root: Path) -> None:
    before = sorted((path, path.lstat().st_mtime_ns) for path in root.rglob("*"))
    now(vault)
    now(vault)
    assert sorted((path, path.lstat().st_mtime_ns) for path in root.rglob("*")) == before


def test_a_changed_vault_has_the_moment_that_a_fresh_start_has(
    vault: Vault, root: Path, tmp_path: Path
) -> None:
    fill(root, {f"{number}.md": f"# {number}\n[[Note]]" for number in range(20)})
    now(vault)
    fill(root, {"3.md": "three", "New/4.md": "# Four", "5.canvas": CANVAS})
    (root / "7.md").rename(root / "New" / "7.md")
    shutil.rmtree(root / "Folder")
    changed, fresh = now(vault), now(Vault(root, cache=tmp_path / "other"))
    assert changed is not fresh
    assert (changed.files, changed.notes) == (fresh.files, fresh.notes)
    assert list(changed.notes) == list(fresh.notes)
    assert [changed.text(path) for path in changed.notes] == [fresh.text(p) for p in fresh.notes]


def test_a_filter_that_is_given_up_excludes_nothing_at_all(vault: Vault, root: Path) -> None:
    fill(root, {".obsidian/app.json": '{"userIgnoreFilters": ["/^(a|a?)+$/"]}'})
    fill(root, {"a": "", "a" * 60 + "!.md": ""})
    snapshot = now(vault)
    assert not any(file.excluded for file in snapshot.files.values())
    assert skipped(snapshot) == {TOO_SLOW: ("/^(a|a?)+$/",)}


def test_garbage_is_collected_again_after_the_first_look(vault: Vault, root: Path) -> None:
    now(vault)
    assert gc.isenabled()
    gone = Vault(root / "missing")
    with pytest.raises(ToolError):
        now(gone)
    assert gc.isenabled()


def test_a_vault_with_links_is_looked_at_each_time(root: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("one")
    (root / "Link.md").symlink_to(tmp_path / "outside.md")
    vault = Vault(root, cache=tmp_path / "cache", follow_outside=True)
    vault.watch()
    assert now(vault).text("Link.md") == "one"
    (tmp_path / "outside.md").write_text("two")
    assert now(vault).text("Link.md") == "two"


def test_settings_that_appear_are_seen(vault: Vault, root: Path) -> None:
    assert not now(vault).files["Folder/Inner.md"].excluded
    fill(root, {".obsidian/workspace.json": "{}"})
    assert not now(vault).files["Folder/Inner.md"].excluded
    fill(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Folder/"]}'})
    assert now(vault).files["Folder/Inner.md"].excluded


def test_all_files_are_looked_at_once_in_a_while(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_local(root):
        pytest.skip("nobody tells of changes")
    monkeypatch.setattr(TreeWatch, "_drain", lambda watch: None)  # no event is heard
    vault = Vault(root, cache=tmp_path / "cache")
    vault.watch()
    now(vault)
    fill(root, {"Note.md": "two"})
    assert now(vault).text("Note.md") == "one [[Inner]]"
    monkeypatch.setattr(tree_watch, "_TRUSTED", 0.0)
    assert now(vault).text("Note.md") == "two"
