"""The program `pageful`: the command line with every family in it."""

from __future__ import annotations

import sys

from pageful.shell.commands import run
from pageful.tool.tool import Family


def _maven() -> Family:
    from pageful.maven.tools import FAMILY

    return FAMILY


def _code() -> Family:
    from pageful.code.tools import FAMILY

    return FAMILY


def _vault() -> Family:
    from pageful.vault.tools import FAMILY

    return FAMILY


FAMILIES = {"maven": _maven, "code": _code, "vault": _vault}


def main() -> int:
    """Run the command line of this process."""
    return run(FAMILIES, sys.argv[1:])
