"""The forms in which clients write a server, and the words of its command read from each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pageful.clients.known_clients import KNOWN_CLIENTS, MORE_CLIENTS, KnownClient
from pageful.lazy.dataclasses import dataclass

NOTE = "PAGEFUL_INIT"
"""The variable of an entry that says how it was put in, where taking it out needs to know."""

Make = Callable[[Sequence[str], Mapping[str, str]], dict[str, Any]]


@dataclass(frozen=True)
class ServerForm:
    """The place where a client keeps its servers, and the form of one, of words and variables.

    `directory` stands for the project's directory in its own files; without one, the full path
    does. `environment` is the key of the variables.
    """

    client: KnownClient
    keys: tuple[str, ...]
    make: Make
    directory: str = ""
    environment: str = "env"
    root: tuple[tuple[str, str], ...] = ()
    """Members that a new file has besides: what its client would write into it."""

    other_keys: tuple[str, ...] = ()
    """Other keys of servers in the user's file; `*` is the full path of a directory."""

    was_tried: bool = False
    """True where the real client has read what is written."""

    @property
    def has_projects(self) -> bool:
        """Tell whether a project may have its own servers."""
        return len(self.client.files) > 1


def words_of(entry: Any) -> list[str]:
    """Return the command of a server and its arguments; no words where it has none."""
    if not isinstance(entry, dict):
        return []
    command, args = entry.get("command"), entry.get("args", [])
    words = command if isinstance(command, list) else [command]
    words = [*words, *(args if isinstance(args, list) else ())]
    texts = [each for each in words if isinstance(each, str)]
    return texts if len(texts) == len(words) else []


def environment_of(entry: Any, key: str) -> dict[str, str]:
    """Return the variables that a server is started with besides."""
    found = entry.get(key) if isinstance(entry, dict) else None
    given = found if isinstance(found, dict) else {}
    return {name: text for name, text in given.items() if isinstance(text, str)}


def served_family(words: Sequence[str]) -> str:
    """Return the family that a command of `pageful` serves, empty where it does not."""
    for position, word in enumerate(words[:-2]):
        if is_program(word) and words[position + 1] == "serve":
            return words[position + 2]
    return ""


def is_program(word: str) -> bool:
    """Tell whether a word names the program `pageful`, or its module behind `python -m`."""
    last = word.replace("\\", "/").rpartition("/")[2]
    return last.removesuffix(".exe") == "pageful"


def _usual_form(words: Sequence[str], environment: Mapping[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"command": words[0], "args": list(words[1:])}
    return entry | ({"env": dict(environment)} if environment else {})


def _of_stdio(words: Sequence[str], environment: Mapping[str, str]) -> dict[str, Any]:
    return {"type": "stdio", **_usual_form(words, environment)}


def _of_zed(words: Sequence[str], environment: Mapping[str, str]) -> dict[str, Any]:
    return {"source": "custom", **_usual_form(words, environment)}


def _of_opencode(words: Sequence[str], environment: Mapping[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": "local", "command": list(words), "enabled": True}
    return entry | ({"environment": dict(environment)} if environment else {})


_CLIENTS = {each.name: each for each in (*KNOWN_CLIENTS, *MORE_CLIENTS)}
_WORKSPACE = "${workspaceFolder}"

FORMS: Sequence[ServerForm] = (
    ServerForm(
        _CLIENTS["claude"], ("mcpServers",), _usual_form,
        other_keys=("projects", "*", "mcpServers"), was_tried=True,
    ),
    ServerForm(_CLIENTS["claude-desktop"], ("mcpServers",), _usual_form),
    ServerForm(_CLIENTS["cursor"], ("mcpServers",), _usual_form, _WORKSPACE),
    ServerForm(_CLIENTS["vscode"], ("servers",), _of_stdio, _WORKSPACE),
    ServerForm(_CLIENTS["codex"], ("mcp_servers",), _usual_form, was_tried=True),
    ServerForm(_CLIENTS["gemini"], ("mcpServers",), _usual_form, was_tried=True),
    ServerForm(
        _CLIENTS["opencode"], ("mcp",), _of_opencode, environment="environment",
        root=(("$schema", "https://opencode.ai/config.json"),), was_tried=True,
    ),
    ServerForm(_CLIENTS["zed"], ("context_servers",), _of_zed),
)  # fmt: skip
"""All clients that servers can be written for."""
