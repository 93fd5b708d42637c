"""Projects: the name, the index directory and the repositories of each."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.code.scan.quoting import quote
from pageful.code.store.choosing import store_at
from pageful.code.store.damage import DamagedIndexError
from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.code.store.project_card import ProjectCard
    from pageful.code.store.protocol import Index, Store

_LONGEST = 200  # characters of a name, far more than any that a person types
_LONGEST_NAME = 100  # of a directory's name in the name of a project made after it


@dataclass(frozen=True, slots=True)
class Project:
    """A project, its directory, which it shares with no other, and the store of its index."""

    id: str
    directory: Path
    store: Store

    @property
    def database_name(self) -> str:
        """The index's name: `cb_proj_<project>_<hash>`."""
        return self.directory.name

    @property
    def roots(self) -> tuple[Path, ...]:
        """The repositories' directories, as they were registered."""
        card = self.store.card(self.database_name)
        # A project whose metadata is lost still has an index, which must not become silently stale.
        roots = card.roots if card else ()
        return tuple(map(Path, roots or self.store.roots(self.database_name)))

    @contextmanager
    def open(self, caller: Caller) -> Iterator[Index]:
        """Open the project's index, creating it if it does not exist.

        Raises:
            RebuildNeeded: the index can't be read, or its damage made the block fail.
            ToolError: the index can't be opened.
        """
        incarnation = self.store.incarnation(self.database_name)
        try:
            with self.store.open(self.database_name) as index:
                yield index
        except DamagedIndexError as damage:
            raise RebuildNeeded(str(damage), self, incarnation, caller) from damage

    def write_lock(self, caller: Caller, *, wait: bool = True) -> AbstractContextManager[bool]:
        """Hold the write lock of the index, as `Store.write_lock` says."""
        return self.store.write_lock(self.database_name, caller, wait=wait)

    def register(self, root: Path) -> None:
        """Add a repository to the project permanently.

        Raises:
            ToolError: the store can't be written.
        """
        card = self.store.card(self.database_name)
        if card is None or card.project_id != self.id or str(root) not in card.roots:
            self.store.add_root(self.database_name, self.id, root)
            self._prune_others()

    def _prune_others(self) -> None:
        """Remove indexes of other projects that nobody has used for long, where this one is."""
        if self.directory.is_dir():
            from pageful.code.index.kept_indexes import prune_indexes

            prune_indexes(self.directory.parent)


class RebuildNeeded(DamagedIndexError):
    """The index of a project has to be rebuilt, for the caller who found it damaged.

    `incarnation` is that of the damaged index: another one means that somebody has rebuilt it.
    """

    def __init__(self, reason: str, project: Project, incarnation: str, caller: Caller) -> None:
        super().__init__(reason)
        self.project = project
        self.incarnation = incarnation
        self.caller = caller


class SeveralProjects(ToolError):
    """Several projects may be meant, and a call names none."""

    def __init__(self, projects: Sequence[Project]) -> None:
        remedy = f"Say which with `project_id`. {_list_known(projects)}"
        super().__init__("Several projects are indexed.", remedy)
        self.projects = projects


@dataclass(frozen=True, slots=True)
class Projects:
    """The projects in the directory `data`, whose indexes are in a store."""

    data: Path
    store: Store

    @classmethod
    def at(cls, data: Path | None, store: str = "") -> Projects:
        """Open the projects in `data`, by default in the user's data directory.

        Their indexes are in the store at an address, if there is one (`store.choosing`).

        Raises:
            ToolError: the user's home directory is unknown, or there can be no such store.
        """
        try:
            from platformdirs import user_data_path

            place = data.expanduser() if data else user_data_path("pageful") / "code"
        except RuntimeError as error:
            raise ToolError(
                f"There is no directory to keep indexes in: {str(error).rstrip('.')}.",
                "Name one in full with `--data`, or set HOME.",
            ) from None
        return cls(place, store_at(place, store))

    def by_name(self, project_id: str) -> Project:
        """Return the project of that name, whether or not it has an index yet.

        Raises:
            ToolError: no project can have that name.
        """
        if not project_id.strip() or len(project_id) > _LONGEST or not project_id.isprintable():
            raise ToolError(
                f"`project_id` {quote(project_id)} is no project's name.",
                f"A name has 1 to {_LONGEST} printable characters.",
            )
        slug = re.sub(r"[^a-z0-9]+", "_", project_id.lower()).strip("_")[:40]
        name = f"cb_proj_{slug or 'x'}_{_digest(project_id, 4)}"
        return Project(project_id, self.data / name, self.store)

    def for_roots(self, roots: Sequence[Path]) -> Project:
        """Return the project for repositories without a named project, called after the first."""
        where = "\0".join(sorted(map(str, roots)))
        name = "".join(filter(str.isprintable, roots[0].name))[:_LONGEST_NAME]
        return self.by_name(f"{name or 'root'}-{_digest(where, 3)}")

    def find(self, project_id: str) -> Project:
        """Find the project of that name among those with an index.

        Raises:
            ToolError: there is no such project; the error lists the known ones.
        """
        project = self.by_name(project_id)
        if not project.roots:
            raise ToolError(f"There is no project {project_id!r}.", self.describe_choices())
        return project

    def all(self) -> tuple[Project, ...]:
        """List every project that has an index, sorted by name."""
        named = map(self._project_of, self.store.cards())
        return tuple(sorted(filter(None, named), key=lambda each: each.id))

    def _project_of(self, card: ProjectCard) -> Project | None:
        """Return the project of a card, from its name and its index if what it says is lost."""
        if card.project_id is not None:
            return Project(card.project_id, self.data / card.name, self.store)
        roots = self.store.roots(card.name)
        slug = card.name.removeprefix("cb_proj_").rpartition("_")[0]
        likely = [self.by_name(slug), self.for_roots(roots)] if roots and slug else []
        return next((each for each in likely if each.database_name == card.name), None)

    def containing(self, path: Path) -> tuple[Project, ...]:
        """Find the projects with the innermost repository that contains a path."""
        around = [(root, p) for p in self.all() for root in p.roots if path.is_relative_to(root)]
        deepest = max((len(root.parts) for root, _ in around), default=0)
        return tuple(project for root, project in around if len(root.parts) == deepest)

    def describe_choices(self) -> str:
        """Compose a sentence that lists the known projects."""
        known = self.all()
        if not known:
            return "Nothing is indexed yet: call index_repository with a `repo_path` first."
        return _list_known(known)


def _list_known(projects: Sequence[Project]) -> str:
    return f"Known projects: {', '.join(repr(each.id) for each in projects)}."


def _digest(text: str, size: int) -> str:
    return blake2b(os.fsencode(text), digest_size=size).hexdigest()
