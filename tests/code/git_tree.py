"""Real git work trees: making them, and asking git itself what is in them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path


def git(root: Path, *arguments: str) -> bytes:
    """Run git in a directory and return what it printed."""
    done = subprocess.run(["git", "-C", root, *arguments], capture_output=True, check=True)
    return done.stdout


def init(root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "-q", ".")
    return root


def write(root: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files with their directories; a path that can't be made is left out."""
    for path, content in files.items():
        file = root / path
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
        except (FileExistsError, IsADirectoryError, NotADirectoryError):
            continue


def clear(root: Path) -> None:
    """Remove everything but the repository itself."""
    for entry in root.iterdir():
        if entry.name == ".git":
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def not_ignored(root: Path) -> set[str]:
    """The regular files that git's rules do not leave out, with none tracked."""
    listed = git(root, "ls-files", "-o", "--exclude-standard", "-z").split(b"\0")
    paths = {os.fsdecode(path) for path in listed if path}
    return {path for path in paths if not (root / path).is_symlink()}
