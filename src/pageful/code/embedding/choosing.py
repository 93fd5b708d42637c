"""The choice of an embedder by a user's word: `static`, `none`, `model2vec:…` or `ollama:…`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.code.embedding.embedder import Embedder

DEFAULT = "static"
"""The choice where none is made."""

_FORMS = (
    "Name one of: static (comes with pageful), none (search by words alone), "
    "model2vec:PATH_OR_NAME (a model2vec model) or ollama:MODEL (a model of a local Ollama)."
)


def check_choice(choice: str) -> None:
    """Refuse the name of an embedder that there is not, without loading any.

    Raises:
        ToolError: the choice has none of the known forms.
    """
    if choice.strip() not in ("none", DEFAULT):
        choose_embedder(choice)


@cache
def choose_embedder(choice: str | None = None) -> Embedder | None:
    """Return the embedder of that name, the same one each time; `None` for the choice `none`.

    No model is loaded and no server asked before the embedder is used.

    Raises:
        ToolError: the choice has none of the known forms.
    """
    kind, _, model = (DEFAULT if choice is None else choice).strip().partition(":")
    match kind, model:
        case "none", "":
            return None
        case "static", "":
            from pageful.code.embedding.static import StaticEmbedder

            return StaticEmbedder()
        # What few use is loaded only for them: workers and commands start the sooner.
        case "model2vec", str() if model:
            from pageful.code.embedding.model2vec import Model2VecEmbedder

            return Model2VecEmbedder(model)
        case "ollama", str() if model:
            from pageful.code.embedding.ollama import OllamaEmbedder

            return OllamaEmbedder(model)
        case _:
            raise ToolError(f"There is no embedder called {choice!r}.", _FORMS)
