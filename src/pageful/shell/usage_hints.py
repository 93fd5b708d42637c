"""Suggestions for a command line whose options or arguments are wrong."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence

from pageful.lazy.dataclasses import dataclass
from pageful.shell.other_words import other_way, own_option, own_value
from pageful.shell.suggestions import nearest, quote

Elsewhere = Callable[[str], str | None]
"""The function that tells which other command has an option, if one has."""

_MOST = 3
"""Wrong options that are answered one by one; whoever has more reads the help."""

_PREFIX = 4
"""Characters from which on the beginning of an option suggests it: `--da` is no word yet."""


@dataclass(frozen=True)
class Usage:
    """A command with the words that were typed for it."""

    prog: str
    options: Mapping[str, argparse.Action]
    arguments: Sequence[argparse.Action]
    examples: Sequence[str]
    passes_on: bool
    elsewhere: Elsewhere
    given: Sequence[str]

    @property
    def takes_several(self) -> bool:
        """Tell whether an argument takes more words than one."""
        return any(action.nargs in ("+", "*") for action in self.arguments)

    @property
    def _names(self) -> Mapping[str, str]:
        """Every option, and every argument as the option that it would be, as they are typed."""
        arguments = {f"--{_name(each)}": each for each in self.arguments}
        typed = {option: f"{self.prog} {each.metavar}" for option, each in arguments.items()}
        # An argument may be an option too, which its help does not show.
        return typed | {
            option: option
            for option, action in self.options.items()
            if action.help is not argparse.SUPPRESS
        }

    def on_unknown(self, unknown: Sequence[str]) -> Iterator[str]:
        """Say what words that are no part of the command may have been meant for."""
        first = next((n for n, word in enumerate(unknown) if word.startswith("-")), len(unknown))
        if stray := unknown[:first]:
            yield self._on_stray(stray, unknown[first:])
        options = [word for word in unknown[first:] if word.startswith("-")]
        for option in options[:_MOST]:
            yield from self._on_option(option)

    def _on_stray(self, stray: Sequence[str], others: Sequence[str]) -> str:
        """Say where words belong that follow all arguments."""
        if not self.arguments:
            return f"`{self.prog}` takes no argument: leave out {' '.join(map(quote, stray))}."
        if len(self.arguments) > 1:
            names = " ".join(str(each.metavar) for each in self.arguments)
            return f"It takes {names} and no more; a text with blanks is one argument in quotes."
        end = len(self.given) - len(others)
        options, values = split_words(self.given[:end], self.options)
        text = " ".join([quote(" ".join(values)), *map(quote, options)])
        return f"A text with blanks is one argument in quotes: `{self.prog} {text}`."

    def _on_option(self, word: str) -> Iterator[str]:
        """Say which option may have been meant by one that does not exist."""
        name, _, value = word.partition("=")
        if instead := other_way(name):
            yield instead
        elif meant := list(self._suggest(name)):
            yield f"Did you mean {' or '.join(f'`{each}`' for each in meant)}?"
        elif command := self.elsewhere(name):
            yield f"`{name}` is an option of `{command}`."
        elif not word.startswith("--") and self.takes_several:
            options, values = split_words(self.given, self.options)
            typed = " ".join(map(quote, [*options, "--", *values]))
            yield f"A word that begins with a dash stands behind `--`: `{self.prog} {typed}`."
        elif self.passes_on:
            passed = f"{quote(name)}={quote(value)}" if value else quote(word)
            yield f"What is passed on stands behind `--`: `{self.prog} -- {passed}`."

    def _suggest(self, name: str) -> Iterator[str]:
        names = self._names
        if own := own_option(name, names):
            yield names.get(own, own)
            return
        same = name.replace("_", "-").lower()
        dashed = same if same.startswith("--") else f"-{same}"
        for each in (same, dashed):
            if each in names:
                yield names[each]
                return
        begun = [each for each in names if each.startswith(same)] if len(same) >= _PREFIX else []
        if not begun and self.elsewhere(name):
            return
        close = nearest(same, [each for each in names if each.startswith("--")])
        meant = dict.fromkeys([*([close] if close else []), *begun])
        yield from (names[each] for each in list(meant)[:_MOST])

    def on_error(self, message: str) -> Iterator[str]:
        """Say what to type where argparse refuses a value, or misses one."""
        # argparse has no other way to tell what is wrong: `argument --page: expected one argument`.
        subject, _, problem = message.partition(": ")
        option = subject.removeprefix("argument ").partition("/")[0]
        if problem.startswith("expected one argument"):
            yield from self._on_missing_value(option)
        elif problem.startswith(("invalid int value", "invalid float value")):
            kind = "a whole number" if "int" in problem.partition(" value")[0] else "a number"
            default = {"--budget": 20000, "--page": 2}.get(option, 10)
            yield f"It takes {kind}: `{option} {default}`."
        elif problem.startswith("invalid choice"):
            yield from self._on_choice(option, problem.partition("'")[2].partition("'")[0])
        elif "arguments are required" in message:
            yield from self._on_missing()

    def _on_missing_value(self, option: str) -> Iterator[str]:
        typed = " ".join(self.given)
        if any(f"{option} {word}" in typed for word in self._words_with_dash()):
            yield f"A value that begins with a dash is joined to its option: `{option}=--x`."
        elif action := self.options.get(option):
            value = str(next(iter(action.choices), "")) if action.choices else action.metavar
            yield f"It takes a value: `{option} {value}`."

    def _on_choice(self, option: str, word: str) -> Iterator[str]:
        action = self.options.get(option)
        choices = [str(each) for each in action.choices or ()] if action else []
        if close := own_value(word, choices) or nearest(word, choices):
            yield f"Did you mean `{option} {close}`?"

    def _on_missing(self) -> Iterator[str]:
        word = next(self._words_with_dash(), None)
        if word and word.partition("=")[0] not in self.options and not self.passes_on:
            if meant := list(self._suggest(word.partition("=")[0])):
                yield f"Did you mean {' or '.join(f'`{each}`' for each in meant)}?"
            yield f"A word that begins with a dash stands behind `--`: `{self.prog} -- {word}`."
        elif any(self.examples):
            yield f"For instance: `{self.prog} {next(filter(None, self.examples))}`."

    def _words_with_dash(self) -> Iterator[str]:
        return (word for word in self.given if word.startswith("-") and word != "--")


def _name(argument: argparse.Action) -> str:
    """Write an argument's name as an option has it."""
    return str(argument.metavar or argument.dest).lower().replace("_", "-")


def split_words(
    words: Sequence[str], known: Mapping[str, argparse.Action]
) -> tuple[list[str], list[str]]:
    """Split words into known options with their values, and all others."""
    options, values = list[str](), list[str]()
    each = iter(words)
    for word in each:
        if word.partition("=")[0] not in known:
            values.append(word)
            continue
        options.append(word)
        if "=" not in word and known[word].nargs is None:
            options += filter(None, [next(each, None)])
    return options, values
