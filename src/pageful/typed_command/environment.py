"""The environment as this process got it, before Python changed any of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

_BLOCK = Path("/proc/self/environ")

_LAST_COMMAND = b"_"
"""The variable in which bash names the program that it starts."""


class Environment(Mapping[bytes, bytes]):
    """Variables in their order; one that is there twice stays so.

    In a C locale Python puts `LC_CTYPE` into its own environment, and a JVM's encoding follows.
    """

    def __init__(self, variables: list[tuple[bytes, bytes]]) -> None:
        self._variables = variables
        # Of two values of one variable a program sees the first.
        self._first = dict(reversed(variables))

    def __getitem__(self, name: bytes) -> bytes:
        return self._first[name]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._first)

    def __len__(self) -> int:
        return len(self._first)

    def items(self) -> list[tuple[bytes, bytes]]:  # type: ignore[override]
        """List every variable, as a started program gets them."""
        return self._variables

    def keys(self) -> list[bytes]:  # type: ignore[override]
        """List the name of every variable."""
        return [name for name, _ in self._variables]

    def values(self) -> list[bytes]:  # type: ignore[override]
        """List the value of every variable."""
        return [value for _, value in self._variables]

    def for_program(self, path: str) -> Environment:
        """Return the environment in which bash would have started the program of that path."""
        own = os.fsencode(sys.argv[0])
        if Path(os.fsdecode(self.get(_LAST_COMMAND, b""))).name != Path(os.fsdecode(own)).name:
            return self
        named = [
            (name, os.fsencode(path) if name == _LAST_COMMAND else value)
            for name, value in self._variables
        ]
        return Environment(named)


def inherited_environment() -> Environment:
    """Return the environment that this process was started with."""
    try:
        block = _BLOCK.read_bytes()
    except OSError:
        return Environment(list(os.environb.items()))
    # What has no `=` is no variable to anyone.
    parts = (each.partition(b"=") for each in block.split(b"\0"))
    return Environment([(name, value) for name, mark, value in parts if name and mark])
