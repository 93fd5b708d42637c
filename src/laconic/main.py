"""The program `laconic`: the command line with every family in it."""

from __future__ import annotations

import sys

from laconic.cli import run
from laconic.tools import Family


def _maven() -> Family:
    from laconic.maven.tools import FAMILY

    return FAMILY


def _code() -> Family:
    from laconic.code.tools import FAMILY

    return FAMILY


def _vault() -> Family:
    from laconic.vault.tools import FAMILY

    return FAMILY


FAMILIES = {"maven": _maven, "code": _code, "vault": _vault}


def main() -> int:
    """Run the command line of this process."""
    return run(FAMILIES, sys.argv[1:])
