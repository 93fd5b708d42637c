"""The parser of one command line: its help with examples, and errors that name what was meant."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from pageful.shell.output import print_error
from pageful.shell.suggestions import quote
from pageful.tool.tool import NOT_RUN

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from pageful.shell.usage_hints import Elsewhere, Usage

_WIDTH = 80
"""Columns of help where there is no terminal, as argparse has it."""


def _nowhere(_option: str) -> None:
    """Know of no other command that has an option."""


class Parser(argparse.ArgumentParser):
    """The parser of one command, whose usage errors end with `NOT_RUN`: 2 would mean a time-out.

    `passes_on` tells that what stands behind `--` is for another program, `elsewhere` which other
    command has an option that this one has not.
    """

    def __init__(
        self,
        prog: str,
        description: str = "",
        examples: Sequence[str] = (),
        *,
        passes_on: bool = False,
        elsewhere: Elsewhere = _nowhere,
    ) -> None:
        self.options: dict[str, argparse.Action] = {}
        self._given: list[str] = []
        self._passes_on = passes_on
        self._elsewhere = elsewhere
        self._examples = examples
        super().__init__(
            prog=prog,
            description=_wrap(description),
            epilog=_epilog(prog, examples),
            formatter_class=_Formatter,
            # `--repos` would be `--repository-id`: what is meant is asked for, not guessed.
            allow_abbrev=False,
        )

    @property
    def arguments(self) -> Sequence[argparse.Action]:
        """The arguments in their order."""
        return self._get_positional_actions()

    def add_argument(self, *names: str, **declared: Any) -> argparse.Action:
        """Add an option or an argument, as argparse does, and note its names."""
        action = super().add_argument(*names, **declared)
        self.options |= dict.fromkeys(action.option_strings, action)
        return action

    def read(self, argv: Sequence[str]) -> dict[str, Any]:
        """Read a command line, all of it; wrong usage ends the program."""
        self._refuse_options_behind_dashes(argv)
        self._given = self._join_values(self._with_options_first(argv))
        given, unknown = self.parse_known_args(self._given)
        if unknown:
            self.error(
                f"unrecognized arguments: {' '.join(unknown)}", *self._usage.on_unknown(unknown)
            )
        return vars(given)

    def error(self, message: str, *hints: str) -> NoReturn:
        """Say what is wrong, what may be meant, and where the help is, and end the program."""
        lines = (message, *(hints or self._usage.on_error(message)), f"See `{self.prog} --help`.")
        print_error(f"{self.format_usage()}{self.prog}: " + "\n".join(lines))
        self.exit(NOT_RUN)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help and version; argparse's own method is silent where that fails."""
        (file or sys.stdout).write(message)

    def _with_options_first(self, argv: Sequence[str]) -> Sequence[str]:
        """Put the words of an argument of several together, which argparse takes in one place."""
        if "--" in argv or not self._takes_several:
            return argv
        if argv and argv[-1] in self.options and self.options[argv[-1]].nargs is None:
            return argv  # an option without its value
        from pageful.shell.usage_hints import split_words

        options, values = split_words(argv, self.options)
        return argv if any(value.startswith("-") for value in values) else [*options, *values]

    def _join_values(self, argv: Sequence[str]) -> list[str]:
        """Join options to values that begin with a dash, which argparse takes for options."""
        joined: list[str] = []
        words = iter(argv)
        for word in words:
            joined.append(word)
            if word == "--":
                return [*joined, *words]
            if word in self.options and self.options[word].nargs is None:
                value = next(words, None)
                if value is None:
                    break
                if self._is_dashed_value(value):
                    joined[-1] = f"{word}={value}"
                else:
                    joined.append(value)
        return joined

    def _refuse_options_behind_dashes(self, argv: Sequence[str]) -> None:
        """Refuse options behind `--`, where they would be values among others."""
        end = argv.index("--") if "--" in argv else len(argv)
        behind = argv[end + 1 :]
        options = [word for word in behind if word.partition("=")[0] in self.options]
        if self._passes_on or not options or not (self._takes_several or len(behind) > 1):
            return
        from pageful.shell.usage_hints import split_words

        moved, values = split_words(behind, self.options)
        dashes = ["--"] if any(value.startswith("-") for value in values) else []
        meant = " ".join(map(quote, [*argv[:end], *moved, *dashes, *values]))
        self.error(
            f"behind `--`, {quote(options[0])} is a value and no option",
            f"Options stand before it: `{self.prog} {meant}`.",
            f"As a text to find it is in quotes: '\"{options[0]}\"'.",
        )

    @property
    def _takes_several(self) -> bool:
        return any(action.nargs in ("+", "*") for action in self.arguments)

    @property
    def _usage(self) -> Usage:
        """The command with the words that were typed for it."""
        from pageful.shell.usage_hints import Usage

        return Usage(
            self.prog,
            self.options,
            self.arguments,
            self._examples,
            self._passes_on,
            self._elsewhere,
            self._given,
        )

    def _is_dashed_value(self, word: str) -> bool:
        """Tell whether a word is no option although it begins with a dash: `-v`, `-file.mtime`."""
        return word.startswith("-") and not word.startswith("--") and word[:2] not in self.options


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help in the columns of the terminal; examples keep their lines."""

    def __init__(self, prog: str, **others: Any) -> None:
        super().__init__(prog, **{"width": _columns() - 2} | others)


def _columns() -> int:
    """Return the terminal's columns; `shutil`, which knows them too, loads every compression."""
    told = os.environ.get("COLUMNS", "")
    if told.isascii() and told.isdigit() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _WIDTH  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return _WIDTH


def _wrap(text: str) -> str:
    if not text:
        return ""
    import textwrap

    return textwrap.fill(" ".join(text.split()), _columns() - 2)


def _epilog(prog: str, examples: Iterable[str]) -> str | None:
    lines = [f"  {prog} {each}".rstrip() for each in examples]
    return "\n".join([f"example{'s' if len(lines) > 1 else ''}:", *lines]) if lines else None
