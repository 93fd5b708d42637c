"""The repositories that the callers of a server may have indexed and searched."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pageful.code.index.projects import Project, Projects
from pageful.code.scan.quoting import quoted
from pageful.code.scan.work_tree import WorkTree
from pageful.text.units import listed
from pageful.tool.errors import ToolError

_MOST_NAMED = 12
_NO_END = "It may index none."


@dataclass(frozen=True, slots=True)
class Reach:
    """What a server is confined to: the repositories it was given, with all that is in them.

    A server that was given none is confined to the repository it was started in, and to what was
    indexed before, in a shell for instance.
    """

    given: tuple[Path, ...]
    projects: Projects

    def check_directory(self, path: Path) -> None:
        """Refuse a directory that is out of reach, whether or not there is one.

        Raises:
            ToolError: it is; the error names what is within reach, and the option for more.
        """
        with suppress(ValueError, OSError, RuntimeError):  # no path at all, which is told later
            real = Path(os.path.realpath(path.expanduser()))
            if not path.expanduser().is_absolute() or _is_within(real, self._allowed()):
                return
            raise ToolError(f"This server may not index {quoted(path)}.", self._remedy(str(path)))

    def check_project(self, project: Project) -> None:
        """Refuse a project that has a repository out of reach.

        Raises:
            ToolError: it has one; the error says what would bring it within reach.
        """
        if self.given and not all(_is_within(root, self.given) for root in project.roots):
            problem = f"This server may not search the project {quoted(project.id)}."
            raise ToolError(problem, self._remedy("PATH"))

    def _allowed(self) -> tuple[Path, ...]:
        if self.given:
            return self.given
        indexed = [root for project in self.projects.known() for root in project.roots]
        return tuple(dict.fromkeys([*_working_repository(), *indexed]))

    def _remedy(self, path: str) -> str:
        allowed = self._allowed()
        confined = f"It is confined to {listed([str(each) for each in allowed], _MOST_NAMED)}."
        option = f"Start it with `--repo {path}` as well, or with `--any-repo` for any directory"
        shell = "" if self.given else f"; or index it in a shell, `pageful code index {path}`"
        return f"{confined if allowed else _NO_END} {option}{shell}."


def _is_within(path: Path, roots: Sequence[Path]) -> bool:
    return any(path.is_relative_to(root) for root in roots)


def _working_repository() -> tuple[Path, ...]:
    """The work tree that this process was started in, or else the directory itself.

    Never the user's home or what that is in: who starts a server there has chosen no repository.
    """
    with suppress(OSError, RuntimeError):
        here, home = Path.cwd().resolve(), Path.home().resolve()
        tree = WorkTree.around(here)
        for place in (tree.root, here) if tree else (here,):
            if not home.is_relative_to(place):
                return (place,)
    return ()
