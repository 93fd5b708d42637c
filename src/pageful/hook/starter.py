"""The command by which a client starts the hook."""

from __future__ import annotations

import shlex
from dataclasses import dataclass


@dataclass(frozen=True)
class Starter:
    """The parts of that command: an interpreter, the hook's file, and the program to insert."""

    python: str
    entry: str
    program: str

    def words(self, client: str, note: str = "") -> list[str]:
        """Return the words of the command; a note at the end says how it was put in."""
        words = [self.python, "-I", "-S", self.entry, client, self.program]
        return [*words, note] if note else words

    def line(self, client: str, note: str = "") -> str:
        """Return the command for a shell."""
        return shlex.join(self.words(client, note))
