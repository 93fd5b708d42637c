"""The index of words, kept for the next start."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful.vault.parsing.parsed_note import Note
from pageful.vault.search import term_index_cache as lexicon_cache
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.term_index_cache import TermIndexCache
from snapshots import MemorySnapshot, parsed

_TEXTS = {f"{number}.md": f"# Head {number}\n\nword{number} 知识 🍀" for number in range(100)}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "vault.words"


def _keep(file: Path, texts: dict[str, str]) -> None:
    snapshot = parsed(texts)
    cache = TermIndexCache(file)
    cache.keep(TermIndex.of(snapshot), snapshot)
    cache.wait()


def test_what_was_kept_is_used(file: Path) -> None:
    _keep(file, _TEXTS)
    snapshot = parsed(_TEXTS)
    before = TermIndexCache(file).load(snapshot)
    assert before is not None
    after = TermIndex.of(snapshot, before)
    assert [layer.segment for layer in after.layers] == [before.layers[0].segment]
    for sought in ("word7", "知识", "🍀", "head"):
        assert after.notes_with(sought) == TermIndex.of(snapshot).notes_with(sought)


def test_what_has_changed_since_is_indexed_again(file: Path) -> None:
    _keep(file, _TEXTS)
    texts = {**_TEXTS, "7.md": "other", "new.md": "other"}
    del texts["8.md"]
    snapshot = parsed(texts)
    term_index = TermIndex.of(snapshot, TermIndexCache(file).load(snapshot))
    assert term_index.notes_with("other") == {"7.md", "new.md"}
    assert term_index.notes_with("word8") == {f"8{digit}.md" for digit in "0123456789"}


def test_a_note_whose_names_are_read_in_another_way_is_indexed_again(file: Path) -> None:
    _keep(file, _TEXTS)
    notes: dict[str, Note | None] = {**parsed(_TEXTS).notes, "7.md": Note(3, aliases=("So",))}
    snapshot = MemorySnapshot(notes, texts=_TEXTS)
    layer = (TermIndexCache(file).load(snapshot) or TermIndex([], {})).layers[0]
    assert [path for path in layer.paths if path not in layer.living_paths()] == ["7.md"]


@pytest.mark.parametrize("at", [0, 20, 60, -1])
def test_a_damaged_file_is_dropped(file: Path, at: int) -> None:
    _keep(file, _TEXTS)
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)
    assert TermIndexCache(file).load(parsed(_TEXTS)) is None
    file.write_bytes(data[: len(data) // 2])
    assert TermIndexCache(file).load(parsed(_TEXTS)) is None


def test_what_other_code_has_written_is_dropped(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _keep(file, _TEXTS)
    monkeypatch.setattr(lexicon_cache, "_code", lambda: b"other")
    assert TermIndexCache(file).load(parsed(_TEXTS)) is None


def test_without_a_file_nothing_is_kept(tmp_path: Path) -> None:
    snapshot = parsed(_TEXTS)
    for cache in (TermIndexCache(None), TermIndexCache(tmp_path / "missing")):
        assert cache.load(snapshot) is None
    TermIndexCache(None).keep(TermIndex.of(snapshot), snapshot)


def test_few_files_are_not_worth_keeping(file: Path) -> None:
    _keep(file, {"a.md": "x"})
    assert not file.exists()


def test_a_directory_that_cannot_be_written_to_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    _keep(tmp_path / "taken" / "vault.words", _TEXTS)


def test_the_same_is_written_once(file: Path) -> None:
    snapshot = parsed(_TEXTS)
    cache = TermIndexCache(file)
    term_index = TermIndex.of(snapshot)
    cache.keep(term_index, snapshot)
    cache.wait()
    file.unlink()
    cache.keep(term_index, snapshot)
    cache.wait()
    assert not file.exists()
