"""The pager that shows a text which is longer than the terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping

from pageful.shell.progress_bar import is_plain

NO_PAGER = "PAGEFUL_NO_PAGER"
"""The environment variable that turns pagers off, as `--no-pager` does for one command."""


def show_long(text: str) -> bool:
    """Show a text in the user's pager if it is longer than the terminal; tell whether it was."""
    if not _is_long(text) or is_plain() or os.environ.get(NO_PAGER):
        return False
    words = pager_words(os.environ)
    return bool(words) and _run(words, text)


def pager_words(environment: Mapping[str, str]) -> list[str]:
    """Return the command of the pager; empty where the user wants none, or it can't be read."""
    import shlex

    named = environment.get("PAGER")
    if named is None:
        return ["less"]
    try:
        words = shlex.split(named)
    except ValueError:
        return []
    return [] if words == ["cat"] else words


def _is_long(text: str) -> bool:
    try:
        lines = os.get_terminal_size(sys.stdout.fileno()).lines
    except (OSError, ValueError):
        return False
    # One line is the prompt's.
    return text.count("\n") >= lines > 0


def _run(words: list[str], text: str) -> bool:
    """Run the pager until the user leaves it; tell whether it could be started.

    Ctrl-C is the pager's own while it runs.
    """
    # As git has it: stop at one screen, show colours, leave what was shown.
    environment = {**os.environ, "LESS": os.environ.get("LESS", "FRX")}
    before = signal.getsignal(signal.SIGINT)
    try:
        program = subprocess.Popen(words, stdin=subprocess.PIPE, env=environment)
    except OSError:
        return False
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        program.communicate(text.encode("utf-8", "replace"))
    finally:
        signal.signal(signal.SIGINT, before or signal.default_int_handler)
    return True
