"""The words of a vault: which notes hold a string, from one snapshot to the next."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.text.folding import fold_text
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.search.term_index import TermIndex
from snapshots import MemorySnapshot, parsed
from thoroughness import examples, size

_PIECES = (
    *(
        "a",
        "b",
        "ab",
        "Ab",
        "é",
        "ß",
        "İ",
        "c#",
        "_",
        "-",
        " ",
        "\n",
        "1",
        ".",
        "知",
        "识",
        "知识管理",
    ),
    *("ひ", "ไท", "हि", "न्दी", "🍀", "👩‍👩‍👧", "\u0301", "\ud800", "Σς", "й", "ㄱ", "ﬁ"),
)
_TEXTS = st.lists(st.sampled_from(_PIECES), max_size=12).map("".join)
_PATHS = st.sampled_from([f"{name}.md" for name in "abcdefgh"])
_CHANGES = st.lists(st.dictionaries(_PATHS, st.none() | _TEXTS, max_size=6), min_size=1, max_size=6)


def _term_index(texts: dict[str, str]) -> TermIndex:
    return TermIndex.of(parsed(texts))


def _with(sought: str, texts: dict[str, str]) -> frozenset[str]:
    return frozenset(path for path, text in texts.items() if sought in fold_text(text))


@given(_CHANGES, st.lists(_TEXTS, min_size=1, max_size=6))
@settings(max_examples=examples(300), deadline=None)
def test_a_string_is_found_in_just_the_notes_that_hold_it_whatever_changed_before(
    changes: list[dict[str, str | None]], strings: list[str]
) -> None:
    notes: dict[str, Note | None] = {}
    texts: dict[str, str] = {}
    term_index: TermIndex | None = None
    for change in changes:
        for path, text in change.items():
            notes.pop(path, None)
            texts.pop(path, None)
            if text is not None:
                notes[path], texts[path] = Note(1), text
        term_index = TermIndex.of(MemorySnapshot(notes, texts=texts), term_index)
        for sought in filter(None, map(fold_text, strings)):
            assert term_index.notes_with(sought) == _with(sought, texts)


@given(st.dictionaries(_PATHS, _TEXTS, min_size=1), st.data())
@settings(max_examples=examples(200), deadline=None)
def test_every_part_of_a_note_is_found(texts: dict[str, str], data: st.DataObject) -> None:
    text = fold_text(data.draw(st.sampled_from(sorted(texts.values()))))
    begin, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    if sought := text[begin:end]:
        assert _term_index(texts).notes_with(sought) == _with(sought, texts)


@pytest.mark.parametrize(
    "sought", ["ai", "c#", "日本語", "本", "🍀", "cafe", "strasse", "note-taking", "of the", "हि"]
)
def test_words_of_any_script_and_length_are_found(sought: str) -> None:
    text = "Said of the AI: C# and Café, 日本語です, 🍀, Straße, note-taking, हिन्दी."
    assert _term_index({"a.md": text, "b.md": "x"}).notes_with(sought) == {"a.md"}


def test_what_a_note_is_called_is_no_text_of_it() -> None:
    term_index = _term_index({"garden.md": "# Rain\n", "b.md": "a garden"})
    assert term_index.notes_with("garden") == {"b.md"}


def test_attachments_have_a_place_and_no_text() -> None:
    term_index = _term_index({"picture.png": "", "a.md": "text"})
    assert term_index.notes_with("picture") == frozenset()
    assert set(term_index.doc_ids) == {"picture.png", "a.md"}


def test_only_what_changed_is_read_again() -> None:
    texts = {f"{number}.md": f"word{number}" for number in range(100)}
    before = TermIndex.of(first := parsed(texts))
    changed = {**texts, "7.md": "other"}
    read: list[str] = []

    class Watched(MemorySnapshot):
        def text(self, path: str) -> str:
            read.append(path)
            return super().text(path)

    notes: dict[str, Note | None] = {**first.notes, "7.md": Note(1)}
    after = TermIndex.of(Watched(notes, texts=changed), before)
    assert read == ["7.md"]
    assert after.notes_with("other") == {"7.md"}
    assert after.notes_with("word7") == {f"7{digit}.md" for digit in "0123456789"}


def test_many_small_changes_leave_few_layers() -> None:
    notes: dict[str, Note | None] = {f"{number}.md": Note(1) for number in range(200)}
    texts = dict.fromkeys(notes, "word")
    term_index = TermIndex.of(MemorySnapshot(notes, texts=texts))
    for number in range(150):
        notes = {**notes, f"{number}.md": Note(1)}
        term_index = TermIndex.of(MemorySnapshot(notes, texts=texts), term_index)
    assert len(term_index.layers) <= 8
    assert len(term_index.notes_with("word")) == 200


def test_a_lexicon_of_the_same_moment_reads_nothing() -> None:
    snapshot = parsed({"a.md": "text"})
    before = TermIndex.of(snapshot)
    assert [a.segment for a in TermIndex.of(snapshot, before).layers] == [
        b.segment for b in before.layers
    ]


def test_an_empty_vault_holds_nothing() -> None:
    assert _term_index({}).notes_with("x") == frozenset()


def test_indexing_stops_when_the_caller_gives_up() -> None:
    caller = Caller()
    caller.cancel()
    with pytest.raises(Cancelled):
        TermIndex.of(parsed({"a.md": "text"}), None, caller)


@pytest.mark.parametrize(
    "text",
    [
        "a" * size(1_000_000),
        "[[" * size(500_000),
        "知" * size(300_000),
        "\0" * 1000,
        "\ud800" * 1000,
        "🍀" * 9,
    ],
    ids=lambda text: ascii(text[:8]),
)
def test_hostile_texts_are_indexed(text: str) -> None:
    term_index = TermIndex.of(MemorySnapshot({"a.md": Note(1)}, texts={"a.md": text}))
    assert term_index.notes_with(text[:2]) == {"a.md"}
    assert term_index.notes_with("zz") == frozenset()
    assert sys.getsizeof(term_index.layers[0].segment.columns.words.data) < 2 * len(text) + 1000
