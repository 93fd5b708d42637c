"""Kept data of all vaults: their notes, their words and their cards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path

from pageful.tool.kept_data import KeptData, is_gone, last_change
from pageful.vault.snapshot.parse_cache import SUFFIXES, cache_directory, read_root


def kept_notes() -> Iterator[KeptData]:
    """List what is kept of each vault."""
    with suppress(OSError, RuntimeError):
        files = sorted(each for each in cache_directory().iterdir() if each.suffix in SUFFIXES)
        for stem, group in groupby(files, lambda file: file.stem):
            yield _kept_data(stem, tuple(group))


def _kept_data(stem: str, files: tuple[Path, ...]) -> KeptData:
    root = next(filter(None, map(read_root, files)), "")
    used = max(map(last_change, files))
    return KeptData("notes", root or stem, files, used, bool(root) and is_gone(root))
