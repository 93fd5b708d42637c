"""This installation: Python, the package, its program, its extras, and git."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pageful.hook.installing import find_starter
from pageful.tool.errors import ToolError
from pageful.tool.family_setup import Finding
from pageful.tool.tool import Family

Families = Mapping[str, Callable[[], Family[Any]]]

_EXTRAS = (("mcp", "mcp", "servers"), ("gateway", "yaml", "results in YAML behind the gateway"))
"""Extras that are no family's: a module of each, and what it is for."""

_SECONDS = 10
"""Seconds for git to say its version."""


def examine_installation(families: Families) -> Iterator[Finding]:
    """Yield what is found of this installation."""
    yield Finding("Python", "ok", f"{platform.python_version()} ({sys.executable})")
    yield _examine_program()
    for name in families:
        yield _examine_family(name, families[name])
    for extra, module, use in _EXTRAS:
        if find_spec(module) is None:
            mend = f"`pip install 'pageful[{extra}]'` brings it."
            yield Finding(extra, "note", f"not installed; it is for {use}", mend)
        else:
            yield Finding(extra, "ok", "installed")
    yield _examine_git()


def _examine_program() -> Finding:
    from importlib.metadata import version

    number = version("pageful")
    try:
        program = find_starter().program
    except ToolError as error:
        return Finding("pageful", "wrong", f"{number}. {error.problem}", error.remedy)
    found = shutil.which("pageful")
    if found is None:
        mend = f"To type `pageful` alone, put {Path(program).parent} into the PATH."
        return Finding("pageful", "note", f"{number} ({program}), not on the PATH", mend)
    if not Path(found).samefile(program):
        mend = "Uninstall one of the two, or put the other first into the PATH."
        text = f"{number} ({program}); another one comes first in the PATH: {found}"
        return Finding("pageful", "note", text, mend)
    return Finding("pageful", "ok", f"{number} ({program})")


def _examine_family(name: str, load: Callable[[], Family[Any]]) -> Finding:
    try:
        load()
    except ToolError as error:
        return Finding(name, "note", error.problem, error.remedy)
    return Finding(name, "ok", "installed")


def _examine_git() -> Finding:
    git = shutil.which("git")
    if git is None:
        mend = "Install it (Debian and Ubuntu: `apt-get install git`)."
        return Finding("git", "note", "not found: pages of builds name no changed lines", mend)
    try:
        ended = subprocess.run(
            [git, "--version"], capture_output=True, timeout=_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        mend = f"Run `{git} --version`, and mend what it says."
        return Finding("git", "wrong", f"{git} does not start", mend)
    version = ended.stdout.decode(errors="replace").removeprefix("git version ").strip()
    return Finding("git", "ok", f"{version} ({git})")
