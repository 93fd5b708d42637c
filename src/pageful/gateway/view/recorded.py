"""Results to look at: of a file, or the last ones that a gateway has kept in a directory."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from pageful.gateway.keeping import DirectoryStore, Kept
from pageful.gateway.recorded_result import Recorded, read_results, text_result
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError

_NEWEST = 50
"""Kept results that are listed: who looks for an older one has its id, and `recall`."""


class Results(Protocol):
    """A place that results come from."""

    @property
    def is_growing(self) -> bool:
        """Tell whether there may be more results later."""

    def list_all(self) -> tuple[Recorded, ...]:
        """List the results, the first to be shown first."""


@dataclass(frozen=True)
class FileResults:
    """The results of a file, as it was when it was read."""

    results: tuple[Recorded, ...]
    is_growing: bool = False

    def list_all(self) -> tuple[Recorded, ...]:
        """List the results in the file's order."""
        return self.results


@dataclass(frozen=True)
class KeptResults:
    """The last results that a gateway has kept with `--store DIR`: those that were cut."""

    store: DirectoryStore
    server: str = ""
    is_growing: bool = True

    def list_all(self) -> tuple[Recorded, ...]:
        """List the last results, the newest first."""
        return tuple(_of_kept(each, self.server) for each in self.store.newest(_NEWEST))


def read_file(path: Path, tool: str = "", server: str = "") -> FileResults:
    """Read the results of a file; `tool` and `server` name them where the file does not.

    Raises:
        ToolError: it can't be read, or has nothing.
    """
    return FileResults(read_results(path, tool or path.stem, server))


def open_store(directory: Path, server: str = "") -> KeptResults:
    """Open the directory of a gateway's `--store`; `server` is the name of its server.

    Raises:
        ToolError: there is none, or others can look into it.
    """
    if not directory.is_dir():
        raise ToolError(
            f"`--store {directory}` is no directory.",
            "Name the one that the gateway was started with: `pageful gateway --store DIR`.",
        )
    return KeptResults(DirectoryStore(directory), server)


def _of_kept(kept: Kept, server: str) -> Recorded:
    result = text_result(kept.json.decode(errors="replace"))
    return Recorded(kept.id, kept.tool, server, result, kept.time, is_kept=True)
