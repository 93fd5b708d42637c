"""Embedding with Ollama, against a server on the loopback that answers as one would."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import numpy as np
import pytest

from ollama_server import Served, serving
from pageful.embedding import ollama
from pageful.embedding.ollama import OllamaEmbedder
from pageful.tool.errors import ToolError


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(ollama, "PAUSE", 0.0)
    with serving() as served:
        yield served


def embedder(server: Served, **options: float) -> OllamaEmbedder:
    return OllamaEmbedder("nomic-embed-text", server.host, **options)


def test_each_text_has_its_vector_of_unit_length(server: Served) -> None:
    vectors = embedder(server).embed(["a", "bbb"])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(vectors[:, 0] / vectors[:, 1], [1, 3], atol=1e-5)


def test_many_texts_are_sent_in_batches(server: Served) -> None:
    assert len(embedder(server).embed(["x"] * 70)) == 70
    assert server.batches == [32, 32, 6]


def test_blank_texts_are_zero_and_not_sent(server: Served) -> None:
    vectors = embedder(server).embed(["", "x", " \n"])
    assert [bool(row.any()) for row in vectors] == [False, True, False]
    assert server.batches == [1]


def test_only_blank_texts_have_zero_vectors_of_the_models_length(server: Served) -> None:
    assert embedder(server).embed([" "]).shape == (1, 3)
    assert embedder(server).embed([]).shape == (0, 3)


def test_a_server_under_load_is_asked_for_less_and_nothing_is_lost(server: Served) -> None:
    server.most = 5
    vectors = embedder(server).embed(["x" * (i + 1) for i in range(40)])
    np.testing.assert_allclose(vectors[:, 0] / vectors[:, 1], np.arange(1, 41), rtol=1e-4)


def test_a_server_that_stays_overloaded_is_given_up(server: Served) -> None:
    server.failures = 100
    with pytest.raises(ToolError, match=r"status 503: .*busy"):
        embedder(server).embed(["x"])
    assert server.batches == [1, 1, 1]


def test_a_text_alone_is_tried_again(server: Served) -> None:
    server.failures = 2
    assert embedder(server).embed(["x"]).any()


def test_a_refusal_is_not_tried_again(server: Served) -> None:
    server.failures, server.status = 9, 400
    with pytest.raises(ToolError, match="status 400"):
        embedder(server).embed(["x"])
    assert server.batches == [1]


def test_a_late_answer_is_said_to_be_late(server: Served) -> None:
    server.delay = 1.0
    with pytest.raises(ToolError, match="in time"):
        embedder(server, patience=0.05).embed(["x"])


def test_a_late_list_of_models_is_said_to_be_late(server: Served) -> None:
    server.delay = 1.0
    with pytest.raises(ToolError, match="in time"):
        _ = embedder(server, patience=0.05).name


def test_a_missing_model_says_how_to_get_it(server: Served) -> None:
    missing = OllamaEmbedder("bge-m3", server.host)
    with pytest.raises(ToolError, match="no model 'bge-m3'") as told:
        missing.embed(["x"])
    assert "ollama pull bge-m3" in told.value.remedy
    with pytest.raises(ToolError, match="no model 'bge-m3'"):
        _ = missing.name


def test_no_server_says_how_to_start_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = OllamaEmbedder("m", f"127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(ToolError, match="can't be reached") as told:
            nobody.embed(["x"])
    assert "ollama serve" in told.value.remedy


@pytest.mark.parametrize(
    "raw", [b"", b"<html>", b"[]", b"{}", b'{"embeddings": [[]]}', b'{"embeddings": [["a"]]}']
)
def test_nonsense_is_said_to_be_nonsense(server: Served, raw: bytes) -> None:
    server.raw = raw
    with pytest.raises(ToolError, match="did not answer with"):
        embedder(server).embed(["x"])


def test_the_name_tells_the_models_version(server: Served) -> None:
    assert embedder(server).name == "ollama:nomic-embed-text@0123456789ab"
    server.digest = "fedcba9876543210"
    assert embedder(server).name == "ollama:nomic-embed-text@fedcba987654"


def test_ollama_host_names_the_server(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", server.host)
    assert OllamaEmbedder("nomic-embed-text").embed(["x"]).any()
    monkeypatch.setenv("OLLAMA_HOST", f"http://{server.host}/")
    assert OllamaEmbedder("nomic-embed-text").embed(["x"]).any()
