"""Faces: which client shows its model what of a result, and what it is sent therefore."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, Literal, get_args

from pageful.lazy.dataclasses import dataclass

Face = Literal["page", "data", "both"]
"""The form of results for a client.

`page`: text alone; structured content and output schemas go together. `data`: compact JSON as text,
structured content and output schemas as they came. `both`: a page as text, and the rest as it came.
"""

FACES: tuple[str, ...] = (*get_args(Face), "auto")

PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion"
"""The key of `_meta` in which each such request names its revision."""

CLIENT_INFO = "io.modelcontextprotocol/clientInfo"
"""The key of `_meta` in which each request of revision 2026-07-28 names its client."""


@dataclass(frozen=True)
class ClientFace:
    """The face for clients whose names match a pattern, in lower case, and the reason."""

    name: str
    face: Face
    reason: str


CLIENT_FACES = (
    ClientFace("codex*", "data", "its code mode reads results by program, and has the same name"),
    ClientFace("*codemode*", "data", "a program reads the results"),
    ClientFace("*code-mode*", "data", "a program reads the results"),
    ClientFace("claude-code*", "page", "shows structured content alone where there is any"),
    ClientFace("visual studio code*", "page", "shows structured content alone where there is any"),
    ClientFace("opencode*", "page", "shows structured content first"),
    ClientFace("claude-ai*", "page", "shows the text"),
    ClientFace("openai-mcp*", "page", "shows the text"),
    ClientFace("cursor*", "page", "shows the text"),
    ClientFace("*", "page", "a model reads a page everywhere; no client is known to need more"),
)
"""The first line that matches a client's name counts."""


def choose_face(client: str, wanted: str = "auto") -> Face:
    """Choose the face for a client by its name, unless one is wanted for all."""
    for face in get_args(Face):
        if wanted == face:
            chosen: Face = face
            return chosen
    return next(row.face for row in CLIENT_FACES if fnmatchcase(client.lower(), row.name))


def client_name(params: object) -> str | None:
    """Return the client's name from the params of `initialize`, or of any request of 2026-07-28."""
    if not isinstance(params, Mapping):
        return None
    meta = params.get("_meta")
    for info in (params.get("clientInfo"), _get(meta, CLIENT_INFO)):
        name = _get(info, "name")
        if isinstance(name, str):
            return name
    return None


def _get(mapping: object, key: str) -> Any:
    return mapping.get(key) if isinstance(mapping, Mapping) else None
