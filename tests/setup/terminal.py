"""Commands of pageful in a terminal of their own, with a home that is empty.

`PAGEFUL_APPROVE=1` writes the pages anew, to be read and committed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

_OWN = ("PAGEFUL", "XDG_", "CLAUDE", "CODEX", "GEMINI", "OPENCODE")
"""Beginnings of variables that would lead out of the home."""


_PAGES = Path(__file__).parent / "pages"


def assert_page(name: str, text: str) -> None:
    """Compare a text with the page of that name."""
    page = _PAGES / name
    if os.environ.get("PAGEFUL_APPROVE"):
        page.parent.mkdir(exist_ok=True)
        page.write_text(text, "utf-8")
    assert text == page.read_text("utf-8")


@dataclass(frozen=True)
class Ended:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Terminal:
    """A home and a directory that commands are started in."""

    home: Path
    directory: Path
    more: Mapping[str, str] = field(default_factory=dict)

    def run(
        self,
        *words: str,
        directory: Path | None = None,
        variables: Mapping[str, str] | None = None,
        text: str = "",
    ) -> Ended:
        kept = {name: text for name, text in os.environ.items() if not name.startswith(_OWN)}
        ended = subprocess.run(
            [sys.executable, "-m", "pageful", *words],
            cwd=directory or self.directory,
            env={**kept, "HOME": str(self.home), **self.more, **(variables or {})},
            capture_output=True,
            encoding="utf-8",
            input=text,
            timeout=300,
        )
        return Ended(ended.returncode, ended.stdout, ended.stderr)
