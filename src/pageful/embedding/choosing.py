"""The choice of an embedder by a user's word: `static`, `none`, `model2vec:…` or `ollama:…`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.embedding.embedder import Embedder

DEFAULT = "static"
"""The choice where none is made."""

_FORMS = (
    "Name one of: static (comes with pageful), none (search by words alone), "
    "model2vec:PATH_OR_NAME (a model2vec model) or ollama:MODEL (a model of a local Ollama)."
)


@cache
def choose_embedder(choice: str, static: Callable[[], Embedder]) -> Embedder | None:
    """Return the embedder of that name, the same one each time; `None` for the choice `none`.

    `static` makes the one that comes along: code and prose have one each. No model is loaded and no
    server asked before the embedder is used.

    Raises:
        ToolError: the choice has none of the known forms.
    """
    kind, _, model = choice.strip().partition(":")
    match kind, model:
        case "none", "":
            return None
        case "static", "":
            return static()
        # What few use is loaded only for them: workers and commands start the sooner.
        case "model2vec", str() if model:
            from pageful.embedding.model2vec import Model2VecEmbedder

            return Model2VecEmbedder(model)
        case "ollama", str() if model:
            from pageful.embedding.ollama import OllamaEmbedder

            return OllamaEmbedder(model)
        case _:
            raise ToolError(f"There is no embedder called {choice!r}.", _FORMS)


def check_choice(choice: str) -> None:
    """Refuse the name of an embedder that there is not, without loading any.

    Raises:
        ToolError: the choice has none of the known forms.
    """
    if choice.strip() not in ("none", DEFAULT):
        choose_embedder(choice, _no_static)


def choose_prose_embedder(choice: str = DEFAULT) -> Embedder | None:
    """Return the embedder of prose of that name, the same one each time; `None` for `none`.

    Raises:
        ToolError: the choice has none of the known forms.
    """
    return choose_embedder(choice, _prose)


def _prose() -> Embedder:
    from pageful.embedding.prose import ProseEmbedder

    return ProseEmbedder()


def _no_static() -> Embedder:
    raise AssertionError("The static embedder is not asked for by a name with a model.")
