"""The start of the program `pageful`: rooms with command lines of their own, or all of it."""

from __future__ import annotations

import gc
import sys
from importlib import import_module

_OBJECTS = 50_000
"""New objects between two looks for garbage: those of a megabyte or two."""

_ROOMS = {
    "gateway": ("pageful.gateway.commands", "run_gateway"),
    "run": ("pageful.typed_command.command", "run_program"),
    "completion": ("pageful.completion.command", "run_completion"),
    "hook": ("pageful.hook.commands", "run_hook"),
    "new": ("pageful.scaffold.commands", "run_new"),
}
"""Rooms with command lines of their own: the module of each, and what runs a command line there."""

_ROOMS_OF_FAMILIES = {
    "doctor": ("pageful.doctor.commands", "run_doctor"),
    "init": ("pageful.setup.commands", "run_init"),
}
"""Rooms alike that are given all families."""


def main() -> int:
    """Run the command line of this process."""
    # What is loaded stays: to look for garbage in it at every 700 objects takes a twentieth.
    gc.set_threshold(_OBJECTS)
    words = sys.argv[1:]
    if words[:1] == ["help"] and words[1:2] and words[1] in {**_ROOMS, **_ROOMS_OF_FAMILIES}:
        words = [*words[1:], "--help"]
    if words and words[0] in _ROOMS:
        module, name = _ROOMS[words[0]]
        return int(getattr(import_module(module), name)(words[1:]))
    if words and words[0] in _ROOMS_OF_FAMILIES:
        from pageful.main import FAMILIES

        module, name = _ROOMS_OF_FAMILIES[words[0]]
        return int(getattr(import_module(module), name)(words[1:], FAMILIES))
    from pageful import main as program

    return program.main()
