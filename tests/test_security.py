"""What is kept of a user's files is that user's alone."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from connecting import PAGEFUL
from pretended_maven import pretended

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no modes"),
]


def _open_files(directory: Path, *, reachable: bool = True) -> Iterator[Path]:
    """Files below a directory that another user could read."""
    for path in directory.iterdir():
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            yield from _open_files(path, reachable=reachable and bool(mode & 0o011))
        elif reachable and mode & 0o044:
            yield path


@pytest.mark.parametrize(
    "command",
    [
        ("vault", "search", "rye", "--vault", "{0}/notes"),
        ("code", "index", "{0}/notes"),
        ("maven", "compile", "--project", "{0}/shop"),
    ],
    ids=lambda command: command[0],
)
def test_nobody_else_can_read_what_is_kept(
    command: tuple[str, ...], tmp_path: Path, jdk: Path
) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "rye.md").write_text("rye\n", encoding="utf-8")
    pretended(tmp_path / "shop", 'say("[INFO] hello")')
    kept = tmp_path / "kept"
    kept.mkdir()
    subprocess.run(
        [*PAGEFUL, *(each.format(tmp_path) for each in command)],
        env={**os.environ, "XDG_CACHE_HOME": str(kept), "XDG_DATA_HOME": str(kept)},
        umask=0o022,
        capture_output=True,
    )
    assert any(path.is_file() for path in kept.rglob("*"))
    assert not list(_open_files(kept))
