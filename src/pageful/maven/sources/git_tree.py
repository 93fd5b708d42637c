"""A project's files as git knows them: the last commit, what differs from one, and its texts."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from pageful.lazy.dataclasses import dataclass

_SECONDS = 1.0
"""Time for one question: `git diff` takes a tenth of it for ten thousand files."""

_POM = "pom.xml"
_ELSEWHERE = frozenset(("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"))
"""Variables that a hook of git sets, by which it would answer for another directory."""


@dataclass(frozen=True, slots=True)
class GitTree:
    """The work tree that has the project in the directory `root`; `head` is its last commit."""

    root: Path
    head: str

    @classmethod
    def at(cls, root: Path) -> GitTree | None:
        """Return the tree of a project; absent where git does not keep its POM, or can't tell."""
        head = ask_git(root, ("rev-parse", "--verify", "--quiet", "HEAD^{commit}"))
        kept = ask_git(root, ("ls-files", "--error-unmatch", "--", _POM)) if head else None
        return cls(root, head.decode("ascii").strip()) if head and kept else None

    def differing(self, commit: str) -> frozenset[str] | None:
        """Return the paths that differ from a commit, new ones too; absent if git can't tell."""
        diff = ("diff", "--name-only", "-z", "--relative", "--no-renames", "--ignore-submodules")
        tracked = ask_git(self.root, (*diff, "--no-ext-diff", commit, "--", "."))
        new = ask_git(self.root, ("ls-files", "-z", "--others", "--exclude-standard", "--", "."))
        if tracked is None or new is None:
            return None
        return frozenset(os.fsdecode(path) for path in (tracked + new).split(b"\0") if path)

    def text(self, commit: str, path: str) -> bytes | None:
        """Return the content of a file in a commit; absent if it was not there."""
        return ask_git(self.root, ("cat-file", "blob", f"{commit}:./{path}"))


def ask_git(root: Path, arguments: Sequence[str]) -> bytes | None:
    """Return what git answers in a directory; absent where it has no answer in time."""
    git = shutil.which("git")
    if not git:
        return None
    try:
        # No program that the repository's settings name is started to look for changes.
        done = subprocess.run(
            (git, "-C", str(root), "-c", "core.fsmonitor=false", "--no-optional-locks", *arguments),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={name: value for name, value in os.environ.items() if name not in _ELSEWHERE},
            timeout=_SECONDS,
            check=True,
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return done.stdout


def may_be_in_repository(path: Path) -> bool:
    """Return whether there is a `.git` in any directory above a file."""
    return any(os.path.lexists(each / ".git") for each in path.parents)
