"""Which embedder a setting names."""

from __future__ import annotations

from laconic.code.embedding.embedder import Embedder


def embedder_named(spec: str | None) -> Embedder | None:
    """The embedder of that name, `None` for none."""
    return None
