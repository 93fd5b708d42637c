"""The clients that can have a hook: where it is written, in which form, and what is known of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pageful.clients.known_clients import expand_place
from pageful.hook import plugin_files
from pageful.hook.starter import Starter

PATTERN = "Bash(*mvn*)"
"""The rule of Claude Code that starts the hook: it starts no process for any other command."""

_SECONDS = 5
"""Seconds that a client gives the hook, which takes a twentieth of one."""

Trial = Literal["real client", "documentation"]
"""The thing that a hook was tried with."""


@dataclass(frozen=True)
class InSettings:
    """A hook that is an entry among others, in a settings file of JSON with comments."""

    path: tuple[str, ...]
    make: Callable[[Starter, str], Any]
    root: tuple[tuple[str, Any], ...] = ()
    """Members that a new file has besides."""


@dataclass(frozen=True)
class InOwnFile:
    """A hook that is a whole file."""

    make: Callable[[Starter], str]


@dataclass(frozen=True)
class Target:
    """A client: its names, the files for all projects and for one, the form, and what is known.

    `home` is a directory that is there where the client has been used.
    """

    name: str
    title: str
    home: str
    user_file: str
    project_file: str
    form: InSettings | InOwnFile
    trial: Trial
    limits: str

    def file(self, *, project: Path | None) -> Path:
        """Return the file that the hook is written to."""
        return project / self.project_file if project else expand_place(self.user_file)

    @property
    def is_here(self) -> bool:
        """Tell whether the client has been used by this user."""
        return expand_place(self.home).is_dir()


def _claude(starter: Starter, note: str) -> dict[str, Any]:
    program, *args = starter.words("claude", note)
    handler = {"type": "command", "if": PATTERN, "command": program, "args": args}
    return {"matcher": "Bash", "hooks": [handler | {"timeout": _SECONDS}]}


def _codex(starter: Starter, note: str) -> dict[str, Any]:
    command = starter.line("codex", note)
    return {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": command, "timeout": _SECONDS}],
    }


def _gemini(starter: Starter, note: str) -> dict[str, Any]:
    handler = {"name": "pageful", "type": "command", "command": starter.line("gemini", note)}
    return {"matcher": "run_shell_command", "hooks": [handler | {"timeout": _SECONDS * 1000}]}


def _cursor(starter: Starter, note: str) -> dict[str, Any]:
    return {"command": starter.line("cursor", note), "matcher": "Shell", "timeout": _SECONDS}


TARGETS: Sequence[Target] = (
    Target(
        "claude", "Claude Code", "{claude_home}",
        "{claude_home}/settings.json", ".claude/settings.local.json",
        InSettings(("hooks", "PreToolUse"), _claude),
        "real client",
        "",
    ),
    Target(
        "codex", "Codex", "{codex}", "{codex}/hooks.json", ".codex/hooks.json",
        InSettings(("hooks", "PreToolUse"), _codex),
        "real client",
        "rewrites only where nothing is asked (`bypassPermissions`); trust it in `/hooks` first",
    ),
    Target(
        "opencode", "opencode", "{config}/opencode",
        "{config}/opencode/plugins/pageful.js", ".opencode/plugins/pageful.js",
        InOwnFile(plugin_files.opencode_plugin),
        "real client",
        "rewrites nothing where a rule names Maven",
    ),
    Target(
        "pi", "pi", "~/.pi/agent",
        "~/.pi/agent/extensions/pageful.ts", ".pi/extensions/pageful.ts",
        InOwnFile(plugin_files.pi_extension),
        "documentation",
        "",
    ),
    Target(
        "omp", "oh-my-pi", "~/.omp/agent",
        "~/.omp/agent/extensions/pageful.ts", ".omp/extensions/pageful.ts",
        InOwnFile(plugin_files.omp_extension),
        "documentation",
        "asks about the line as it was typed",
    ),
    Target(
        "gemini", "Gemini CLI", "~/.gemini", "~/.gemini/settings.json", ".gemini/settings.json",
        InSettings(("hooks", "BeforeTool"), _gemini),
        "documentation",
        "",
    ),
    Target(
        "cursor", "Cursor", "~/.cursor", "~/.cursor/hooks.json", ".cursor/hooks.json",
        InSettings(("hooks", "preToolUse"), _cursor, (("version", 1),)),
        "documentation",
        "may ask before each rewritten line",
    ),
    Target(
        "copilot", "Copilot CLI", "~/.copilot",
        "~/.copilot/hooks/pageful.json", ".github/hooks/pageful.json",
        InOwnFile(plugin_files.copilot_file),
        "documentation",
        "asks before each rewritten line",
    ),
    Target(
        "vscode", "VS Code", "{apps}/Code/User",
        "~/.copilot/hooks/pageful-vscode.json", ".github/hooks/pageful-vscode.json",
        InOwnFile(plugin_files.vscode_file),
        "documentation",
        "starts the hook before every tool, as it knows no matchers",
    ),
)  # fmt: skip
"""All clients, those that were tried with the real program first."""


def find_target(name: str) -> Target | None:
    """Return the client with a name, if it can have a hook."""
    return next((each for each in TARGETS if each.name == name), None)
