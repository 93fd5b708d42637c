"""The MCP clients that are known: where they keep their configuration, and servers in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from pageful.lazy.dataclasses import dataclass

SERVER_PATHS = (
    ("mcpServers",),
    ("projects", "*", "mcpServers"),
    ("servers",),
    ("mcp", "servers"),
    ("mcp_servers",),
)
"""The keys that servers are found below: Claude's and most others', those of projects in Claude
Code, VS Code's two, and Codex's."""


@dataclass(frozen=True)
class KnownClient:
    """A client: its name, and its files, with `~` and the places of `expand_place`."""

    name: str
    title: str
    files: tuple[str, ...]
    """For all projects first, then in a project's directory."""

    def list_files(self, directory: Path) -> Iterator[Path]:
        """Yield where its files would be, for all projects and for one directory."""
        return (directory / expand_place(file) for file in self.files)

    def find_files(self, directory: Path) -> Iterator[Path]:
        """Yield the files that are there, for all projects and for one directory."""
        return (path for path in self.list_files(directory) if path.is_file())


KNOWN_CLIENTS = (
    KnownClient("claude", "Claude Code", ("{claude}/.claude.json", ".mcp.json")),
    KnownClient("claude-desktop", "Claude Desktop", ("{apps}/Claude/claude_desktop_config.json",)),
    KnownClient("cursor", "Cursor", ("~/.cursor/mcp.json", ".cursor/mcp.json")),
    KnownClient(
        "vscode", "VS Code", ("{apps}/Code/User/mcp.json", ".vscode/mcp.json")
    ),
    KnownClient("codex", "Codex", ("{codex}/config.toml", ".codex/config.toml")),
)  # fmt: skip


def find_client(name: str) -> KnownClient | None:
    """Return the client with a name, if it is known."""
    return next((each for each in KNOWN_CLIENTS if each.name == name), None)


def expand_place(file: str) -> Path:
    """Return the path of a client's file; names of places are in braces."""
    home = Path.home()
    if sys.platform == "darwin":
        apps = str(home / "Library" / "Application Support")
    else:
        apps = os.environ.get("XDG_CONFIG_HOME") or str(home / ".config")
    places = {
        "apps": apps,
        "claude": os.environ.get("CLAUDE_CONFIG_DIR") or str(home),
        "claude_home": os.environ.get("CLAUDE_CONFIG_DIR") or str(home / ".claude"),
        "codex": os.environ.get("CODEX_HOME") or str(home / ".codex"),
        "config": os.environ.get("XDG_CONFIG_HOME") or str(home / ".config"),
    }
    return Path(file.format(**places)).expanduser()
