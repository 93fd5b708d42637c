"""The program that a client starts before a shell command: it answers what `decision` says.

It is short, since Python compiles a program at each start, and keeps the bytecode of modules alone.
Whatever goes wrong, it ends with 0, and the command runs as it was typed.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAMS = (b"mvn",)
"""Texts of which one is in every event that is decided on: for others, nothing more is loaded."""

NOTHING = {"cursor": b"{}", "gemini": b"{}"}
"""Empty answers of the clients that want JSON all the same."""


def answer(name: str, program: str, data: bytes) -> bytes:
    """Return what a client is told of the event that it gave."""
    if not any(each in data for each in PROGRAMS):
        return NOTHING.get(name, b"")
    # Behind the standard library, which may have modules of the names that are here.
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))
    decision = __import__("decision")
    told: str = decision.answer(name, program, data)
    return told.encode()


def main(argv: Sequence[str]) -> None:
    """Answer one event on stdin."""
    name, program = (*argv, "", "")[:2]
    text = NOTHING.get(name, b"")
    try:  # noqa: SIM105 - to load contextlib takes longer than all of this
        text = answer(name, program, sys.stdin.buffer.read())
    except BaseException:  # noqa: S110
        pass
    try:
        while text:
            text = text[os.write(1, text) :]
    except BaseException:  # noqa: S110
        pass
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
