"""Commands about the gateway within the process of a test, where no process is the point."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from pageful.gateway.commands import run_gateway


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def run_command(
    *words: str, environment: Mapping[str, str] | None = None, directory: Path | None = None
) -> Ended:
    """Run `pageful gateway` with the name of a command and its arguments, as a shell does.

    The environment is that of this process where none is given.
    """
    assert not words[0].startswith("-"), "a gateway that is started ends its process"
    printed, said = StringIO(), StringIO()
    given = os.environ if environment is None else environment
    with (
        patch.dict(os.environ, dict(given), clear=True),
        chdir(directory or Path.cwd()),
        redirect_stdout(printed),
        redirect_stderr(said),
    ):
        try:
            code = run_gateway(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Ended(code, printed.getvalue(), said.getvalue())
