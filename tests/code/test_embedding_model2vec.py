"""Embedding with a model2vec model, and what is said where there is none."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from pageful.embedding.model2vec import Model2VecEmbedder
from pageful.tool.errors import ToolError

PACKAGE = """
import numpy as np


class StaticModel:
    dim = 3

    def __init__(self, path):
        with open(path + "/vectors.txt") as file:
            self.embedding = np.loadtxt(file, dtype=np.float32, ndmin=2)

    @classmethod
    def from_pretrained(cls, path):
        return cls(path)

    def encode(self, sentences):
        rows = [self.embedding[[len(word) % 2 for word in s.split()]].sum(0) for s in sentences]
        return np.array(rows, dtype=np.float32)
"""


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "model2vec.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "model2vec", raising=False)
    (tmp_path / "vectors.txt").write_text("1 0 0\n0 2 0\n")
    return str(tmp_path)


def test_vectors_have_unit_length_or_are_zero(model: str) -> None:
    vectors = Model2VecEmbedder(model).embed(["ab cd", "a ab", ""])
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), [1, 1, 0], atol=1e-6)


def test_no_texts_have_no_vectors(model: str) -> None:
    assert Model2VecEmbedder(model).embed([]).shape == (0, 3)


def test_the_name_changes_with_the_vectors(model: str) -> None:
    before = Model2VecEmbedder(model).name
    (Path(model) / "vectors.txt").write_text("1 0 0\n0 3 0\n")
    assert Model2VecEmbedder(model).name != before
    assert before.startswith(f"model2vec:{model}@")


def test_a_model_that_is_not_there_is_said_to_be_missing(model: str) -> None:
    with pytest.raises(ToolError, match="no-such' can't be loaded"):
        Model2VecEmbedder(f"{model}/no-such").embed(["x"])


def test_a_missing_package_is_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "model2vec", None)
    with pytest.raises(ToolError, match="not installed") as missing:
        Model2VecEmbedder("some/model").embed(["x"])
    assert "pip install model2vec" in missing.value.remedy
