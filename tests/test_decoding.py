"""What code search indexes of a file, and what a vault finds and shows of it, is one text."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.scan.source_file import BINARY, Skip, Text, read_bytes
from pageful.text.decoding import decode
from pageful.tool.errors import ToolError
from pageful.vault.reading.text_file import text_file

ENCODINGS = (
    (b"", "utf-8"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
)
WRITABLE = st.text(st.characters(exclude_categories=["Cc", "Cs"]))
FAULTY = ("größer, schöner, übermäßig\n" * 2).encode() + b"\xe9\n"


@pytest.mark.parametrize(("mark", "codec"), ENCODINGS)
@given(text=WRITABLE)
def test_a_text_is_the_same_in_both_families(mark: bytes, codec: str, text: str) -> None:
    content = mark + text.encode(codec)
    indexed = read_bytes("note.md", content)
    assert isinstance(indexed, Text)
    shown = text_file("note.md", content).text.removeprefix("\ufeff")
    assert indexed.text == shown == decode(content).text.removeprefix("\ufeff")
    assert shown == text.removeprefix("\ufeff" if not mark else "")


def test_a_fault_in_utf_8_is_marked_in_both_families() -> None:
    indexed = read_bytes("note.md", FAULTY)
    assert isinstance(indexed, Text)
    assert indexed.text == text_file("note.md", FAULTY).text == FAULTY.decode(errors="replace")


@given(st.binary(max_size=40), st.sampled_from([mark for mark, _ in ENCODINGS]))
def test_what_a_vault_takes_for_binary_is_never_indexed(rest: bytes, mark: bytes) -> None:
    content = mark + rest
    try:
        text_file("data.bin", content)
    except ToolError:
        skipped = read_bytes("data.bin", content)
        assert isinstance(skipped, Skip)
        assert skipped.reason == BINARY
