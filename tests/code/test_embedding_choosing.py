"""Choosing an embedder by what a user writes."""

from __future__ import annotations

import pytest

from pageful.code.embedding.choosing import choose_embedder
from pageful.code.embedding.static import StaticEmbedder
from pageful.embedding.model2vec import Model2VecEmbedder
from pageful.embedding.ollama import OllamaEmbedder
from pageful.tool.errors import ToolError


def test_none_means_no_embedder() -> None:
    assert choose_embedder("none") is None


@pytest.mark.parametrize(
    ("choice", "kind"),
    [
        ("static", StaticEmbedder),
        (" static ", StaticEmbedder),
        ("model2vec:some/model", Model2VecEmbedder),
        ("ollama:nomic-embed-text:v1.5", OllamaEmbedder),
    ],
)
def test_each_form_names_its_embedder(choice: str, kind: type) -> None:
    assert isinstance(choose_embedder(choice), kind)


def test_the_same_choice_is_the_same_embedder() -> None:
    assert choose_embedder("static") is choose_embedder("static")


@pytest.mark.parametrize(
    "choice", ["", "bert", "ollama", "ollama:", "model2vec:", "static:x", "none:x", "STATIC"]
)
def test_an_unknown_form_is_refused_with_the_known_ones(choice: str) -> None:
    with pytest.raises(ToolError) as refused:
        choose_embedder(choice)
    assert repr(choice) in refused.value.problem
    for form in ("static", "none", "model2vec:", "ollama:"):
        assert form in refused.value.remedy
