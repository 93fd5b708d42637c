"""Projects: what each is called, where its index is kept, and which repositories it has."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from filelock import FileLock
from platformdirs import user_data_path

from pageful.code.scan.quoting import quoted
from pageful.tool.errors import ToolError

_LONGEST = 200
_LONGEST_NAME = 100
_CARD = "project.json"
_INDEX = "index.sqlite"
_CARD_LOCK = "project.lock"


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
        return self.directory / _INDEX

    @property
    def lock(self) -> Path:
        """The file that whoever writes the index holds locked."""
        return self.directory / "lock"

    @property
    def rebuilt(self) -> Path:
        """The file that changes whenever the index is built anew."""
        return self.directory / "rebuilt"

    @property
    def roots(self) -> tuple[Path, ...]:
        """The repositories' directories, as they were registered."""
        listed = _card(self.directory).get("repositories")
        # A project whose card is lost still has an index, which must not become silently stale.
        return tuple(map(Path, _texts(listed) or _indexed(self.database)))

    def make_directory(self) -> None:
        """Make the index's directory, for its user alone: it holds the text of what is indexed.

        Raises:
            OSError: it can't be made.
        """
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)

    def register(self, root: Path) -> None:
        """Add a repository to the project, for good.

        Raises:
            ToolError: the project's directory can't be written.
        """
        if self._has(root):
            return
        try:
            self.make_directory()
            with FileLock(self.directory / _CARD_LOCK):
                self._add(root)
        except OSError as error:
            raise ToolError(
                f"The index can't be kept in {self.directory}: {error.strerror}.",
                "Make room or check the permissions, or name another directory with `--data`.",
            ) from error

    def _has(self, root: Path) -> bool:
        card = _card(self.directory)
        return card.get("project_id") == self.id and str(root) in _texts(card.get("repositories"))

    def _add(self, root: Path) -> None:
        roots = dict.fromkeys(map(str, (*self.roots, root)))
        _replace(self.directory / _CARD, {"project_id": self.id, "repositories": [*roots]})


@dataclass(frozen=True, slots=True)
class Projects:
    """All projects whose indexes are in one directory."""

    data: Path

    @classmethod
    def at(cls, data: Path | None) -> Projects:
        """The projects in `data`, or in the user's own data directory.

        Raises:
            ToolError: the user has no home directory that could be told.
        """
        try:
            return cls(data.expanduser() if data else user_data_path("pageful") / "code")
        except RuntimeError as error:
            raise ToolError(
                f"There is no directory to keep indexes in: {str(error).rstrip('.')}.",
                "Name one in full with `--data`, or set HOME.",
            ) from None

    def named(self, project_id: str) -> Project:
        """The project of that name, whether or not it has an index yet.

        Raises:
            ToolError: no project can have that name.
        """
        if not project_id.strip() or len(project_id) > _LONGEST or not project_id.isprintable():
            raise ToolError(
                f"`project_id` {quoted(project_id)} is no project's name.",
                f"A name has 1 to {_LONGEST} printable characters.",
            )
        slug = re.sub(r"[^a-z0-9]+", "_", project_id.lower()).strip("_")[:40]
        return Project(project_id, self.data / f"cb_proj_{slug or 'x'}_{_digest(project_id, 4)}")

    def of(self, roots: Sequence[Path]) -> Project:
        """The project that repositories make where nobody named one: after the first of them."""
        where = "\0".join(sorted(map(str, roots)))
        name = "".join(filter(str.isprintable, roots[0].name))[:_LONGEST_NAME]
        return self.named(f"{name or 'root'}-{_digest(where, 3)}")

    def existing(self, project_id: str) -> Project:
        """The project of that name.

        Raises:
            ToolError: there is none; the error names those that there are.
        """
        project = self.named(project_id)
        if not project.roots:
            raise ToolError(f"There is no project {project_id!r}.", self.offer())
        return project

    def known(self) -> tuple[Project, ...]:
        """Every project that has an index, by name."""
        named = map(self._kept_in, self.data.glob("cb_proj_*"))
        return tuple(sorted(filter(None, named), key=lambda each: each.id))

    def _kept_in(self, directory: Path) -> Project | None:
        """The project in a directory; where its card is lost, as its name and repositories tell."""
        name = _card(directory).get("project_id")
        if isinstance(name, str):
            return Project(name, directory)
        roots = [Path(root) for root in _indexed(directory / _INDEX)]
        slug = directory.name.removeprefix("cb_proj_").rpartition("_")[0]
        likely = [self.named(slug), self.of(roots)] if roots and slug else []
        return next((each for each in likely if each.directory == directory), None)

    def holding(self, place: Path) -> tuple[Project, ...]:
        """The projects with the innermost repository that `place` is in."""
        around = [(root, p) for p in self.known() for root in p.roots if place.is_relative_to(root)]
        deepest = max((len(root.parts) for root, _ in around), default=0)
        return tuple(project for root, project in around if len(root.parts) == deepest)

    def offer(self) -> str:
        """A sentence that says which projects there are."""
        names = ", ".join(repr(each.id) for each in self.known())
        if not names:
            return "Nothing is indexed yet: call index_repository with a `repo_path` first."
        return f"Known projects: {names}."


def _digest(text: str, size: int) -> str:
    return blake2b(os.fsencode(text), digest_size=size).hexdigest()


def _card(directory: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError, RecursionError):
        card = json.loads((directory / _CARD).read_text(encoding="utf-8"))
        if isinstance(card, dict):
            return card
    return {}


def _texts(listed: object) -> list[str]:
    return [each for each in listed if isinstance(each, str)] if isinstance(listed, list) else []


def _indexed(database: Path) -> list[str]:
    """The repositories that an index has, whether or not they are registered."""
    if not database.is_file():
        return []
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as connection:
        return [root for (root,) in connection.execute("SELECT root FROM repository ORDER BY id")]
    return []


def _replace(path: Path, card: object) -> None:
    """Write the whole file or nothing of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(card, file)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
