"""Servers of pageful in clients' files: whether each one starts and answers."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pageful.clients.known_clients import expand_place
from pageful.doctor.server_start import Start, start_server
from pageful.hook.installing import find_starter
from pageful.lazy.dataclasses import dataclass, field
from pageful.setup.server_changes import find_own_servers
from pageful.setup.server_forms import FORMS, ServerForm, environment_of, is_program, words_of
from pageful.tool.errors import ToolError
from pageful.tool.family_setup import Finding

# > ${workspaceFolder}
# > ${HOME}
# > ${env:JAVA_HOME}
# > ${CLAUDE_PROJECT_DIR:-.}
_VARIABLE = re.compile(r"\$\{(?:env:)?(?P<name>\w+)(?::-(?P<default>[^}]*))?\}")

_MEND = "`pageful init --write` writes it anew."


@dataclass(frozen=True)
class ConnectionExamination:
    """An examination of all clients' files for a directory; a command is started once."""

    directory: Path
    deadline: float
    started: dict[tuple[str, ...], Start] = field(default_factory=dict)

    def examine(self) -> Iterator[Finding]:
        """Yield the state of each server that clients have; a note if they have none."""
        found = False
        for form in FORMS:
            for path, is_of_project in self._files(form):
                try:
                    servers = find_own_servers(form, path, self.directory)
                except ToolError as error:
                    yield Finding(form.client.title, "wrong", error.problem, error.remedy)
                    continue
                for name, entry in servers.items():
                    found = True
                    subject = f"{form.client.title}, {name}"
                    yield self._examine(subject, form, entry, path, is_of_project=is_of_project)
        if not found:
            mend = "`pageful init` shows what it would write."
            yield Finding("servers", "note", "no client has one of pageful", mend)

    def _files(self, form: ServerForm) -> Iterator[tuple[Path, bool]]:
        users, *projects = form.client.files
        yield expand_place(users), False
        for each in projects:
            yield self.directory / each, True

    def _examine(
        self, subject: str, form: ServerForm, entry: Any, path: Path, *, is_of_project: bool
    ) -> Finding:
        words = [self._expand(word) for word in words_of(entry)]
        program = shutil.which(words[0])
        if program is None:
            return Finding(subject, "wrong", f"{words[0]} is not there any more ({path})", _MEND)
        if "serve" not in words:
            return Finding(subject, "ok", f"in front of another server, not started ({path})")
        if "--http" in words:
            return Finding(subject, "note", f"speaks HTTP, not started ({path})")
        # What a project brings along is started only if it starts us.
        if is_of_project and not _is_this_program(program, words):
            text = f"starts another installation, so it was not tried: {words[0]} ({path})"
            return Finding(subject, "note", text, f"If it is none that you know: {_MEND}")
        environment = {} if is_of_project else environment_of(entry, form.environment)
        start = self._start([program, *words[1:]], environment)
        if start.problem:
            text = f"`{' '.join(words)}`: {start.problem} ({path})"
            return Finding(subject, "wrong", text, f"Mend what it says; {_MEND}")
        return Finding(subject, "ok", f"{start.tools} tools in {start.seconds:.1f} s ({path})")

    def _start(self, words: Sequence[str], environment: Mapping[str, str]) -> Start:
        key = (*words, *(f"{name}={text}" for name, text in environment.items()))
        if key not in self.started:
            self.started[key] = start_server(words, environment, self.directory, self.deadline)
        return self.started[key]

    def _expand(self, word: str) -> str:
        """Put values for the variables that clients know in a server's words."""

        def value(match: re.Match[str]) -> str:
            if match["name"] == "workspaceFolder":
                return str(self.directory)
            return os.environ.get(match["name"], match["default"] or match[0])

        return _VARIABLE.sub(value, word)


def _is_this_program(program: str, words: Sequence[str]) -> bool:
    """Tell whether a command starts this installation's program."""
    try:
        return is_program(words[0]) and Path(program).samefile(find_starter().program)
    except (OSError, ToolError):
        return False
