"""Choosing an embedder of prose by what a user writes."""

from __future__ import annotations

import pytest

from pageful.embedding.choosing import check_choice, choose_prose_embedder
from pageful.embedding.model2vec import Model2VecEmbedder
from pageful.embedding.ollama import OllamaEmbedder
from pageful.embedding.prose import ProseEmbedder
from pageful.tool.errors import ToolError


@pytest.mark.parametrize(
    ("choice", "kind"),
    [
        ("static", ProseEmbedder),
        ("model2vec:models/potion", Model2VecEmbedder),
        ("ollama:bge-m3", OllamaEmbedder),
        ("none", type(None)),
    ],
)
def test_each_form_names_its_embedder(choice: str, kind: type) -> None:
    check_choice(choice)
    assert isinstance(choose_prose_embedder(choice), kind)
    assert choose_prose_embedder(choice) is choose_prose_embedder(choice)


@pytest.mark.parametrize("choice", ["", "bert", "ollama:", "prose", "static:x"])
def test_an_unknown_form_is_refused_with_the_known_ones(choice: str) -> None:
    for ask in (check_choice, choose_prose_embedder):
        with pytest.raises(ToolError) as refused:
            ask(choice)
        assert repr(choice) in refused.value.problem
        assert "ollama:MODEL" in refused.value.remedy
