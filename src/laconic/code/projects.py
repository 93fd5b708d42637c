"""Projects: what each is called, where its index is kept, and which repositories it has."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from platformdirs import user_data_path

from laconic.errors import ToolError

_LONGEST = 200
_CARD = "project.json"


@dataclass(frozen=True, slots=True)
class Project:
    """A project, isolated from every other: its index has a directory of its own."""

    id: str
    directory: Path

    @property
    def database_name(self) -> str:
        """The index's name: `cb_proj_<project>_<hash>`."""
        return self.directory.name

    @property
    def database(self) -> Path:
        """The file of the index."""
        return self.directory / "index.sqlite"

    @property
    def lock(self) -> Path:
        """The file that whoever writes the index holds locked."""
        return self.directory / "lock"

    @property
    def roots(self) -> tuple[Path, ...]:
        """The repositories' directories, as they were registered."""
        return tuple(map(Path, _card(self.directory).get("repositories", ())))

    def register(self, root: Path) -> None:
        """Add a repository to the project, for good.

        Raises:
            ToolError: the project's directory can't be written.
        """
        if root in self.roots:
            return
        roots = [str(each) for each in (*self.roots, root)]
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            _replace(self.directory / _CARD, {"project_id": self.id, "repositories": roots})
        except OSError as error:
            raise ToolError(
                f"The index can't be kept in {self.directory}: {error.strerror}.",
                "Make room or check the permissions, or name another directory with `--data`.",
            ) from error


@dataclass(frozen=True, slots=True)
class Projects:
    """All projects whose indexes are in one directory."""

    data: Path

    @classmethod
    def at(cls, data: Path | None) -> Projects:
        """The projects in `data`, or in the user's own data directory."""
        return cls(data.expanduser() if data else user_data_path("laconic") / "code")

    def named(self, project_id: str) -> Project:
        """The project of that name, whether or not it has an index yet.

        Raises:
            ToolError: no project can have that name.
        """
        if not project_id.strip() or len(project_id) > _LONGEST or not project_id.isprintable():
            raise ToolError(
                f"`project_id` {project_id[:80]!r} is no project's name.",
                f"A name has 1 to {_LONGEST} printable characters.",
            )
        slug = re.sub(r"[^a-z0-9]+", "_", project_id.lower()).strip("_")[:40]
        return Project(project_id, self.data / f"cb_proj_{slug or 'x'}_{_digest(project_id, 4)}")

    def of(self, roots: Sequence[Path]) -> Project:
        """The project that repositories make where nobody named one: after the first of them."""
        where = "\0".join(sorted(map(str, roots)))
        return self.named(f"{roots[0].name or 'root'}-{_digest(where, 3)}")

    def existing(self, project_id: str) -> Project:
        """The project of that name.

        Raises:
            ToolError: there is none; the error names those that there are.
        """
        project = self.named(project_id)
        if not (project.directory / _CARD).is_file():
            raise ToolError(f"There is no project {project_id!r}.", self.offer())
        return project

    def known(self) -> tuple[Project, ...]:
        """Every project that has an index, by name."""
        cards = sorted(self.data.glob(f"cb_proj_*/{_CARD}"))
        found = ((_card(path.parent).get("project_id"), path.parent) for path in cards)
        named = (Project(name, place) for name, place in found if isinstance(name, str))
        return tuple(sorted(named, key=lambda each: each.id))

    def holding(self, place: Path) -> tuple[Project, ...]:
        """The projects with a repository that `place` is in."""
        return tuple(p for p in self.known() if any(place.is_relative_to(r) for r in p.roots))

    def offer(self) -> str:
        """A sentence that says which projects there are."""
        names = ", ".join(repr(each.id) for each in self.known())
        if not names:
            return "Nothing is indexed yet: call index_repository with a `repo_path` first."
        return f"Known projects: {names}."


def _digest(text: str, size: int) -> str:
    return blake2b(os.fsencode(text), digest_size=size).hexdigest()


def _card(directory: Path) -> dict[str, str | list[str]]:
    with suppress(OSError, ValueError):
        card = json.loads((directory / _CARD).read_text(encoding="utf-8"))
        if isinstance(card, dict):
            return card
    return {}


def _replace(path: Path, card: object) -> None:
    """Write the whole file or nothing of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(card, file)
    Path(name).replace(path)
