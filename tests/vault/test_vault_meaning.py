"""Notes found by what they mean: which, how they are marked, and what goes wrong."""

from __future__ import annotations

import base64
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from folders import fill
from pageful.embedding.embedder import Embedder
from pageful.embedding.prose import ProseEmbedder
from pageful.tool.context import Caller
from pageful.tool.errors import Cancelled, ToolError
from pageful.tool.options import Style
from pageful.tool.tool import Toolset
from pageful.vault.meaning import filling
from pageful.vault.meaning.passages import LONGEST, MOST, note_passages
from pageful.vault.meaning.rows_cache import RowsCache
from pageful.vault.meaning.trust import trust_in
from pageful.vault.meaning.vault_meaning import VaultMeaning
from pageful.vault.parsing.note import parse_note
from pageful.vault.results.search import Band, Search
from pageful.vault.search.searcher import search
from pageful.vault.search.term_index import TermIndex
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset
from snapshots import MemorySnapshot, parsed
from thoroughness import size

SOURDOUGH = "# Loaf\n\n## Oven\n\nThe loaf rises in the first ten minutes of heat.\n"
TEXTS = {
    "Loaf.md": SOURDOUGH,
    "Chain.md": "Put a drop of oil on every link.\n",
    "Tax.md": "The form is due at the end of May.\n",
}
QUESTION = "why does bread dough stay flat"


class OtherEmbedder(VaultMeaning):
    """The meaning of a vault by an embedder that a test has made."""

    def __init__(self, embedder: Embedder, file: Path | None = None) -> None:
        super().__init__(file=file)
        self._embedder = embedder

    @property
    def embedder(self) -> Embedder | None:
        return self._embedder


class CountingEmbedder:
    """An embedder that counts the texts that it was given: vectors of their first letters."""

    name = "letters@1"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        self.texts += texts
        vectors = np.zeros((len(texts), 26), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            row[ord(text[:1].lower() or "a") % 26] = 1
        return vectors


@cache
def _static() -> VaultMeaning:
    return VaultMeaning()


def _found(
    question: str,
    texts: dict[str, str] | MemorySnapshot,
    meaning: VaultMeaning | None = None,
    *,
    partial: bool = False,
) -> Search:
    snapshot = parsed(texts) if isinstance(texts, dict) else texts
    index = TermIndex.of(snapshot)
    meaning = meaning or VaultMeaning()
    return search(snapshot, index, question, partial=partial, meaning=meaning, caller=Caller())


def _paths(found: Search) -> list[str]:
    return [hit.path for hit in found.results]


def test_a_note_that_says_it_in_other_words_is_found_with_the_line_that_says_it() -> None:
    hit = _found(QUESTION, TEXTS).results[0]
    assert (hit.path, hit.band, hit.heading) == ("Loaf.md", Band.MEANING, "Oven")
    assert hit.snippet is not None
    assert (hit.snippet.line, hit.snippet.text) == (5, SOURDOUGH.split("\n")[4])
    assert hit.nearness is not None


def test_notes_with_all_words_come_first_and_kinds_of_hits_are_counted_apart() -> None:
    texts = {**TEXTS, "z.md": "Bread dough may stay flat. Why does it?", "some.md": "Flat dough."}
    found = _found(QUESTION, texts)
    assert _paths(found)[0] == "z.md"
    assert (found.complete, found.partial) == (1, 1)
    assert found.near == len(found.results) - 2
    assert found.total == 2 + found.near


def test_only_what_follows_is_shown_where_that_is_asked_for() -> None:
    texts = {**TEXTS, "z.md": "Bread dough may stay flat. Why does it?", "some.md": "Flat dough."}
    found = _found(QUESTION, texts, partial=True)
    assert "z.md" not in _paths(found)
    assert found.shows_partial


@pytest.mark.parametrize(
    "query",
    [
        "flat bread",
        '"stay flat" bread dough',
        "why bread dough -flat",
        "tag:#bread why dough flat",
        "[kind:bread] stay flat dough",
        "/bread|dough/ stay flat",
        "bread OR dough flat stay",
        "path:Loaf bread dough",
        "warum geht der Teig nicht auf",
        "perché il pane non lievita bene",
        "为什么 面包 不 发酵",
    ],
)
def test_operators_and_other_languages_are_answered_as_without_meaning(query: str) -> None:
    texts = {
        **TEXTS,
        "z.md": "---\nkind: bread\n---\n#bread dough may stay flat, il pane, der Teig",
    }
    snapshot = parsed(texts)
    index = TermIndex.of(snapshot)
    with_meaning = search(snapshot, index, query, meaning=_static(), caller=Caller())
    assert with_meaning == search(snapshot, index, query, caller=Caller())


def test_nothing_is_found_by_meaning_where_it_is_turned_off() -> None:
    snapshot = parsed(TEXTS)
    off = _found(QUESTION, snapshot, VaultMeaning("none"))
    assert off == search(snapshot, TermIndex.of(snapshot), QUESTION, caller=Caller())


@pytest.mark.parametrize("content", [None, b"", b"no table", b"PK\x03\x04 half of a table"])
def test_a_broken_or_missing_table_leaves_words_and_one_line(
    content: bytes | None, tmp_path: Path
) -> None:
    table = tmp_path / "prose.npz"
    if content is not None:
        table.write_bytes(content)
    texts = {**TEXTS, "some.md": "Flat dough."}
    found = _found(QUESTION, texts, OtherEmbedder(ProseEmbedder(table)))
    assert _paths(found) == ["some.md"]
    (note,) = found.notes
    assert note.startswith("By words alone, not by meaning: ")
    assert "\n" not in note


def test_the_order_is_the_same_however_files_are_listed() -> None:
    texts = {f"{number}.md": f"The loaf {number % 3} rises in the heat." for number in range(40)}
    names = list(texts)
    random.Random(3).shuffle(names)
    shuffled = {name: texts[name] for name in names}
    assert _paths(_found(QUESTION, texts)) == _paths(_found(QUESTION, shuffled))


def test_a_note_that_has_changed_is_embedded_alone() -> None:
    embedder = CountingEmbedder()
    meaning = OtherEmbedder(embedder)
    _found(QUESTION, TEXTS, meaning)
    embedder.texts.clear()
    _found(QUESTION, {**TEXTS, "Tax.md": "The form was sent.\n"}, meaning)
    assert [text for text in embedder.texts if text.startswith("Tax")] == [
        "Tax. The form was sent."
    ]
    assert not [text for text in embedder.texts if text.startswith("Chain.")]


def test_vectors_are_kept_for_the_next_start_by_the_embedder_that_made_them(
    tmp_path: Path,
) -> None:
    file = tmp_path / "cache" / "vault.passages"
    texts = {f"{number}.md": f"Note {number} of a long row." for number in range(80)}
    first = OtherEmbedder(CountingEmbedder(), file)
    _found(QUESTION, texts, first)
    first.wait()
    again, other = CountingEmbedder(), CountingEmbedder()
    _found(QUESTION, texts, OtherEmbedder(again, file))
    other.name = "letters@2"
    _found(QUESTION, texts, OtherEmbedder(other, file))
    assert not [text for text in again.texts if text.startswith("7.")]
    assert [text for text in other.texts if text.startswith("7.")]


@pytest.mark.parametrize("damage", [b"", b"pageful passages 1\n", b"x" * 5_000])
def test_a_damaged_cache_is_made_anew(damage: bytes, tmp_path: Path) -> None:
    file = tmp_path / "vault.passages"
    file.write_bytes(damage)
    assert len(RowsCache(file).load("letters@1")) == 0
    assert _found(QUESTION, TEXTS, OtherEmbedder(CountingEmbedder(), file)).results is not None


def test_a_flipped_byte_of_a_cache_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "vault.passages"
    texts = {f"{number}.md": f"Note {number} of a long row." for number in range(80)}
    meaning = OtherEmbedder(CountingEmbedder(), file)
    _found(QUESTION, texts, meaning)
    meaning.wait()
    assert len(RowsCache(file).load("letters@1")) == 80
    content = bytearray(file.read_bytes())
    content[-100] ^= 1
    file.write_bytes(content)
    assert len(RowsCache(file).load("letters@1")) == 0


def test_a_disk_that_is_full_fails_no_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pageful.files.cache_file.write", full)
    texts = {f"{number}.md": f"Note {number} of a long row." for number in range(80)}
    meaning = OtherEmbedder(CountingEmbedder(), tmp_path / "vault.passages")
    assert _found("notes of a row", texts, meaning).total
    meaning.wait()
    assert not list(tmp_path.iterdir())


def test_what_is_not_read_in_time_is_said_and_read_by_the_next_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(filling, "WALL_SECONDS", 0.0)
    meaning = OtherEmbedder(CountingEmbedder())
    found = _found(QUESTION, TEXTS, meaning)
    assert found.notes == (
        "3 notes are not read for meaning yet; the next call goes on with that.",
    )
    monkeypatch.undo()
    assert _found(QUESTION, TEXTS, meaning).notes == ()


def test_what_was_made_before_the_caller_gave_up_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "_FIRST_BATCH", 1)
    embedder, caller, snapshot = CountingEmbedder(), Caller(), parsed(TEXTS)
    meaning = OtherEmbedder(embedder)
    given_up = embedder.embed

    def embed(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        caller.cancel()
        return given_up(texts)

    monkeypatch.setattr(embedder, "embed", embed)
    with pytest.raises(Cancelled):
        meaning.of_note("Tax.md", snapshot, caller)
    near = meaning.of_note("Tax.md", snapshot, Caller())
    assert near is not None
    assert sorted(each.partition(".")[0] for each in embedder.texts) == ["Chain", "Loaf", "Tax"]


HOSTILE = {
    "one line.md": "word " * size(2_000_000),
    "emoji.md": "🥐🍞" * size(200_000),
    "base64.md": base64.b64encode(bytes(range(256)) * size(4_000)).decode(),
    "blank.md": "\n" * size(500_000),
    "headings.md": "# a\n" * size(50_000),
    "heading.md": f"# {'long ' * size(100_000)}\n" + "a line of text\n" * 1_000,
    "links.md": "[[" * size(100_000) + "[a](" * size(100_000),
    "nothing.md": "",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_note_of_any_kind_has_few_passages_of_bounded_length(name: str) -> None:
    found = note_passages("Name", HOSTILE[name], parse_note(HOSTILE[name]))
    assert 1 <= len(found) <= MOST
    assert max(len(each.text) for each in found) < 2 * LONGEST
    assert _static().embedder is not None
    _static().embedder.embed([each.text for each in found])  # type: ignore[union-attr]


@given(st.text(st.sampled_from("ab #\n[]()|!-日🥐\r`%"), max_size=400))
def test_passages_begin_at_lines_that_are_there(text: str) -> None:
    note = parse_note(text)
    found = note_passages("Name", text, note)
    lines = [each.line for each in found]
    assert lines == sorted(lines)
    assert all(1 <= line <= max(1, note.lines) for line in lines)
    assert all(len(each.text) <= 3 * LONGEST for each in found)


@pytest.mark.parametrize(
    "question",
    [
        "why bread " * size(1_000),
        "to be or not to be that is the",
        "for (int i = 0; i < n; i++) { sum += a[i]; }",
        "🥐 🍞 🥖",
        b"\\ud800 a b".decode("unicode_escape"),
        "x" * 5_000 + " y z",
    ],
)
def test_any_question_is_answered(question: str) -> None:
    assert _found(question, TEXTS, _static()).total >= 0


ENGLISH_QUESTIONS = (
    "why does my bread not rise",
    "how to caramelize",
    "what causes tides",
    "when do plants die in winter",
)
OTHER_QUESTIONS = (
    "warum geht mein Teig nicht auf",
    "perché il pane non lievita",
    "pourquoi mon pain ne lève pas",
    "por qué mi pan no sube",
    "porque o meu pão não cresce",
    "waarom rijst mijn brood niet",
    "为什么我的面包发不起来",
    "почему хлеб не поднимается",
)


@pytest.mark.parametrize("question", ENGLISH_QUESTIONS)
def test_english_questions_are_trusted(question: str) -> None:
    assert trust_in(ProseEmbedder(), question) > 0.3


@pytest.mark.parametrize("question", OTHER_QUESTIONS)
def test_questions_of_other_languages_are_left_to_words(question: str) -> None:
    assert trust_in(ProseEmbedder(), question) == 0


@pytest.fixture
def vault(tmp_path: Path) -> Toolset:
    root = tmp_path / "vault"
    notes = {
        "Loaf.md": SOURDOUGH,
        "Dough.md": "Bread dough swells with yeast, in the heat of the oven.\n",
        "Rye.md": "Rye bread dough needs an oven with much heat: [[Loaf]].\n",
        "Chain.md": "Put a drop of oil on every link.\n",
    }
    return vault_toolset(VaultSettings(vault=fill(root, notes)), Style())


def test_related_notes_are_near_in_meaning_and_not_linked(vault: Toolset) -> None:
    page = vault.call("vault_find", {"queries": ["file:Loaf"], "show": "related"}).text
    assert page.startswith(
        "1 of 4 notes; 1 near in meaning and not linked\nLoaf\n Dough:1 Bread dough"
    )
    rows = vault.call("vault_find", {"queries": ["file:Loaf"], "show": "related", "raw": True}).text
    assert "Chain.md" not in rows
    assert "Rye.md" not in rows


def test_a_topic_has_notes_that_say_it_in_other_words(vault: Toolset) -> None:
    page = vault.call("vault_about", {"topic": "why a pastry stays flat"}).text
    assert "near in meaning" in page
    assert "first ten minutes" in page


def test_related_notes_are_refused_where_meaning_is_turned_off(tmp_path: Path) -> None:
    root = fill(tmp_path / "vault", {"Loaf.md": SOURDOUGH})
    toolset = vault_toolset(VaultSettings(vault=root, embedder="none"), Style())
    answer = toolset.call("vault_find", {"queries": ["file:Loaf"], "show": "related"})
    assert answer.failed
    assert "--embedder static" in answer.text


def test_an_embedder_that_there_is_not_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="magic"):
        vault_toolset(VaultSettings(vault=tmp_path, embedder="magic"), Style())


def test_a_hit_of_a_canvas_has_no_line() -> None:
    found = note_passages("Map", "A loaf.\n\nA chain.", parse_note("A loaf."), has_lines=False)
    assert [each.line for each in found] == [0]
