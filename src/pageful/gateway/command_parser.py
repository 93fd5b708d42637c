"""The parser of the gateway's commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn

NOT_RUN = 3
"""The exit code where a command could not start: that of all commands."""


class CommandParser(argparse.ArgumentParser):
    """A parser whose usage errors end with `NOT_RUN`, and that takes no shortened options.

    `examples` are what may stand behind the command's name.
    """

    def __init__(
        self, prog: str, usage: str | None, description: str, examples: Sequence[str] = ()
    ) -> None:
        self._examples = [f"{prog} {each}".rstrip() for each in examples]
        title = "examples:" if len(examples) > 1 else "example:"
        super().__init__(
            prog=prog,
            usage=usage,
            description=description,
            epilog="\n  ".join([title, *self._examples]) if examples else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    @property
    def options(self) -> Mapping[str, argparse.Action]:
        """Each option by its names."""
        return self._option_string_actions

    @property
    def arguments(self) -> Sequence[argparse.Action]:
        """The arguments in their order."""
        return self._get_positional_actions()

    def error(self, message: str) -> NoReturn:
        """Print the usage, what is wrong and what may be meant, and end."""
        lines = [message, *self._hints(message), f"See `{self.prog} --help`."]
        print(f"{self.format_usage()}{self.prog}: " + "\n".join(lines), file=sys.stderr)
        self.exit(NOT_RUN)

    def _hints(self, message: str) -> Iterator[str]:
        """Say what may be meant by a word that is no option, and what a whole line looks like."""
        # argparse has no other way to tell what is wrong.
        _, is_unknown, words = message.partition("unrecognized arguments: ")
        if is_unknown:
            from difflib import get_close_matches

            options = [each for each in self._option_string_actions if each.startswith("--")]
            if near := get_close_matches(words.split()[0].partition("=")[0], options, n=1):
                yield f"Did you mean `{near[0]}`?"
        elif "arguments are required" in message and self._examples:
            yield f"For instance: `{self._examples[0]}`."
