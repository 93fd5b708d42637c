"""Set-up of the code family: a git repository, and the state of its index."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.code.settings import CodeSettings
from pageful.tool.errors import ToolError
from pageful.tool.family_setup import FamilySetup, Finding

if TYPE_CHECKING:
    from pageful.code.index.projects import Project

# What reads indexes is loaded only where one is looked at.

_FOR_AGENTS = ("--response-format", "markdown", "--detail-level", "concise")

_PARAGRAPH = """\
Code: call `search_code` to find where something is done when you don't know its name, `find_code`
for every line with a text or a name (callers with the function around each; in place of `grep
-rn`), and `show_code` with several places (`["cart.py::add_item", "store.py:40-60"]`) in place of
reading whole files. The index follows the files by itself.
"""


def _detect(directory: Path) -> str:
    """Say that a directory is in a git repository, unless that one holds a vault of notes."""
    for each in (directory, *directory.parents):
        if (each / ".git").exists():
            return "" if (each / ".obsidian").is_dir() else "a git repository"
    return ""


def _examine(settings: CodeSettings, directory: Path) -> Iterator[Finding]:
    from pageful.code.index.projects import Projects

    try:
        projects = Projects.at(settings.data).all()
    except ToolError as error:
        yield Finding("index", "wrong", error.problem, error.remedy)
        return
    here = [each for each in projects if any(_is_around(root, directory) for root in each.roots)]
    if not here:
        text = "none of this directory yet; the first search makes it"
        yield Finding("index", "note", text, "To make it now: `pageful code index .`")
    for project in here:
        yield _examine_index(project)


def _is_around(root: Path, directory: Path) -> bool:
    return root == directory.resolve() or root in directory.resolve().parents


def _examine_index(project: Project) -> Finding:
    from pageful.code.index.projects import RebuildNeeded

    if not project.store.exists(project.database_name):
        return Finding(f"index {project.id}", "note", "empty; the first search fills it")
    try:
        return Finding(f"index {project.id}", "ok", _describe(project))
    except RebuildNeeded as damage:
        mend = "The next search makes it anew; `pageful code index .` does so now."
        return Finding(f"index {project.id}", "note", f"it can't be used: {damage}", mend)
    except ToolError as error:
        return Finding(f"index {project.id}", "wrong", error.problem, error.remedy)


def _describe(project: Project) -> str:
    from pageful.code.index.status import status_of
    from pageful.text.units import count
    from pageful.tool.context import Caller

    caller = Caller()
    with project.open(caller) as index:
        status = status_of(project, index, caller)
    pending = sum(each.pending_files or 0 for each in status.repositories)
    roots = ", ".join(each.repository for each in status.repositories)
    changed = f", {pending:,} changed since, which the next search reads" if pending else ""
    return f"{count(status.files, 'file')} of {roots}{changed}"


SETUP = FamilySetup("repo", _detect, _FOR_AGENTS, _PARAGRAPH, _examine)
