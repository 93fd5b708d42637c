"""Facts about a project beside its index, in a JSON file in its directory."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from pageful.code.store.project_card import ProjectCard
from pageful.tool.errors import ToolError

_METADATA = "project.json"
_METADATA_LOCK = "project.lock"
_DAY = 86_400


def read_card(directory: Path) -> ProjectCard:
    """Read the facts about the project in a directory; none if the file is lost."""
    found = _read_metadata(directory)
    project_id = found.get("project_id")
    roots = tuple(_strings(found.get("repositories")))
    return ProjectCard(directory.name, project_id if isinstance(project_id, str) else None, roots)


def add_root(directory: Path, project_id: str, root: Path, indexed: list[Path]) -> None:
    """Add a repository to a project, to those that are `indexed` where the file is lost.

    Raises:
        ToolError: the directory can't be written.
    """
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        from filelock import FileLock  # loads asyncio, and few calls write

        with FileLock(directory / _METADATA_LOCK):
            known = read_card(directory).roots or tuple(map(str, indexed))
            roots = dict.fromkeys((*known, str(root)))
            _replace(directory / _METADATA, {"project_id": project_id, "repositories": [*roots]})
    except OSError as error:
        raise ToolError(
            f"The index can't be kept in {directory}: {error.strerror}.",
            "Make room or check the permissions, or name another directory with `--data`.",
        ) from error


def mark_as_used(directory: Path) -> None:
    """Note, once a day, that the index in a directory is in use: others are removed some day."""
    card = directory / _METADATA
    with suppress(OSError):
        if time.time() - card.stat().st_mtime > _DAY:
            os.utime(card)


def _read_metadata(directory: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError, RecursionError):
        card = json.loads((directory / _METADATA).read_text(encoding="utf-8"))
        if isinstance(card, dict):
            return card
    return {}


def _strings(listed: object) -> list[str]:
    return [each for each in listed if isinstance(each, str)] if isinstance(listed, list) else []


def _replace(path: Path, card: object) -> None:
    """Replace a JSON file atomically."""
    import tempfile

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
