"""The MCP clients that are known: where they keep their configuration, and servers in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError

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

    home: str
    """A directory that is there where the client has been used."""

    program: str = ""
    """The name of its program, if it has one for a shell."""

    @property
    def is_here(self) -> bool:
        """Tell whether this user has used the client, or could start it from a shell."""
        return expand_place(self.home).is_dir() or bool(self.program and find_program(self.program))

    def list_files(self, directory: Path) -> Iterator[Path]:
        """Yield where its files would be, for all projects and for one directory."""
        return (directory / expand_place(file) for file in self.files)

    def find_files(self, directory: Path) -> Iterator[Path]:
        """Yield the files that are there, for all projects and for one directory."""
        return (path for path in self.list_files(directory) if path.is_file())


KNOWN_CLIENTS = (
    KnownClient(
        "claude", "Claude Code", ("{claude}/.claude.json", ".mcp.json"), "{claude_home}", "claude"
    ),
    KnownClient(
        "claude-desktop", "Claude Desktop", ("{apps}/Claude/claude_desktop_config.json",),
        "{apps}/Claude",
    ),
    KnownClient(
        "cursor", "Cursor", ("~/.cursor/mcp.json", ".cursor/mcp.json"), "~/.cursor", "cursor"
    ),
    KnownClient(
        "vscode", "VS Code", ("{apps}/Code/User/mcp.json", ".vscode/mcp.json"), "{apps}/Code",
        "code",
    ),
    KnownClient(
        "codex", "Codex", ("{codex}/config.toml", ".codex/config.toml"), "{codex}", "codex"
    ),
)  # fmt: skip
"""The clients whose servers the gateway can be put before."""

MORE_CLIENTS = (
    KnownClient(
        "gemini", "Gemini CLI", ("~/.gemini/settings.json", ".gemini/settings.json"), "~/.gemini",
        "gemini",
    ),
    KnownClient(
        "opencode", "opencode", ("{config}/opencode/opencode.json", "opencode.json"),
        "{config}/opencode", "opencode",
    ),
    KnownClient(
        "zed", "Zed", ("{zed}/settings.json", ".zed/settings.json"), "{zed}", "zed"
    ),
)  # fmt: skip
"""Clients that write servers in forms of their own, or that were not tried behind the gateway."""


def find_program(name: str) -> str | None:
    """Return the path of a program, if the PATH has it."""
    import shutil

    return shutil.which(name)


def find_client(name: str) -> KnownClient | None:
    """Return the client with a name, if it is known."""
    return next((each for each in KNOWN_CLIENTS if each.name == name), None)


def expand_place(file: str) -> Path:
    """Return the path of a client's file; names of places are in braces.

    Raises:
        ToolError: the user has no home directory.
    """
    try:
        home = Path.home()
    except RuntimeError:
        raise ToolError("There is no home directory to look for clients in.", "Set HOME.") from None
    config = os.environ.get("XDG_CONFIG_HOME") or str(home / ".config")
    apps, zed = config, f"{config}/zed"
    if sys.platform == "darwin":
        apps = str(home / "Library" / "Application Support")
    elif sys.platform == "win32":
        apps = os.environ.get("APPDATA") or str(home / "AppData" / "Roaming")
        zed = f"{apps}/Zed"
    places = {
        "apps": apps,
        "claude": os.environ.get("CLAUDE_CONFIG_DIR") or str(home),
        "claude_home": os.environ.get("CLAUDE_CONFIG_DIR") or str(home / ".claude"),
        "codex": os.environ.get("CODEX_HOME") or str(home / ".codex"),
        "config": config,
        "zed": zed,
    }
    return Path(file.format(**places)).expanduser()
