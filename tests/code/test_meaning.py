"""The semantic side of an index: whose vectors it has, and what happens when they can't be had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from ollama_server import serving
from pageful.code.embedding.static import StaticEmbedder
from pageful.code.results.indexing import Status
from pageful.code.results.search import Search
from pageful.code.store.reader import IndexReader
from pageful.code.store.sqlite.index import SqliteIndex
from pageful.code.workspace import Workspace
from pageful.embedding import choosing, ollama
from pageful.tool.context import Caller
from repositories import SHOP, write


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(ollama, "PAUSE", 0.0)
    with serving() as served:
        monkeypatch.setenv("OLLAMA_HOST", served.host)
        yield served.host


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write(tmp_path / "shop", SHOP)


def workspace(shop: Path, embedder: str) -> Workspace:
    # As in a new process, which looks anew where Ollama is.
    choosing.choose_embedder.cache_clear()
    return Workspace.of([shop], shop.parent / "data", embedder)


def search(shop: Path, embedder: str, query: str = "signing in of customers") -> Search:
    return workspace(shop, embedder).search(query, Caller())


def embedder(shop: Path) -> str:
    return workspace(shop, "none").status(None, Caller()).embedder


def test_the_index_records_whose_vectors_it_has(shop: Path) -> None:
    search(shop, "static")

    assert embedder(shop).startswith("static@")


def test_another_embedder_embeds_everything_again(shop: Path, server: str) -> None:
    search(shop, "static")

    found = search(shop, "ollama:nomic-embed-text")

    assert embedder(shop).startswith("ollama:nomic-embed-text")
    assert not found.notes


def test_vectors_missing_from_an_index_are_filled_by_the_next_search(shop: Path) -> None:
    search(shop, "none")

    found = search(shop, "static")

    assert not found.notes
    assert embedder(shop).startswith("static@")


def test_vectors_made_later_are_those_made_at_once(shop: Path, tmp_path: Path) -> None:
    search(shop, "none")
    later = search(shop, "static")

    other = Workspace.of([shop], tmp_path / "other", "static")

    assert later.results == other.search("signing in of customers", Caller()).results


def test_a_query_is_embedded_before_the_index_is_read(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search(shop, "static")
    embed, read = StaticEmbedder.embed, SqliteIndex.reading
    reading, asked = [False], []

    @contextmanager
    def watched(index: SqliteIndex) -> Iterator[IndexReader]:
        reading[0] = True
        with read(index) as reader:
            yield reader
        reading[0] = False

    def embedded(own: StaticEmbedder, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        asked.append(reading[0])
        return embed(own, texts)

    monkeypatch.setattr(SqliteIndex, "reading", watched)
    monkeypatch.setattr(StaticEmbedder, "embed", embedded)
    search(shop, "static")
    search(shop, "static", "SessionStore")

    assert asked == [False]  # and a name is not embedded at all


def test_a_change_is_embedded_with_the_rest(shop: Path) -> None:
    search(shop, "static")
    write(shop, {"a.py": "def purchase(): ..."})

    found = search(shop, "static", "purchase")

    assert found.results[0].file_path == "a.py"
    assert not found.notes


@pytest.mark.slow
def test_vectors_outlive_the_merging_of_segments(shop: Path, tmp_path: Path) -> None:
    for number in range(40):
        write(shop, {f"step_{number}.py": f"def step_{number}(): return {number}\n"})
        search(shop, "static")

    merged = search(shop, "static")
    anew = Workspace.of([shop], tmp_path / "other", "static")

    assert not merged.notes
    assert merged.results == anew.search("signing in of customers", Caller()).results


def test_without_its_embedder_a_search_goes_by_words_and_says_so(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ollama, "PAUSE", 0.0)
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")

    found = search(shop, "ollama:nomic-embed-text", "authenticate_user")

    assert found.results[0].file_path == "src/auth/login.py"
    assert found.notes[0].startswith("This is searched by words alone. ")


def test_indexing_without_the_embedder_is_partial_and_mended_later(
    shop: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    partial = workspace(shop, "ollama:nomic-embed-text").index(shop, None, Caller(), force=False)
    monkeypatch.setenv("OLLAMA_HOST", server)
    mended = workspace(shop, "ollama:nomic-embed-text").index(shop, None, Caller(), force=False)

    assert partial.status is Status.PARTIAL
    assert partial.files_indexed == len(SHOP)
    assert "vectors" in partial.errors[0]
    assert (mended.status, mended.files_indexed) == (Status.SUCCESS, 0)
    assert not search(shop, "ollama:nomic-embed-text").notes
