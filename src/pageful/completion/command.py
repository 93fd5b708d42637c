"""The command `pageful completion`: scripts for shells, and the answers to what they ask."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

from pageful.completion.candidates import Candidates, find_candidates
from pageful.completion.scripts import SCRIPTS
from pageful.completion.typed_words import split_line, unquote
from pageful.shell.commands import UNREAD
from pageful.shell.output import print_error, printing
from pageful.shell.parser import Parser
from pageful.tool.errors import ToolError
from pageful.tool.tool import NOT_RUN

_SPECIAL = frozenset(" \t\n\"'\\$`&|;<>()*?[]{}!#~")
"""Characters that a shell reads as its own."""

_OPEN = ("=", "/", ":", "#")
"""Ends of a word that is to be typed on, without a blank."""


def run_completion(argv: Sequence[str]) -> int:
    """Print the script of a shell, or what may follow on a command line; give the exit code."""
    if argv[:1] == ["next"]:
        return _print_next(argv[1:])
    try:
        with printing():
            given = completion_parser().read(argv)
            print(SCRIPTS[given["shell"]], end="")
    except ToolError as error:
        print_error(f"pageful: {error}")
        return NOT_RUN
    except BrokenPipeError:
        return UNREAD
    return 0


def completion_parser() -> Parser:
    """Make the parser of the command."""
    parser = Parser(
        "pageful completion",
        "Print a script that completes pageful's commands, options and values in a shell. "
        'bash: put the line `eval "$(pageful completion bash)"` into ~/.bashrc; zsh: the same '
        "with zsh into ~/.zshrc, after compinit; fish: see the last example.",
        ("bash", "fish > ~/.config/fish/completions/pageful.fish"),
    )
    parser.add_argument("shell", choices=tuple(SCRIPTS), metavar="SHELL", help="bash, zsh or fish")
    return parser


def _print_next(argv: Sequence[str]) -> int:
    """Print the candidates for the last word: a line that says what they are, and one for each.

    Behind `--zsh` are the words, behind `--fish` too, the last one with its quotes; behind `--bash`
    the line up to the cursor and the part of its last word that bash replaces.
    """
    # A shell asks at any moment: whatever is wrong, there is nothing to suggest.
    with suppress(Exception, SystemExit):
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        if argv[:1] == ["--bash"]:
            _, line, replaced = argv
            words = split_line(line)[1:] or [""]
            lines = _lines_for_bash(find_candidates(words), words[-1], replaced)
        else:
            *before, last = argv[1:]
            words = [*before, unquote(last) if argv[0] == "--fish" else last]
            lines = _lines(find_candidates(words))
        print("\n".join(lines))
    return 0


def _lines(found: Candidates) -> Iterator[str]:
    yield _kind(found, "words")
    for value, note in found.words:
        yield f"{value}\t{' '.join(note.split())}" if note else value


def _lines_for_bash(found: Candidates, begun: str, replaced: str) -> Iterator[str]:
    """Write values without what bash keeps: it cuts words at `=` and `:`, which are parts here."""
    text = unquote(replaced)
    kept = begun.removesuffix(text if text not in ("=", ":", "::") else "")
    values = [each.value.removeprefix(kept) for each in found.words]
    is_special = any(_SPECIAL & set(value) for value in values)
    yield _kind(found, "quoted" if is_special else "words")
    yield from values


def _kind(found: Candidates, kind: str) -> str:
    if found.kind != "words":
        return found.kind
    is_open = len(found.words) == 1 and found.words[0].value.endswith(_OPEN)
    return "open" if is_open and kind == "words" else kind
