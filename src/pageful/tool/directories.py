"""Directories that a program is started on."""

from __future__ import annotations

from pathlib import Path

from pageful.tool.errors import ToolError


def require_directory(path: Path, role: str, remedy: str) -> None:
    """Refuse to start on a directory that does not exist; `role` is what it would be.

    Raises:
        ToolError: it does not exist, is no directory, or can't be looked at.
    """
    try:
        there = path.is_dir()
    except OSError as error:
        problem = f"The {role} {path} can't be opened: {error.strerror or error}."
        raise ToolError(problem, remedy) from None
    if not there:
        raise ToolError(f"The {role} {path} is no directory.", remedy)
