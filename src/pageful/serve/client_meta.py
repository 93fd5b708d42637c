"""Clients that put an answer's `_meta` before the model, where it would only cost tokens."""

from __future__ import annotations

from fnmatch import fnmatchcase

SHOWING_META = ("kimi-code*", "hermes*", "*oh-my-pi*", "omp*", "mcp")
"""The names of such clients, in lower case (kimi-code#2596, hermes-agent#80712).

`mcp` is the name that the Python SDK gives a client that has none, as Hermes has none.
"""


def shows_meta(client: str) -> bool:
    """Tell whether a client may put `_meta` before the model; none that is unnamed is sent any."""
    return not client or any(fnmatchcase(client.lower(), name) for name in SHOWING_META)
