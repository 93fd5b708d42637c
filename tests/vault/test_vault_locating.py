"""A path, a name or a link means one file of the vault, or an error says which it may mean."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.tool.errors import ToolError
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.snapshot.lookup import locate, locate_folder
from pageful.vault.snapshot.snapshot import SkippedPaths
from snapshots import MemorySnapshot

VAULT = MemorySnapshot(
    {
        "Home.md": Note(1, aliases=("Start", "Haus")),
        "Folder/Plan.md": Note(1),
        "Other/Plan.md": Note(1),
        "Folder/Sub/Only.md": Note(1, aliases=("Start",)),
        "Folder/100%.md": Note(1),
        "Folder/a b (c).md": Note(1),
        "Zettelkasten.md": Note(1),
        "img/pic.png": None,
        "Odd #1.md": Note(1),
        "Board.canvas": Note(0),
    },
    skipped=[
        SkippedPaths("link leads out of the vault", ("out", "Folder/secret.md")),
        SkippedPaths("neither file nor folder", ("pipe.md",)),
    ],
)


def refused(text: str) -> ToolError:
    with pytest.raises(ToolError) as error:
        locate(VAULT, text)
    return error.value


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("Folder/Plan.md", "Folder/Plan.md"),
        ("Folder/Plan", "Folder/Plan.md"),
        ("folder/PLAN.MD", "Folder/Plan.md"),
        ("./Folder//Plan.md", "Folder/Plan.md"),
        ("Only", "Folder/Sub/Only.md"),
        ("only.md", "Folder/Sub/Only.md"),
        ("Sub/Only", "Folder/Sub/Only.md"),
        ("[[Only]]", "Folder/Sub/Only.md"),
        ("[[Only|shown]]", "Folder/Sub/Only.md"),
        ("[[Only\\|shown]]", "Folder/Sub/Only.md"),
        ("[[Only#Heading#Sub|shown]]", "Folder/Sub/Only.md"),
        ("![[Only#^block]]", "Folder/Sub/Only.md"),
        ("[[/Folder/Plan]]", "Folder/Plan.md"),
        ("Only#Heading", "Folder/Sub/Only.md"),
        ("Only#^block", "Folder/Sub/Only.md"),
        ("[text](Folder/a%20b%20(c).md)", "Folder/a b (c).md"),
        ("[text](<Folder/a b (c).md>)", "Folder/a b (c).md"),
        ("[text](Folder/Plan.md#Heading)", "Folder/Plan.md"),
        ("Folder/100%.md", "Folder/100%.md"),
        ("100%", "Folder/100%.md"),
        ("Odd #1.md", "Odd #1.md"),
        ("pic.png", "img/pic.png"),
        ("![[pic.png|300]]", "img/pic.png"),
        ("Board.canvas", "Board.canvas"),
        ("  Home  ", "Home.md"),
    ],
)
def test_what_means_one_file(text: str, path: str) -> None:
    assert locate(VAULT, text) == path


def test_an_exact_path_goes_before_a_name_that_several_files_end_in() -> None:
    files = MemorySnapshot({"Plan.md": Note(1), "a/Plan.md": Note(1), "b/plan.md": Note(1)})
    assert locate(files, "Plan") == "Plan.md"
    assert locate(files, "plan") == "Plan.md"


def test_the_same_case_goes_first() -> None:
    files = MemorySnapshot({"Plan.md": Note(1), "plan.md": Note(1)})
    assert (locate(files, "Plan"), locate(files, "plan")) == ("Plan.md", "plan.md")
    with pytest.raises(ToolError, match="2 files"):
        locate(files, "PLAN")


def test_a_name_of_several_files_is_refused_with_their_paths() -> None:
    error = refused("Plan")
    assert "2 files: `Folder/Plan.md`, `Other/Plan.md`" in error.problem
    assert error.remedy == "Pass the full path."


def test_at_most_ten_files_of_a_name_are_listed_and_all_are_counted() -> None:
    files = MemorySnapshot({f"{number:02}/Plan.md": Note(1) for number in range(25)})
    with pytest.raises(ToolError) as error:
        locate(files, "Plan")
    assert "25 files" in error.value.problem
    assert error.value.problem.endswith("`09/Plan.md` and 15 more.")


def test_an_alias_is_no_name_but_a_hint() -> None:
    error = refused("start")
    assert "alias" in error.problem
    assert "`Folder/Sub/Only.md`, `Home.md`" in error.remedy


def test_names_that_are_nearly_so_are_named_in_full() -> None:
    assert "`Zettelkasten.md`" in refused("Zettelkasen").remedy
    assert "`Folder/Sub/Only.md`" in refused("Onyl").remedy


def test_a_name_like_no_other_is_refused_with_what_to_do() -> None:
    assert refused("qqqqqq").remedy


def test_nothing_is_in_an_empty_vault() -> None:
    with pytest.raises(ToolError, match="empty"):
        locate(MemorySnapshot({}), "Note")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("../etc/passwd", "leads up"),
        ("Folder/../Home.md", "leads up"),
        ("[[../etc/passwd]]", "leads up"),
        ("[x](%2e%2e/etc/passwd)", "leads up"),
        ("/etc/passwd", "absolute"),
        ("C:\\x", "drive"),
        ("a\\b", "backslash"),
        ("a\0b", "characters"),
        (".obsidian/app.json", "hidden"),
        ("[[.git/config]]", "hidden"),
        ("%2e%2e/etc/passwd", "refused"),
        ("", "empty"),
        ("[[]]", "no file"),
        ("#Heading", "empty"),
        ("out/secret.md", "leads out of the vault"),
        ("out", "leads out of the vault"),
        ("Folder/secret", "leads out of the vault"),
        ("pipe.md", "neither file nor folder"),
    ],
)
def test_what_no_path_of_the_vault_is(text: str, reason: str) -> None:
    assert reason in refused(text).problem


@pytest.mark.parametrize("text", ["[" * 100_000, "[[" + "x" * 100_000, "a/" * 50_000, "[](" * 9999])
def test_hostile_texts_are_refused_too(text: str) -> None:
    assert refused(text).problem


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", ""),
        ("/", ""),
        ("Folder", "Folder"),
        ("folder/", "Folder"),
        ("Folder/Sub", "Folder/Sub"),
        ("Sub", "Folder/Sub"),
    ],
)
def test_what_means_one_folder(text: str, path: str) -> None:
    assert locate_folder(VAULT, text) == path


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("..", "leads up"),
        ("/etc", "absolute"),
        (".git", "hidden"),
        ("Nope", "no folder"),
        ("Home.md", "is a file"),
        ("out", "leads out of the vault"),
    ],
)
def test_what_no_folder_of_the_vault_is(text: str, reason: str) -> None:
    with pytest.raises(ToolError, match=reason):
        locate_folder(VAULT, text)


def test_a_file_that_is_asked_for_as_a_folder_can_be_read() -> None:
    with pytest.raises(ToolError) as caught:
        locate_folder(VAULT, "Home")
    assert caught.value.problem == "'Home.md' is a file, not a folder."
    assert caught.value.remedy == 'To read it: vault_read(path="Home.md").'


def test_folders_of_a_like_name_anywhere_are_near() -> None:
    with pytest.raises(ToolError, match="Similar: `Folder/Sub`"):
        locate_folder(VAULT, "Subs")


@settings(deadline=None)
@given(st.text() | st.sampled_from(sorted(VAULT.files)).map(lambda path: f"[[{path}|x]]"))
def test_whatever_the_text_it_means_a_file_or_is_refused(text: str) -> None:
    try:
        assert locate(VAULT, text) in VAULT.files
    except ToolError as error:
        assert error.remedy  # noqa: PT017 - either may come
