"""The places of `pageful.toml`: the user's, and that of a project."""

from __future__ import annotations

import os
from pathlib import Path

FILE_NAME = "pageful.toml"


def user_settings_place() -> Path | None:
    """Return where the user's file is or would be; nowhere without a home directory."""
    home = os.environ.get("XDG_CONFIG_HOME")
    try:
        place = Path(home) if home else Path.home() / ".config"
    except RuntimeError:
        return None
    return place / "pageful" / FILE_NAME


def find_project_settings(directory: Path) -> Path | None:
    """Find the file of a directory, or the nearest above it within the same git repository.

    Outside of a repository nothing says where a project ends, and a directory above may be
    anybody's, as `/tmp` is.
    """
    if (file := directory / FILE_NAME).is_file():
        return file
    found = None
    for each in (directory, *directory.parents):
        if found is None and (each / FILE_NAME).is_file():
            found = each / FILE_NAME
        if (each / ".git").exists():
            return found
    return None
