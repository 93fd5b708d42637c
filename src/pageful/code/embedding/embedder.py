"""What embeds texts: one small protocol for every kind of model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt


class Embedder(Protocol):
    """Turns texts into vectors of one length."""

    @property
    def name(self) -> str:
        """Names the model and its version; vectors of different names are never compared."""

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Vectors of the texts, one row each, of unit length; zero where a text says nothing.

        Raises:
            ToolError: the model can't be had or does not answer.
        """
