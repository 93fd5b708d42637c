"""Candidates for the word that is being typed: commands, options, values."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pageful.completion.commands import (
    RUN_OPTIONS,
    Choice,
    Command,
    ForeignProgram,
    find_place,
    suggest,
)
from pageful.tool.begun_value import BegunValue, PathKind, Suggestion

_MOST = 300
"""Candidates that are printed: more than anybody reads, and shells ask before they show so many."""

_FILES = ("FILE", "RESULT", "RESULT.json")
"""Names of values in help that are files; other paths are directories."""


@dataclass(frozen=True)
class Candidates:
    """Words that may be meant, or the kind of what a shell suggests by itself.

    `kind` is `words`, `files`, `directories`, or `command N` where a program's words begin.
    """

    kind: str = "words"
    words: tuple[Suggestion, ...] = ()


def find_candidates(words: list[str]) -> Candidates:
    """Find what may be meant by the last of the words behind the program's name."""
    *before, begun = words
    place = find_place(before)
    match place:
        case None:
            return Candidates()
        case ForeignProgram(position):
            if begun.startswith("-") and before == ["run"]:
                return _select(RUN_OPTIONS, begun)
            return Candidates(f"command {position}")
        case Choice():
            return _select(place.options if begun.startswith("-") else place.commands, begun)
        case Command():
            return _of_command(place, begun)


def _of_command(command: Command, begun: str) -> Candidates:
    options = command.parser.options
    if "--" in command.words and command.passes_on:
        return Candidates("files")
    name, is_joined, text = begun.partition("=")
    if is_joined and name in options and _takes_value(options[name]):
        found = _of_value(command, options[name], text)
        joined = (Suggestion(f"{name}={each.value}", each.note) for each in found.words)
        return Candidates(found.kind, tuple(joined))
    last = command.words[-1] if command.words else ""
    if last in options and _takes_value(options[last]):
        return _of_value(command, options[last], begun)
    if begun.startswith("-") and "--" not in command.words:
        return _select(_options_left(command), begun)
    argument = _argument(command)
    return _of_value(command, argument, begun) if argument else Candidates()


def _takes_value(action: argparse.Action) -> bool:
    return action.nargs != 0


def _options_left(command: Command) -> Iterator[Suggestion]:
    """List the options that are not on the line yet, and those that may be there again."""
    options = command.parser.options
    typed = {word.partition("=")[0] for word in command.words}
    for each in suggest(options):
        action = options[each.value]
        # argparse has no public class for options that may be repeated.
        again = type(action).__name__ == "_AppendAction"
        if again or not typed & set(action.option_strings):
            yield each


def _argument(command: Command) -> argparse.Action | None:
    """Return the argument that comes next; the last one may take several words."""
    given = len(_split(command)[1])
    arguments = command.parser.arguments
    if given < len(arguments):
        return arguments[given]  # type: ignore[no-any-return]
    last = arguments[-1] if arguments else None
    return last if last is not None and last.nargs in ("*", "+") else None


def _split(command: Command) -> tuple[dict[str, str], list[str]]:
    """Split the words that are typed into values of options, by name, and arguments."""
    options, values, arguments = command.parser.options, dict[str, str](), list[str]()
    words = iter(command.words)
    for word in words:
        name, is_joined, text = word.partition("=")
        if name not in options:
            arguments += [] if word == "--" else [word]
        elif _takes_value(options[name]):
            values[options[name].dest] = text if is_joined else next(words, "")
    return values, arguments


def _of_value(command: Command, action: argparse.Action, text: str) -> Candidates:
    """Suggest values of an option or an argument: its choices, paths, or what its family knows."""
    if action.choices:
        return _select((Suggestion(str(each)) for each in action.choices), text)
    begun = BegunValue(action.dest, text, _split(command)[0])
    found: Iterable[Suggestion] | PathKind = command.values(begun)
    if isinstance(found, str):
        return Candidates(found)
    if candidates := tuple(found):
        return _select(candidates, text)
    return Candidates(_path_kind(action))


def _path_kind(action: argparse.Action) -> str:
    kind: Any = action.type
    if kind is not Path:
        return "words"
    return "files" if action.metavar in _FILES else "directories"


def _select(candidates: Iterable[Suggestion], begun: str) -> Candidates:
    """Select what begins with the text that is typed, each once."""
    matching: Mapping[str, Suggestion] = {
        each.value: each for each in candidates if each.value.startswith(begun)
    }
    return Candidates("words", tuple(matching.values())[:_MOST])
