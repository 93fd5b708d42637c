"""The directory of the vault that is meant where none is named."""

from __future__ import annotations

from pathlib import Path


def find_vault(start: Path) -> Path:
    """Return the directory, or the nearest above it, with `.obsidian`; else the directory."""
    start = Path(start).resolve()
    return next((each for each in (start, *start.parents) if (each / ".obsidian").is_dir()), start)
