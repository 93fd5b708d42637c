"""Suggestions for a word that is no command of a program or of a family."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from pageful.lazy.dataclasses import dataclass
from pageful.shell.suggestions import nearest, quote
from pageful.tool.errors import ToolError
from pageful.tool.tool import Family, Tool

_ROOT_OPTIONS: Mapping[str, str] = {
    "-v": "--version",
    "-version": "--version",
    "-help": "--help",
    "-?": "--help",
    "-H": "--help",
}
"""Other spellings of the two options before all commands."""


@dataclass(frozen=True)
class CommandHints:
    """The commands that a program has, to find those that a wrong word may mean.

    `listed` are commands of no family; `list_tools` gives a family's tools.
    """

    program: str
    families: Mapping[str, Callable[[], Family[Any]]]
    listed: Sequence[str]
    list_tools: Callable[[Family[Any]], Sequence[Tool[Any]]]

    def on_word(self, word: str) -> Iterator[str]:
        """Say what a first word may mean: a command, or one of a family."""
        if same := list(self._same(word)):
            yield from same
            return
        lines = {**{name: name for name in (*self.listed, *self.families)}, **self._commands()}
        near = nearest(word, lines.values())
        meant = [f"`{self.program} {line}`" for line, command in lines.items() if command == near]
        if meant:
            yield f"Did you mean {' or '.join(meant)}?"

    def on_family_word(self, family: Family[Any], word: str) -> Iterator[str]:
        """Say what the word behind a family's name may mean: its own commands first."""
        prog = f"{self.program} {family.name}"
        own = [tool.command for tool in self.list_tools(family)]
        meant = {**family.other_words, **{command: command for command in own}}
        if close := nearest(word, meant):
            yield f"Did you mean `{prog} {meant[close]}`?"
        yield from self._same(word, family.name)

    def on_option(self, argv: Sequence[str]) -> Iterator[str]:
        """Say where an option belongs that comes before every command."""
        option = argv[0].partition("=")[0]
        commands = (*self.listed, *self.families)
        place = next((n for n, word in enumerate(argv) if n and word in commands), None)
        if place is not None:
            typed = " ".join(map(quote, [*argv[place:], *argv[:place]]))
            yield f"Options stand behind the command: `{self.program} {typed}`."
            return
        if meant := _ROOT_OPTIONS.get(option) or nearest(option, ("--help", "--version")):
            yield f"Did you mean `{self.program} {meant}`?"
            return
        words = [word for word in argv[1:] if not word.startswith("-")]
        same = [hint for word in words for hint in self._same(word)]
        yield from same or ["Options stand behind a command."]

    def _same(self, word: str, apart_from: str = "") -> Iterator[str]:
        """Name the commands of families that are called so."""
        for line, command in self._commands().items():
            family = line.split()[0]
            if command == word and family != apart_from:
                yield f"`{word}` is a command of {family}: `{self.program} {line}`."

    def _commands(self) -> dict[str, str]:
        """Return each command of each family, by itself with the family's name before it."""
        commands: dict[str, str] = {}
        for name, load in self.families.items():
            with suppress(ToolError):
                commands |= {f"{name} {t.command}": t.command for t in self.list_tools(load())}
        return commands
