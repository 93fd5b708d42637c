"""The change of one client's file that connects it with a directory, and the one that undoes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pageful.clients.config_file import parse_document, read_config_if_any
from pageful.clients.file_change import FileChange
from pageful.clients.known_clients import expand_place
from pageful.lazy.dataclasses import dataclass
from pageful.setup.server_forms import ServerForm, is_program, served_family, words_of
from pageful.setup.servers_in_json import put_json_servers, take_json_servers
from pageful.setup.servers_in_toml import put_toml_servers, take_toml_servers
from pageful.tool.errors import ToolError
from pageful.tool.family_setup import FamilySetup
from pageful.tool.tool import Family

# What a server's name can't have in all clients.
# > My Notes (2024)
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class WantedServer:
    """A family for a directory, and the program that serves it."""

    family: Family[Any]
    setup: FamilySetup
    program: str

    def words(self, directory: str) -> list[str]:
        """Return the command of the server for a directory."""
        name = self.setup.directory
        option = [] if name == self.family.served else [f"--{name.replace('_', '-')}"]
        served = [self.program, "serve", self.family.name]
        return [*served, *option, directory, *self.setup.options]


@dataclass(frozen=True)
class Connection:
    """A client and a directory: servers in the directory's own file, or in the user's."""

    form: ServerForm
    directory: Path
    is_for_user: bool

    @property
    def path(self) -> Path:
        """Return the client's file."""
        files = self.form.client.files
        if self.is_for_user or not self.form.has_projects:
            return expand_place(files[0])
        return self.directory / files[1]

    @property
    def _is_shared(self) -> bool:
        """Tell whether the file is for all projects, so that names have to tell them apart."""
        return self.is_for_user or not self.form.has_projects

    @property
    def _place(self) -> str:
        """Return how the directory is written in the file."""
        if self._is_shared or not self.form.directory:
            return str(self.directory)
        return self.form.directory

    def connect(self, wanted: Sequence[WantedServer]) -> FileChange:
        """Return the change that puts the servers in that are not there yet.

        Raises:
            ToolError: the file can't be read, or could not be restored.
        """
        old = read_config_if_any(self.path)
        present = self._servers(old.text) if old else {}
        missing = [each for each in wanted if not self._has(present, each)]
        if not missing:
            return FileChange(self.path, old, old.text if old else None)
        clean = self._take_out(old.text) if old else None
        kept = self._servers(clean) if clean is not None else {}
        wanted = [each for each in wanted if not self._has(kept, each)]
        servers = {self._name(each, kept): each.words(self._place) for each in wanted}
        put = put_toml_servers if self._is_toml else put_json_servers
        new = put(self.path, clean, self.form, servers)
        if self._take_out(new) != clean:
            raise ToolError(
                f"{self.path} is written in a way that could not be restored; nothing was changed.",
                "Put each of its values on a line of its own.",
            )
        return FileChange(self.path, old, new)

    def disconnect(self) -> FileChange:
        """Return the change that takes our servers out.

        Raises:
            ToolError: the file can't be read.
        """
        old = read_config_if_any(self.path)
        return FileChange(self.path, old, self._take_out(old.text) if old else None)

    def names(self, text: str | None) -> list[str]:
        """List the servers of ours that a text of the file has."""
        found = self._servers(text) if text is not None else {}
        return [name for name, entry in found.items() if self._is_ours(name, entry)]

    @property
    def _is_toml(self) -> bool:
        return self.path.suffix == ".toml"

    def _servers(self, text: str) -> Mapping[str, Any]:
        found = parse_document(self.path, text).root.at(self.form.keys)
        return found.value if found and isinstance(found.value, dict) else {}

    def _take_out(self, text: str) -> str | None:
        take = take_toml_servers if self._is_toml else take_json_servers
        return take(self.path, text, self.form, self._is_ours)

    def _is_ours(self, name: str, entry: Any) -> bool:
        """Tell whether we have put a server in: for this directory, where the file has others."""
        words = words_of(entry)
        family = served_family(words)
        is_named = name.startswith(f"pageful-{family}")
        return bool(family) and is_named and (not self._is_shared or str(self.directory) in words)

    def _has(self, servers: Mapping[str, Any], wanted: WantedServer) -> bool:
        """Tell whether a file serves a family already, by whoever's hand."""
        exact = wanted.words(self._place)
        for name, entry in servers.items():
            words = words_of(entry)
            if served_family(words) != wanted.family.name:
                continue
            is_here = not self._is_shared or str(self.directory) in words
            if is_here and (words == exact or not self._is_ours(name, entry)):
                return True
        return False

    def _name(self, wanted: WantedServer, taken: Mapping[str, Any]) -> str:
        name = f"pageful-{wanted.family.name}"
        if self._is_shared:
            slug = _NOT_IN_NAMES.sub("-", self.directory.name.lower()).strip("-")
            name = f"{name}-{slug}" if slug else name
        return next(each for each in _with_numbers(name) if each not in taken)


def _with_numbers(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}-{number}"
        number += 1


def find_own_servers(form: ServerForm, path: Path, directory: Path) -> dict[str, Any]:
    """Return the servers of a file for a directory whose command is `pageful`, by name.

    Raises:
        ToolError: the file can't be read.
    """
    old = read_config_if_any(path)
    if old is None:
        return {}
    root = parse_document(path, old.text).root
    others = [str(directory) if key == "*" else key for key in form.other_keys]
    found = [root.at(keys) for keys in (form.keys, others) if keys]
    servers: dict[str, Any] = {}
    for node in found:
        servers |= node.value if node and isinstance(node.value, dict) else {}
    return {name: each for name, each in servers.items() if any(map(is_program, words_of(each)))}
