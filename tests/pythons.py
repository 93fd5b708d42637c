"""Runs the tests that need no Maven on further interpreters: Debian's 3.11 and the newest there is.

`python tests/pythons.py` makes an environment of its own for each below `.venv/pythons`, and says
which it has found and which not.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
DEBIAN = Path("/usr/bin/python3.11")
"""Debian 12 has 3.11.2, whose `re` differs from that of 3.11.5 and later."""
OLDEST = (3, 11, 0)
_MINORS = range(11, 30)
_PLACE = HOME / ".venv" / "pythons"
_WHO = "import json, sys, venv, ensurepip; print(json.dumps(sys.version_info[:3]))"


@dataclass(frozen=True, order=True)
class Interpreter:
    """A Python that can make environments, by its version."""

    version: tuple[int, ...]
    path: Path

    def __str__(self) -> str:
        """The version as people write it."""
        return ".".join(map(str, self.version))


def interpreter(path: Path) -> Interpreter | None:
    """The interpreter at a path; `None` if there is none that the package supports."""
    try:
        ran = subprocess.run([path, "-c", _WHO], capture_output=True, text=True, timeout=60)
        version = tuple(json.loads(ran.stdout))
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return Interpreter(version, path) if version >= OLDEST else None


def further(
    own: tuple[int, ...], debian: Interpreter | None, others: Iterable[Interpreter]
) -> tuple[list[Interpreter], list[str]]:
    """Which interpreters to run on beside that of version `own`, and what there is none of."""
    found, missing = list[Interpreter](), list[str]()
    if debian is None:
        missing.append("Debian's Python 3.11")
    elif debian.version != own:
        found.append(debian)
    newest = max(others, default=None)
    if newest is None or newest.version <= own:
        missing.append(f"a Python newer than {'.'.join(map(str, own))}")
    elif newest.version not in {each.version for each in found}:
        found.append(newest)
    return found, missing


def installed_interpreters() -> Iterator[Interpreter]:
    """Yield what is on the path, and what pyenv has installed."""
    named = (shutil.which(f"python3.{minor}") for minor in _MINORS)
    installed = (Path.home() / ".pyenv" / "versions").glob("3.*/bin/python3")
    for path in (*map(Path, filter(None, named)), *installed):
        if known := interpreter(path):
            yield known


def _environment(of: Interpreter) -> Path:
    """The Python of an environment with the package in it, made anew if what it has is older."""
    place = _PLACE / str(of)
    python, ready = place / "bin" / "python", place / ".ready"
    wanted = max((HOME / name).stat().st_mtime for name in ("pyproject.toml", "constraints.txt"))
    if not ready.exists() or ready.stat().st_mtime < wanted:
        subprocess.run([of.path, "-m", "venv", "--clear", place], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        constrained = {**os.environ, "PIP_CONSTRAINT": "constraints.txt"}
        subprocess.run([*pip, "--editable", ".[dev]"], check=True, cwd=HOME, env=constrained)
        ready.touch()
    return python


def main() -> int:
    """Run the tests on each; 1 if they fail on any."""
    own = sys.version_info[:3]
    found, missing = further(own, interpreter(DEBIAN), installed_interpreters())
    for name in missing:
        print(f"Not found: {name}.", flush=True)
    failed = list[str]()
    for each in found:
        print(f"Python {each} ({each.path}): the tests that need no Maven", flush=True)
        # Few cases of each property: what differs between interpreters shows in the first ones.
        tests = [
            "-m",
            "pytest",
            "-m",
            "not maven",
            "--quiet",
            "--numprocesses=2",
            "--dist=worksteal",
        ]
        tests.append("--hypothesis-profile=quick")
        try:
            ran = subprocess.run([_environment(each), *tests], cwd=HOME)
            failed += [str(each)] if ran.returncode else []
        except subprocess.CalledProcessError:
            failed.append(f"{each} (the package could not be installed)")
    if failed:
        print(f"Failed on Python {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
