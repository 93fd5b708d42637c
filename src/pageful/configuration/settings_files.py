"""The files `pageful.toml` that count in a directory, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pageful.files.settings_places import find_project_settings, user_settings_place
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A file of settings; a project's is written by whoever wrote the project."""

    path: Path
    is_of_project: bool

    def read(self) -> Mapping[str, Any]:
        """Read the tables of the file.

        Raises:
            ToolError: it can't be read, or is no TOML.
        """
        import tomllib

        try:
            return tomllib.loads(self.path.read_text(encoding="utf-8-sig"))
        except OSError as error:
            problem = f"{self.path} can't be read: {error.strerror}."
            raise ToolError(problem, "Make it readable, or remove it.") from None
        except (ValueError, RecursionError) as error:
            raise ToolError(f"{self.path} is no TOML: {error}.", "Mend it.") from None


def find_settings_files(directory: Path | None = None) -> Iterator[SettingsFile]:
    """Yield the files that count in a directory, the user's first: a project's goes over it."""
    users, projects = user_settings_place(), _find_projects(directory)
    if users and users.is_file():
        yield SettingsFile(users, is_of_project=False)
    if projects and projects != users:
        yield SettingsFile(projects, is_of_project=True)


def _find_projects(directory: Path | None) -> Path | None:
    """Find the project's file; `None` also if the working directory was deleted."""
    try:
        return find_project_settings(directory or Path.cwd())
    except FileNotFoundError:
        return None
