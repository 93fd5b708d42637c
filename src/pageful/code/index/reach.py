"""Access control of a server: the repositories that its callers may index and search."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pageful.code.index.projects import Project, Projects
from pageful.code.scan.quoting import quote
from pageful.code.scan.work_tree import WorkTree
from pageful.lazy.dataclasses import dataclass
from pageful.text.units import list_names
from pageful.tool.errors import ToolError

_MOST_NAMED = 12
_NO_END = "It may index none."


@dataclass(frozen=True, slots=True)
class Reach:
    """The repositories that a server is confined to: those it was given with `--repo`.

    A server without any is confined to the repository it was started in and to those that were
    indexed before, for instance in a shell.
    """

    given: tuple[Path, ...]
    projects: Projects

    def check_directory(self, path: Path) -> None:
        """Refuse a directory that is out of reach, whether or not it exists.

        Raises:
            ToolError: it is out of reach; the error lists what is not, and the option for more.
        """
        with suppress(ValueError, OSError, RuntimeError):  # no path at all, which is told later
            real = Path(os.path.realpath(path.expanduser()))
            if not path.expanduser().is_absolute() or _is_within(real, self._allowed_roots()):
                return
            raise ToolError(f"This server may not index {quote(path)}.", self._remedy(str(path)))

    def check_project(self, project: Project) -> None:
        """Refuse a project with a repository that is out of reach.

        Raises:
            ToolError: the project has one; the error names the option that admits it.
        """
        if self.given and not all(_is_within(root, self.given) for root in project.roots):
            problem = f"This server may not search the project {quote(project.id)}."
            raise ToolError(problem, self._remedy("PATH"))

    def _allowed_roots(self) -> tuple[Path, ...]:
        if self.given:
            return self.given
        indexed = [root for project in self.projects.all() for root in project.roots]
        return tuple(dict.fromkeys([*working_repository(), *indexed]))

    def _remedy(self, path: str) -> str:
        allowed = self._allowed_roots()
        confined = f"It is confined to {list_names([str(each) for each in allowed], _MOST_NAMED)}."
        option = f"Start it with `--repo {path}` as well, or with `--any-repo` for any directory"
        shell = "" if self.given else f"; or index it in a shell, `pageful code index {path}`"
        return f"{confined if allowed else _NO_END} {option}{shell}."


def _is_within(path: Path, roots: Sequence[Path]) -> bool:
    return any(path.is_relative_to(root) for root in roots)


def working_repository() -> tuple[Path, ...]:
    """Find the work tree around the current directory, or else that directory itself.

    Never the user's home or a parent of it: a server started there has chosen no repository.
    """
    with suppress(OSError, RuntimeError):
        here, home = Path.cwd().resolve(), Path.home().resolve()
        tree = WorkTree.around(here)
        for path in (tree.root, here) if tree else (here,):
            if not home.is_relative_to(path):
                return (path,)
    return ()
