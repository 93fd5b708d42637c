"""The parser of the gateway's commands."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

NOT_RUN = 3
"""The exit code where a command could not start: that of all commands."""


class CommandParser(argparse.ArgumentParser):
    """A parser whose usage errors end with `NOT_RUN`, and that takes no shortened options."""

    def __init__(self, prog: str, usage: str, description: str) -> None:
        super().__init__(prog=prog, usage=usage, description=description, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Print the usage and what is wrong, and end."""
        print(f"{self.format_usage()}{self.prog}: {message}\nSee `{self.prog} --help`.",
              file=sys.stderr)  # fmt: skip
        self.exit(NOT_RUN)
