"""A file is read to the letter, and its pages together are its text."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from pageful.tool.errors import ToolError
from pageful.vault.parsing.lines import split_lines
from pageful.vault.parsing.parsed_note import Link, Note, Tag
from pageful.vault.paths.paths import VaultPaths
from pageful.vault.reading.note_text import NoteText
from pageful.vault.reading.text_pages import text_pages
from pageful.vault.results.reading import Reading
from pageful.vault.snapshot.times import iso_8601
from snapshots import MemorySnapshot

LINES = st.lists(
    st.tuples(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0"), max_size=40),
        st.sampled_from(["\n", "\r\n", "\r"]),
    )
)
TEXTS = st.builds(
    lambda lines, rest: "".join(line + end for line, end in lines) + rest,
    LINES,
    st.text(st.sampled_from("aé👩‍👩‍👧\u0301 \r\n"), max_size=60),
)
Reads = Callable[..., Reading]


def reading_in(directory: Path) -> Reads:
    def reads(content: str | bytes, page: int = 1, room: int = 1000, **more: object) -> Reading:
        name = str(more.get("name", "a.md"))
        note = more.get("note", Note(lines=0))
        assert isinstance(note, Note)
        data = content.encode() if isinstance(content, str) else content
        (directory / name).write_bytes(data)
        snapshot = MemorySnapshot({name: note if name.endswith(".md") else None})
        paths = VaultPaths(directory, follow_outside=False)
        return NoteText.of(snapshot, paths, name, backlinks=3).page(page, room=room)

    return reads


@pytest.fixture
def reads(tmp_path: Path) -> Reads:
    return reading_in(tmp_path)


def all_pages(reads: Reads, content: str, room: int) -> list[Reading]:
    first = reads(content, 1, room)
    return [first, *(reads(content, page, room) for page in range(2, first.pages + 1))]


def test_a_note_that_fits_is_one_page(reads: Reads) -> None:
    found = reads("one\ntwo\n")
    assert (found.content, found.page, found.pages) == ("one\ntwo\n", 1, 1)
    assert (found.first_line, found.last_line, found.lines) == (1, 2, 2)
    assert (found.first_character, found.last_character, found.characters) == (0, 0, 0)
    assert (found.size, found.backlinks, found.notes) == (8, 3, ())


def test_the_properties_aliases_tags_and_links_come_from_the_moment(reads: Reads) -> None:
    note = Note(
        lines=3,
        properties={"rating": 5},
        aliases=("Rosa",),
        tags=(Tag("bread", 0), Tag("idea", 2), Tag("bread", 3)),
        links=(Link("b"), Link("b")),
    )
    found = reads("text", note=note)
    assert (found.properties, found.aliases) == ({"rating": 5}, ("Rosa",))
    assert (found.tags, found.links) == (("bread", "idea"), 2)


def test_properties_that_can_not_be_read_are_said(reads: Reads) -> None:
    found = reads("---\na: b: c\n---\n", note=Note(lines=3, broken="line 2: a colon too many"))
    assert found.notes == ("The properties can't be read: line 2: a colon too many",)


def test_what_the_moment_does_not_know_is_read_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "new.md").write_text("fresh")
    paths = VaultPaths(tmp_path, follow_outside=False)
    found = NoteText.of(MemorySnapshot({}), paths, "new.md", backlinks=0).page(1, room=100)
    assert (found.content, found.modified) == ("fresh", "")


def test_a_long_note_comes_in_pages_of_whole_lines(reads: Reads) -> None:
    pages = all_pages(reads, "".join(f"line {n:02}\n" for n in range(1, 11)), 25)
    assert [(page.first_line, page.last_line) for page in pages] == [
        (1, 3), (4, 6), (7, 9), (10, 10)
    ]  # fmt: skip
    assert {page.pages for page in pages} == {4}
    assert {page.lines for page in pages} == {10}


def test_a_line_longer_than_a_page_is_cut_between_characters(reads: Reads) -> None:
    pages = all_pages(reads, "short\n" + "x" * 25 + "\r\nend", 10)
    assert [page.content for page in pages] == [
        "short\n",
        "x" * 10,
        "x" * 10,
        "x" * 5 + "\r\n",
        "end",
    ]
    assert [(page.first_character, page.last_character) for page in pages] == [
        (0, 0), (1, 10), (11, 20), (21, 25), (0, 0)
    ]  # fmt: skip
    assert [(page.first_line, page.last_line) for page in pages] == [
        (1, 1), (2, 2), (2, 2), (2, 2), (3, 3)
    ]  # fmt: skip
    assert [page.characters for page in pages] == [0, 25, 25, 25, 0]


def test_a_long_line_is_not_cut_within_a_grapheme(reads: Reads) -> None:
    family, flag, accented = "👩‍👩‍👧", "🇨🇭", "e\u0301"
    content = (family + flag + accented) * 10
    pages = all_pages(reads, content, 12)
    clusters = [len(regex.findall(r"\X", page.content)) for page in pages]
    assert sum(clusters) == 30
    assert "".join(page.content for page in pages) == content


def test_a_grapheme_larger_than_a_page_is_cut_nevertheless(reads: Reads) -> None:
    content = "a" + "\u0301" * 1000
    pages = all_pages(reads, content, 100)
    assert [len(page.content) for page in pages] == [100] * 10 + [1]


@given(TEXTS, st.integers(8, 60))
def test_the_pages_of_a_note_are_its_text(text: str, room: int) -> None:
    with tempfile.TemporaryDirectory() as directory:
        pages = all_pages(reading_in(Path(directory)), text, room)
    assert "".join(page.content for page in pages) == text
    assert all(len(page.content) <= room for page in pages)
    assert all(page.content for page in pages) or not text
    lines = split_lines(text)
    for page in pages:
        assert page.lines == len(lines)
        if not page.characters:
            assert split_lines(page.content) == lines[max(page.first_line - 1, 0) : page.last_line]
            continue
        assert page.first_line == page.last_line
        line = lines[page.first_line - 1]
        part = line[page.first_character - 1 : page.last_character]
        assert re.sub("[\r\n]+\\Z", "", page.content) == part
        assert 1 <= page.first_character <= page.last_character <= page.characters == len(line)


@given(TEXTS, st.integers(8, 60))
def test_a_page_is_as_full_as_whole_lines_make_it(text: str, room: int) -> None:
    pages = list(text_pages(text, room))
    for page, following in pairwise(pages):
        if not page.is_partial and not following.is_partial:
            (next_line, *_) = re.findall("[^\r\n]*(?:\r\n?|\n|\\Z)", text[following.start :])
            assert page.end - page.start + len(next_line) > room


def test_an_end_of_two_characters_is_never_parted(reads: Reads) -> None:
    pages = all_pages(reads, "1234567\r\n" * 3, 8)
    assert [page.content for page in pages][:2] == ["123456", "7\r\n"]
    pages = all_pages(reads, "123456\r\n" * 3, 9)
    assert [page.content for page in pages] == ["123456\r\n"] * 3


def test_an_empty_file_is_a_page_without_lines(reads: Reads) -> None:
    found = reads("")
    assert (found.content, found.pages, found.lines) == ("", 1, 0)
    assert (found.first_line, found.last_line) == (0, 0)


def test_ends_of_lines_and_a_byte_order_mark_stay(reads: Reads) -> None:
    content = "\ufeffone\r\ntwo\rthree\n\n"
    found = reads(content)
    assert (found.content, found.lines) == (content, 4)


def test_a_page_past_the_end_names_the_last(reads: Reads) -> None:
    with pytest.raises(ToolError) as caught:
        reads("line\n" * 10, 9, 25)
    assert caught.value.problem == "`a.md` has 2 pages; there is no page 9."
    assert caught.value.remedy == 'The last page is vault_read(path="a.md", page=2).'


def test_the_only_page_is_named_without_a_number(reads: Reads) -> None:
    with pytest.raises(ToolError) as caught:
        reads("line", 2)
    assert caught.value.problem == "`a.md` has 1 page; there is no page 2."
    assert caught.value.remedy == 'The last page is vault_read(path="a.md").'


def test_bytes_that_are_no_utf_8_are_shown_and_counted(reads: Reads) -> None:
    found = reads(b"caf\xe9 \xff\xff!\n")
    assert found.content == "caf� ��!\n"
    assert found.notes == ("3 bytes are not UTF-8; � stands in the place.",)
    assert reads(b"caf\xe9").notes == ("1 byte is not UTF-8; � stands in the place.",)


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_wide_encoding_is_read_by_its_byte_order_mark(reads: Reads, codec: str) -> None:
    found = reads("\ufeffBrötchen 🥐\n".encode(codec))
    assert found.content == "Brötchen 🥐\n"
    assert found.notes == (
        f"The file is encoded in {codec[:6].upper()}; it is shown without its mark.",
    )


def test_broken_utf_16_leaves_no_lone_surrogates(reads: Reads) -> None:
    assert reads(b"\xff\xfea\x00\x00\xd8b\x00").content == "a�b"


@pytest.mark.parametrize("name", ["b.canvas", "b.base", "b.csv", "style.css", "LICENSE"])
def test_any_text_file_can_be_read(reads: Reads, name: str) -> None:
    assert reads("a,b\n1,2\n", name=name).content == "a,b\n1,2\n"


def test_a_binary_file_is_refused_with_its_kind_and_size(reads: Reads) -> None:
    with pytest.raises(ToolError) as caught:
        reads(b"\x89PNG\r\n\x1a\n" + b"\0" * 2000, name="oven.png")
    assert caught.value.problem == "`oven.png` is a binary file (PNG) of 2.0 KB, and no text."
    assert 'vault_search(query="\\"oven.png\\"")' in caught.value.remedy


@pytest.mark.parametrize("content", [b"a\0b", b"%PDF-1.7\n"])
def test_what_holds_nulls_is_binary_and_so_is_a_pdf(reads: Reads, content: bytes) -> None:
    with pytest.raises(ToolError, match="`data` is a binary file of "):
        reads(content, name="data")


@given(st.binary(max_size=300), st.integers(8, 50))
def test_any_bytes_are_read_or_refused(content: bytes, room: int) -> None:
    with tempfile.TemporaryDirectory() as directory:
        try:
            found = reading_in(Path(directory))(content, 1, room)
        except ToolError:
            return
    found.content.encode()


def test_times_are_iso_8601_in_utc() -> None:
    assert iso_8601(1_714_545_000_999_999_999) == "2024-05-01T06:30:00Z"
    assert iso_8601(-1) == "1969-12-31T23:59:59Z"
    assert iso_8601(10**30) == "9999-12-31T23:59:59Z"
    assert iso_8601(-(10**30)) == "0001-01-01T00:00:00Z"
