"""A directory is listed as a tree, and every entry is on one of the pages."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.text.natural_order import natural_key
from pageful.text.similarity import find_similar
from pageful.tool.errors import ToolError
from pageful.vault.overview.listing import list_folder
from pageful.vault.results.listing import ListedFile, ListedFolder, Listing
from snapshots import MemorySnapshot
from thoroughness import size

PATHS = (
    "Home.md",
    "Week.canvas",
    "Recipes/Rye.md",
    "Recipes/bread 10.md",
    "Recipes/Bread 9.md",
    "Recipes/Sweet/Éclair.md",
    "Recipes/Sweet/Photos/a.png",
    "Recipes/Sweet/Photos/b.PNG",
    "Recipes/All.base",
    "Recipes/scan",
    "Attachments/oven.png",
    "archive/Old.md",
)
VAULT = MemorySnapshot(dict.fromkeys(PATHS), excluded=["archive/Old.md"])
NAMES = st.text(st.sampled_from("abAB1 é."), min_size=1, max_size=4).filter(lambda n: n.strip("."))
TREES = st.lists(
    st.builds(
        lambda folders, name: "/".join([*folders, name]),
        st.lists(NAMES, max_size=4),
        st.builds(lambda n, e: n + e, NAMES, st.sampled_from([".md", ".png", ".canvas"])),
    ),
    max_size=25,
)


def listing(
    directory: str = "",
    *,
    recursive: bool = False,
    depth: int | None = None,
    page: int = 1,
    room: int = 10_000,
    vault: MemorySnapshot = VAULT,
) -> Listing:
    return list_folder(vault, directory, recursive=recursive, depth=depth, page=page, room=room)


def paths(found: Listing) -> list[str]:
    return [entry.path for entry in found.entries]


def every_page(vault: MemorySnapshot, room: int, depth: int | None = None) -> list[Listing]:
    first = listing(recursive=True, depth=depth, room=room, vault=vault)
    more = range(2, first.pages + 1)
    return [
        first,
        *(listing(recursive=True, depth=depth, room=room, vault=vault, page=n) for n in more),
    ]


def test_a_directory_has_its_folders_and_then_its_files() -> None:
    found = listing()
    assert paths(found) == ["archive", "Attachments", "Recipes", "Home.md", "Week.canvas"]
    assert (found.first, found.total, found.page, found.pages) == (1, 5, 1, 1)


def test_names_are_in_the_order_of_the_explorer() -> None:
    assert paths(listing("Recipes")) == [
        "Recipes/Sweet",
        "Recipes/All.base",
        "Recipes/Bread 9.md",
        "Recipes/bread 10.md",
        "Recipes/Rye.md",
        "Recipes/scan",
    ]


def test_signs_come_first_then_numbers_by_value_then_letters_without_accents() -> None:
    names = ["Z", "note 10", "Éclair", "Note 9", "edge", "earth", "2024-1", "9" * 5000, "🥐", "_x"]
    assert sorted(names, key=natural_key) == [
        "_x", "🥐", "2024-1", "9" * 5000, "earth", "Éclair", "edge", "Note 9", "note 10", "Z"
    ]  # fmt: skip


def test_a_folder_counts_all_that_is_below_it() -> None:
    folder = next(entry for entry in listing().entries if entry.path == "Recipes")
    assert isinstance(folder, ListedFolder)
    assert (folder.notes, folder.folders) == (4, 2)
    assert folder.attachments == {"png": 2, "base": 1, "other": 1}
    assert list(folder.attachments) == ["png", "base", "other"]


def test_the_directory_counts_all_that_is_below_it() -> None:
    found = listing()
    assert (found.notes, found.folders) == (6, 5)
    assert found.attachments == {"png": 3, "base": 1, "canvas": 1, "other": 1}


def test_without_recursive_attachments_are_named() -> None:
    assert paths(listing("Attachments")) == ["Attachments/oven.png"]
    assert {entry.depth for entry in listing("Recipes").entries} == {1}


def test_a_recursive_list_is_the_tree_of_notes_and_counts_attachments() -> None:
    found = listing(recursive=True)
    assert paths(found) == [
        "archive",
        "archive/Old.md",
        "Attachments",
        "Recipes",
        "Recipes/Sweet",
        "Recipes/Sweet/Photos",
        "Recipes/Sweet/Éclair.md",
        "Recipes/All.base",
        "Recipes/Bread 9.md",
        "Recipes/bread 10.md",
        "Recipes/Rye.md",
        "Home.md",
        "Week.canvas",
    ]
    assert [entry.depth for entry in found.entries] == [1, 2, 1, 1, 2, 3, 3, 2, 2, 2, 2, 1, 1]


def test_a_depth_means_recursive_and_ends_it() -> None:
    found = listing(depth=2)
    assert (found.recursive, found.depth) == (True, 2)
    assert "Recipes/Sweet" in paths(found)
    assert max(entry.depth for entry in found.entries) == 2
    assert found == listing(recursive=True, depth=2)


def test_excluded_files_are_listed_and_said() -> None:
    found = listing("archive")
    assert paths(found) == ["archive/Old.md"]
    assert found.remarks == ("Of these, 1 file is excluded from search by the vault's settings.",)
    assert listing("Recipes").remarks == ()


def test_an_empty_vault_has_one_empty_page() -> None:
    found = listing(vault=MemorySnapshot({}))
    assert (found.first, found.total, found.pages, found.entries) == (0, 0, 1, ())


def test_a_page_past_the_end_names_the_last() -> None:
    with pytest.raises(ToolError) as caught:
        listing("Recipes", recursive=True, depth=3, page=9, room=200)
    assert caught.value.problem.startswith("`Recipes` has ")
    assert 'vault_list(directory="Recipes", recursive=true, depth=3, page=' in caught.value.remedy
    with pytest.raises(ToolError, match=r"The vault has 1 page of this list; there is no page 2"):
        listing(page=2)


def test_a_page_that_begins_within_folders_names_these_again() -> None:
    vault = MemorySnapshot(dict.fromkeys(f"a/b/{n}.md" for n in range(10)))
    first, second, *_ = every_page(vault, 300)
    assert paths(first)[:3] == ["a", "a/b", "a/b/0.md"]
    again = second.entries[:2]
    assert all(isinstance(entry, ListedFolder) and entry.continued for entry in again)
    assert paths(second)[:2] == ["a", "a/b"]
    assert (second.first, second.total) == (len(first.entries) + 1, 12)


def test_folders_may_be_nested_deeply() -> None:
    depth = size(2000)
    vault = MemorySnapshot({"a/" * depth + "x.md": None})
    found = listing(recursive=True, room=10**7, vault=vault)
    assert (found.total, found.folders, found.notes) == (depth + 1, depth, 1)
    last = listing(recursive=True, room=100, page=depth + 1, vault=vault)
    assert (last.first, len(last.entries)) == (depth + 1, depth + 1)


@given(TREES, st.integers(60, 400), st.none() | st.integers(1, 3))
def test_every_entry_is_on_one_page_in_order(tree: list[str], room: int, depth: int | None) -> None:
    vault = MemorySnapshot(dict.fromkeys(tree))
    whole = listing(recursive=True, depth=depth, room=10**6, vault=vault)
    entries: list[ListedFile | ListedFolder] = []
    for page in every_page(vault, room, depth):
        new = [e for e in page.entries if not (isinstance(e, ListedFolder) and e.continued)]
        assert page.first == (len(entries) + 1 if new else 0)
        above = page.entries[: len(page.entries) - len(new)]
        assert all(isinstance(e, ListedFolder) and e.continued for e in above)
        assert [e.depth for e in above] == list(range(1, new[0].depth if new else 1))
        assert all(new[0].path.startswith(f"{e.path}/") for e in above)
        entries += new
    assert tuple(entries) == whole.entries
    assert whole.total == len(entries)


@given(TREES)
def test_counts_add_up(tree: list[str]) -> None:
    vault = MemorySnapshot(dict.fromkeys(tree))
    found = listing(vault=vault)
    kinds = Counter(file.kind == "note" for file in vault.files.values())
    assert found.notes == kinds[True]
    assert sum(found.attachments.values()) == kinds[False]
    folders = [entry for entry in found.entries if isinstance(entry, ListedFolder)]
    assert found.folders == sum(1 + folder.folders for folder in folders)


def test_names_that_hold_what_was_wanted_come_before_those_spelt_nearly_so() -> None:
    assert find_similar("bake", ["cake", "the bakery", "soup"]) == ["the bakery", "cake"]
    assert find_similar("rye", [f"rye {n}" for n in range(99)], 2) == ["rye 0", "rye 1"]
    assert find_similar("", ["a"]) == []
    assert find_similar("x", []) == []
