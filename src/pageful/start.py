"""The start of the program `pageful`: rooms with command lines of their own, or all of it."""

from __future__ import annotations

import gc
import sys

_OBJECTS = 50_000
"""New objects between two looks for garbage: those of a megabyte or two."""


def main() -> int:
    """Run the command line of this process."""
    # What is loaded stays: to look for garbage in it at every 700 objects takes a twentieth.
    gc.set_threshold(_OBJECTS)
    if sys.argv[1:2] == ["gateway"]:
        from pageful.gateway.commands import run_gateway

        return run_gateway(sys.argv[2:])
    if sys.argv[1:2] == ["run"]:
        from pageful.typed_command.command import run_program

        return run_program(sys.argv[2:])
    if sys.argv[1:2] == ["hook"]:
        from pageful.hook.commands import run_hook

        return run_hook(sys.argv[2:])
    if sys.argv[1:2] == ["init"]:
        from pageful.main import FAMILIES
        from pageful.setup.commands import run_init

        return run_init(sys.argv[2:], FAMILIES)
    if sys.argv[1:2] == ["doctor"]:
        from pageful.doctor.commands import run_doctor
        from pageful.main import FAMILIES

        return run_doctor(sys.argv[2:], FAMILIES)
    from pageful import main as program

    return program.main()
