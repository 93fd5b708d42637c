"""A link leads to the file that Obsidian opens for it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.vault.snapshot.link_targets import LinkTargets


def target(files: Sequence[str], link: str, source: str = "Source.md") -> str | None:
    return LinkTargets(files).resolve(link, source)


def test_md_may_be_left_out() -> None:
    assert target(["Note.md"], "Note") == "Note.md"
    assert target(["Note.md"], "Note.md") == "Note.md"
    assert target(["v1.2.md"], "v1.2") == "v1.2.md"


def test_an_attachment_needs_its_extension() -> None:
    files = ["img/a.png", "Board.canvas"]
    assert target(files, "a.png") == "img/a.png"
    assert target(files, "a") is None
    assert target(files, "Board.canvas") == "Board.canvas"
    assert target(files, "Board") is None


def test_the_very_name_goes_before_the_one_with_md() -> None:
    assert target(["x/a.png", "a.png.md"], "x/a.png") == "x/a.png"
    assert target(["b/a.png", "c/a.png.md"], "a.png") == "b/a.png"


def test_case_does_not_matter() -> None:
    assert target(["Folder/Note.md"], "folder/NOTE") == "Folder/Note.md"
    assert target(["Folder/ÉTÉ.md"], "été") == "Folder/ÉTÉ.md"


def test_the_same_case_goes_first() -> None:
    assert target(["note.md", "Note.md"], "Note") == "Note.md"
    assert target(["note.md", "Note.md"], "note") == "note.md"


def test_the_exact_path_goes_before_the_folder_of_the_note() -> None:
    files = ["Note.md", "a/Note.md"]
    assert target(files, "Note", "a/Source.md") == "Note.md"
    assert target(["b/Note.md", "a/b/Note.md"], "b/Note", "a/Source.md") == "b/Note.md"


def test_the_folder_of_the_note_goes_before_the_shortest_path() -> None:
    files = ["x/Note.md", "long/folder/Note.md"]
    assert target(files, "Note", "long/folder/Source.md") == "long/folder/Note.md"
    assert target(files, "Note", "long/Source.md") == "x/Note.md"


def test_the_shortest_path_that_ends_so_is_meant() -> None:
    files = ["one/two/Note.md", "three/Note.md", "one/two/three/Note.md"]
    assert target(files, "Note") == "three/Note.md"
    assert target(files, "two/Note") == "one/two/Note.md"


def test_of_paths_of_one_length_the_first_by_alphabet_is_meant() -> None:
    assert target(["b/Note.md", "a/Note.md", "c/Note.md"], "Note") == "a/Note.md"


def test_a_path_ends_at_a_whole_name() -> None:
    assert target(["My Note.md", "a/xb/c.md"], "Note") is None
    assert target(["a/xb/c.md"], "b/c") is None


def test_a_slash_in_front_counts_from_the_vault() -> None:
    files = ["a/Note.md", "b/Note.md", "Note.md"]
    assert target(files, "/b/Note", "a/Source.md") == "b/Note.md"
    assert target(["a/Note.md"], "/Note", "a/Source.md") is None


def test_dots_count_from_the_folder_of_the_note() -> None:
    files = ["Note.md", "a/Note.md", "a/b/Note.md"]
    assert target(files, "./Note", "a/Source.md") == "a/Note.md"
    assert target(files, "../Note.md", "a/Source.md") == "Note.md"
    assert target(files, "../../a/b/../Note", "a/b/Source.md") == "a/Note.md"
    assert target(files, "./Missing", "a/Source.md") is None


def test_dots_do_not_lead_out_of_the_vault() -> None:
    assert target(["Note.md"], "../Note", "Source.md") is None
    assert target(["Note.md"], "../../../Note", "a/Source.md") is None


def test_no_target_is_the_note_itself() -> None:
    assert target(["a/Source.md"], "", "a/Source.md") == "a/Source.md"
    assert target(["a/Source.md"], "", "gone.md") is None


def test_spaces_around_a_target_do_not_count() -> None:
    assert target(["Note.md"], " Note ") == "Note.md"
    assert target(["a b.md"], "a\u00a0b") == "a b.md"


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_composed_and_decomposed_names_are_the_same(form: str) -> None:
    name = unicodedata.normalize(form, "Zoë/Café.md")  # type: ignore[arg-type]
    for other in ("NFC", "NFD"):
        link = unicodedata.normalize(other, "Café")
        assert target([name], link) == name


def test_an_alias_is_no_name() -> None:
    assert target(["Note.md"], "Alias") is None


@pytest.mark.parametrize("link", ["/", "./", "..", "../", "a//", "\0", "\udc80", "x" * 10_000])
def test_what_names_nothing_leads_to_nothing(link: str) -> None:
    assert target(["Note.md", "a/b.md"], link) is None


NAMES = st.sampled_from(["a", "A", "b", "a.md", "A.md", "b.md", "é.md", "E\u0301.md", "c.png", "c"])
FILES = st.lists(st.lists(NAMES, min_size=1, max_size=4).map("/".join), max_size=12, unique=True)
PREFIXES = st.sampled_from(["", "", "", "/", "./", "../"])
TARGETS = st.tuples(PREFIXES, st.lists(NAMES, max_size=3).map("/".join)).map("".join)


def same(path: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).lower())


def ranked(files: Sequence[str]) -> list[str]:
    return sorted(files, key=lambda path: (len(path), path))


def first_at(files: Sequence[str], place: str) -> str | None:
    for name in (place, f"{place}.md"):
        for path in ([name] if name in files else []) + ranked(files):
            if same(path) == same(name):
                return path
    return None


def first_ending(files: Sequence[str], place: str) -> str | None:
    for name in (place, f"{place}.md"):
        for path in ranked(files):
            if same(f"/{path}").endswith(same(f"/{name}")):
                return path
    return None


def from_folder(folder: Sequence[str], link: str) -> str | None:
    parts = list(folder)
    for part in link.split("/"):
        if part == ".." and not parts:
            return None
        if part == "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def obvious(files: Sequence[str], link: str, source: str) -> str | None:
    """The rules once more, without any index."""
    folder = source.split("/")[:-1]
    if not link:
        return source if source in files else None
    if link.startswith("/"):
        return first_at(files, link.lstrip("/"))
    if link.startswith("."):
        place = from_folder(folder, link)
        return None if place is None else first_at(files, place)
    beside = "/".join([*folder, link])
    return first_at(files, link) or first_at(files, beside) or first_ending(files, link)


@settings(deadline=None)
@given(files=FILES, links=st.lists(TARGETS, max_size=5), source=FILES)
def test_an_index_finds_what_the_rules_say(
    files: list[str], links: list[str], source: list[str]
) -> None:
    targets = LinkTargets(files)
    for link in links:
        for place in [*source, *files, ""]:
            assert targets.resolve(link, place) == obvious(files, link, place)


@settings(deadline=None)
@given(files=FILES, link=st.text(max_size=20), source=st.text(max_size=10))
def test_whatever_the_link_it_leads_to_a_file_or_to_nothing(
    files: list[str], link: str, source: str
) -> None:
    assert target(files, link, source) in {None, *files}


def test_many_files_of_one_name_are_not_looked_through_for_each_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = [f"{number:05}/index.md" for number in range(20_000)]
    targets = LinkTargets(files)
    scanned_at = 0
    ending = LinkTargets._paths_ending

    def counted(self: LinkTargets, name: str) -> object:
        nonlocal scanned_at
        for path in ending(self, name):
            scanned_at += 1
            yield path

    monkeypatch.setattr(LinkTargets, "_paths_ending", counted)
    for number in range(1000):
        assert targets.resolve(f"x{number}/index", "Source.md") is None
        assert targets.resolve("index", f"{number}/Source.md") == "00000/index.md"
    assert scanned_at <= len(files)
