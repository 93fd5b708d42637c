"""An embedder with any model2vec model, where the package `model2vec` is installed."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from pageful.embedding.vectors import scale_to_unit
from pageful.tool.errors import ToolError


class _Model(Protocol):
    dim: int
    embedding: npt.NDArray[np.generic]

    def encode(self, sentences: list[str]) -> npt.NDArray[np.floating]: ...


class Model2VecEmbedder:
    """A model2vec model by the path of its directory or by its name on the hub."""

    def __init__(self, model: str) -> None:
        self._path = model

    @cached_property
    def name(self) -> str:
        """The model as the user named it, and a digest of its vectors: a retrained one differs."""
        vectors = np.ascontiguousarray(self._model.embedding)
        digest = blake2b(vectors.view(np.uint8).data, digest_size=6).hexdigest()
        return f"model2vec:{self._path}@{digest}"

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Embed texts, shape (texts, dimensions), each row of unit length or zero.

        Raises:
            ToolError: the package is not installed, or the model can't be loaded.
        """
        if not texts:
            return np.zeros((0, self._model.dim), np.float32)
        return scale_to_unit(np.asarray(self._model.encode(list(texts)), np.float32))

    @cached_property
    def _model(self) -> _Model:
        try:
            module = importlib.import_module("model2vec")
        except ImportError as missing:
            raise ToolError(
                "The package model2vec is not installed.",
                "Install it (pip install model2vec), or choose another embedder.",
            ) from missing
        try:
            return cast(_Model, module.StaticModel.from_pretrained(self._path))
        except Exception as failure:
            raise ToolError(
                f"The model2vec model {self._path!r} can't be loaded: {failure}",
                "Give the path of a directory with a saved model2vec model, or the name of one "
                "that this machine can download.",
            ) from failure
