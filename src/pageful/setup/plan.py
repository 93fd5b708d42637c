"""All changes that connect clients with a directory, or that take the connections out again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pageful.clients.config_file import read_config_if_any
from pageful.clients.file_change import FileChange
from pageful.hook.changing import plan_install
from pageful.hook.installing import find_starter, installed_words, uninstall
from pageful.hook.targets import Target, find_target
from pageful.lazy.dataclasses import dataclass
from pageful.setup.agents_paragraph import add_paragraph, remove_paragraph
from pageful.setup.detection import FittingFamily
from pageful.setup.server_changes import Connection, WantedServer
from pageful.setup.server_forms import FORMS, ServerForm
from pageful.tool.errors import ToolError

AGENTS_FILES = ("AGENTS.md", "CLAUDE.md")
"""The files that agents read first; a paragraph is put into the first."""

Change = tuple[str, FileChange]
"""A change, and who it is for."""


@dataclass(frozen=True)
class Plan:
    """The directory, the clients, and what is wanted besides servers."""

    directory: Path
    forms: Sequence[ServerForm]
    families: Sequence[FittingFamily]
    is_for_user: bool = False
    hook: bool = False
    agents: bool = False
    is_named: bool = False
    """True where the clients were named: hooks that were not tried with them are written too."""

    def connect(self) -> list[Change]:
        """Return the changes that put everything in.

        Raises:
            ToolError: a file can't be read, or could not be restored.
        """
        return self._within([*self._servers(), *self._paragraph(), *self._hooks()])

    def disconnect(self) -> list[Change]:
        """Return the changes that take everything out that is of this directory.

        Raises:
            ToolError: a file can't be read.
        """
        return self._within(
            [*self._taken_servers(), *self._taken_paragraphs(), *self._taken_hooks()]
        )

    def hook_targets(self) -> list[Target]:
        """Return those of the clients that can have a hook, and that it was tried with."""
        found = [find_target(each.client.name) for each in self.forms]
        return [each for each in found if each and (self.is_named or each.trial == "real client")]

    @property
    def hook_directory(self) -> Path | None:
        """Return the directory whose files hooks are put into; none for the user's."""
        return None if self.is_for_user else self.directory

    def _within(self, changes: Sequence[Change]) -> list[Change]:
        """Return the changes, if the directory's own files are no links that lead out of it.

        Raises:
            ToolError: one is: what a stranger's directory holds must not lead to the user's files.
        """
        directory = self.directory.resolve()
        for _, change in changes:
            is_own = self.directory in change.path.parents
            target = change.path.resolve()
            if is_own and change.is_one and directory not in target.parents:
                raise ToolError(
                    f"{change.path} is a link out of the directory, to {target}.",
                    "Put a file in its place, or go where it leads. Nothing was changed.",
                )
        return list(changes)

    def _servers(self) -> Iterator[Change]:
        program = find_starter().program
        wanted = [WantedServer(each.family, each.setup, program) for each in self.families]
        for form in self.forms:
            yield form.client.title, self._connection(form).connect(wanted)

    def _paragraph(self) -> Iterator[Change]:
        if self.agents:
            path = self.directory / AGENTS_FILES[0]
            yield path.name, add_paragraph(path, [each.setup.paragraph for each in self.families])

    def _hooks(self) -> Iterator[Change]:
        if not self.hook:
            return
        targets = self.hook_targets()
        if not targets:
            raise ToolError(
                "None of these clients can have the hook, or it was not tried with them.",
                "Name the clients, or leave out `--hook`.",
            )
        for target, change in plan_install(targets, self.hook_directory, rules=False):
            yield f"{target.title}'s hook", change

    def _taken_servers(self) -> Iterator[Change]:
        for form in self.forms or FORMS:
            connection = self._connection(form)
            old = read_config_if_any(connection.path)
            if old and "pageful-" in old.text and connection.names(old.text):
                yield form.client.title, connection.disconnect()

    def _taken_paragraphs(self) -> Iterator[Change]:
        for name in AGENTS_FILES:
            change = remove_paragraph(self.directory / name)
            if change.is_one:
                yield name, change

    def _taken_hooks(self) -> Iterator[Change]:
        targets = [find_target(each.client.name) for each in self.forms or FORMS]
        for target in targets if self.hook else ():
            file = target.file(project=self.hook_directory) if target else None
            if target and file and installed_words(target, file):
                yield f"{target.title}'s hook", uninstall(target, file)

    def _connection(self, form: ServerForm) -> Connection:
        return Connection(form, self.directory, self.is_for_user)
