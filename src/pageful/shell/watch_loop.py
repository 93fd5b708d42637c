"""Running a command again whenever a file changes that it depends on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pageful.files.changed_tree import ChangedTree, changed_files
from pageful.shell.output import has_watching_person, print_error
from pageful.shell.progress_bar import is_plain
from pageful.text.units import count

_PAUSE = 0.3
"""Seconds between two looks; also what an editor gets to write all files that it saves at once."""

_CLEAR_SCREEN = "\x1b[H\x1b[2J"
"""Codes that empty a terminal; what has scrolled away stays."""

_BY_SIGNAL = 128
"""Exit codes from here on are those of signals, which end the loop."""

_NAMED = 3
"""Changed files that are named."""


def run_again_on_changes(
    run: Callable[[], int], roots: Sequence[Path], *, handle_signals: Callable[[], object]
) -> int:
    """Run a command, and again after each change below the directories, until a signal comes.

    `handle_signals` makes signals end the process while it waits. What two runs in a row have
    written themselves is no reason for a third one.
    """
    tree = ChangedTree(tuple(roots))
    try:
        before = tree.look()
        written: set[str] = set()
        while True:
            _clear()
            code = run()
            if code >= _BY_SIGNAL:
                return code
            handle_signals()
            after = tree.look()
            meanwhile = set(changed_files(before, after))
            if again := meanwhile & written:
                tree.ignored |= again
                after = {path: each for path, each in after.items() if path not in again}
            written = meanwhile - again
            if not written:
                files = count(len(after), "file")
                print_error(f"Watching {files} in {', '.join(map(str, roots))}; Ctrl-C ends.")
                tree.wait(after, _PAUSE)
                time.sleep(_PAUSE)
                before, after = after, tree.look()
            changed = changed_files(before, after)
            print_error(f"{time.strftime('%H:%M:%S')} changed: {_name(changed, roots)}")
            before = after
    finally:
        tree.close()


def _clear() -> None:
    if sys.stdout.isatty() and has_watching_person() and not is_plain():
        print(_CLEAR_SCREEN, end="", flush=True)


def _name(paths: Sequence[str], roots: Sequence[Path]) -> str:
    """Name the first files that changed, relative to the first directory."""
    names = [os.path.relpath(path, roots[0].resolve()) for path in paths[:_NAMED]]
    more = len(paths) - len(names)
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")
