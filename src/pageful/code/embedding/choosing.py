"""The choice of an embedder of code by a user's word; `static` is the one of this family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.embedding.choosing import DEFAULT, check_choice
from pageful.embedding.choosing import choose_embedder as choose

if TYPE_CHECKING:
    from pageful.embedding.embedder import Embedder

__all__ = ["DEFAULT", "check_choice", "choose_embedder"]


def choose_embedder(choice: str | None = None) -> Embedder | None:
    """Return the embedder of that name, the same one each time; `None` for the choice `none`.

    Raises:
        ToolError: the choice has none of the known forms.
    """
    return choose(DEFAULT if choice is None else choice, _static)


def _static() -> Embedder:
    from pageful.code.embedding.static import StaticEmbedder

    return StaticEmbedder()
