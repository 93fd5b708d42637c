"""The protocol of an embedder: one for every kind of model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt


class Embedder(Protocol):
    """A model that makes vectors of texts, all of as many dimensions."""

    @property
    def name(self) -> str:
        """The model and its version; vectors of different names are never compared."""

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Embed texts, shape (texts, dimensions); of unit length, or zero for one without content.

        Raises:
            ToolError: the model can't be had or does not answer.
        """
