"""The start of the program `pageful`: rooms with command lines of their own, or all of it."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line of this process."""
    if sys.argv[1:2] == ["gateway"]:
        from pageful.gateway.commands import run_gateway

        return run_gateway(sys.argv[2:])
    if sys.argv[1:2] == ["run"]:
        from pageful.typed_command.command import run_program

        return run_program(sys.argv[2:])
    if sys.argv[1:2] == ["hook"]:
        from pageful.hook.commands import run_hook

        return run_hook(sys.argv[2:])
    from pageful import main as program

    return program.main()
