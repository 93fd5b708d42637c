"""Installs a peer in a place of its own: from PyPI, npm or crates.io, or finds it on the PATH."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Ecosystem = Literal["PyPI", "npm", "crates.io", "PATH", "here"]

PATIENCE = 3600
"""Seconds until an installation is given up: a crate of 400 others is compiled on one slow core."""


# > npm error 404 Not Found - GET https://registry.example.com/@paretools%2fshared
_HOST = re.compile(r"https?://[^/\s]+/")


class NotInstalledError(Exception):
    """A peer that cannot be had here, and why."""


@dataclass(frozen=True, slots=True)
class Package:
    """What is installed: a package of an ecosystem in one version.

    On the PATH it is a program, whose version is what was measured first; `extra` are further
    packages that it needs.
    """

    ecosystem: Ecosystem
    name: str
    version: str
    extra: tuple[str, ...] = ()

    @property
    def pinned(self) -> str:
        """The package as a person would ask for it."""
        return f"{self.name} {self.version} ({self.ecosystem})"


OURS = Package("here", "pageful", importlib.metadata.version("pageful"))


def install(package: Package, cache: Path, patience: float = PATIENCE) -> Mapping[str, str]:
    """Return the environment in which a peer's programs are found, installed first if need be.

    An installation that takes longer than `patience` seconds is given up.

    Raises:
        NotInstalledError: it cannot be had here.
    """
    if package.ecosystem == "here":
        return _first_on_path(Path(sys.executable).parent)
    if package.ecosystem == "PATH":
        if shutil.which(package.name) is None:
            raise NotInstalledError("built from source only, and not on the PATH")
        return {"PATH": os.environ["PATH"]}
    place = cache / f"{package.name.replace('/', '-').lstrip('@')}-{package.version}"
    commands, programs = _INSTALLERS[package.ecosystem](package, place)
    done = place / ".installed"
    if not done.exists():
        for command in commands:
            _run(command, patience)
        done.touch()
    return _first_on_path(programs)


def _pypi(package: Package, place: Path) -> tuple[list[Sequence[str]], Path]:
    pip = (str(place / "bin" / "python"), "-m", "pip", "install", "--quiet")
    pinned = f"{package.name}=={package.version}"
    return [
        (sys.executable, "-m", "venv", str(place)),
        (*pip, "--disable-pip-version-check", pinned, *package.extra),
    ], place / "bin"


def _npm(package: Package, place: Path) -> tuple[list[Sequence[str]], Path]:
    options = ("--no-audit", "--no-fund", "--loglevel=error", "--prefix", str(place))
    pinned = f"{package.name}@{package.version}"
    place.mkdir(parents=True, exist_ok=True)
    return [("npm", "install", *options, pinned, *package.extra)], place / "node_modules" / ".bin"


def _crates(package: Package, place: Path) -> tuple[list[Sequence[str]], Path]:
    # What was compiled is kept, so that an installation that took too long goes on next time.
    kept = ("--target-dir", str(place / "target"))
    options = ("--quiet", "--locked", "--root", str(place), "--version", package.version, *kept)
    return [("cargo", "install", *options, package.name)], place / "bin"


_INSTALLERS: Mapping[str, Callable[[Package, Path], tuple[list[Sequence[str]], Path]]] = {
    "PyPI": _pypi,
    "npm": _npm,
    "crates.io": _crates,
}


def _run(command: Sequence[str], patience: float) -> None:
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=patience, check=False)
    except subprocess.TimeoutExpired as error:
        raise NotInstalledError(f"not installed within {patience:.0f} s") from error
    except OSError as error:
        raise NotInstalledError(f"{command[0]}: {error}") from error
    if ran.returncode:
        said = _complaints(ran.stderr or ran.stdout)
        why = said[0] if said else "it said nothing"
        raise NotInstalledError(f"{Path(command[0]).name} failed: {why}"[:160])


def _complaints(output: str) -> list[str]:
    """What an installer says in sentences, without hosts."""
    lines = [_HOST.sub("", line.strip()) for line in output.splitlines()]
    return [line for line in lines if len(line.split()) > 4]


def _first_on_path(directory: Path) -> Mapping[str, str]:
    return {"PATH": f"{directory}{os.pathsep}{os.environ['PATH']}"}
