"""Folders with files that tests make."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def fill(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, by their paths, and return the folder."""
    root.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root
