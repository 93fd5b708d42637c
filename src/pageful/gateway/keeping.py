"""Results by id: in memory within bounds, the oldest go first; or in sealed files."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError

MEMORY_LIMIT = 64 * 1024 * 1024
"""Bytes of results that are kept at most, in memory or in a directory."""

_GONE_REMEMBERED = 200
"""Results whose call is still known after they have gone."""

_AGE_LIMIT = 7 * 24 * 3600
"""Seconds that files are kept: a resumed session is seldom older."""

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Characters of ids, without those that are read as others."""

_ID_LENGTH = 4
"""Characters of an id, of which there are a million: two sessions seldom have the same, so an old
one is not taken for another."""

_SECRET_LENGTH = 20
"""Characters of an id that nobody is to guess: 100 bits."""

_MARK = b"pageful result 1\n"


@dataclass(frozen=True)
class Kept:
    """A result that is kept: the tool that gave it, when, and its data as JSON."""

    id: str
    tool: str
    time: float
    json: bytes

    @property
    def value(self) -> Any:
        """Read the data."""
        from pageful.anything.json_text import read_json

        return read_json(self.json.decode(errors="surrogatepass"))

    def __str__(self) -> str:
        """Say which call gave it."""
        return f"`{self.id}` ({self.tool}, {_clock(self.time)})"


class Store(Protocol):
    """A place that keeps results."""

    @property
    def id_length(self) -> int:
        """Return the characters of its ids."""

    def keep(self, tool: str, text: str) -> str:
        """Keep data, as JSON, and return their id."""

    def find(self, identifier: str) -> Kept | None:
        """Find a kept result."""

    def list_kept(self) -> Iterable[Kept]:
        """List what is kept, the newest first."""

    def find_gone(self, identifier: str) -> Kept | None:
        """Find what is known of a result that was kept and has gone; without its data."""


@dataclass
class MemoryStore:
    """A store in memory, of one client's session; or of several clients that have none.

    What is shared has ids that nobody guesses, and is not listed: who has an id has the result.
    """

    limit: int = MEMORY_LIMIT
    is_shared: bool = False
    _kept: dict[str, Kept] = field(default_factory=dict)
    _gone: dict[str, Kept] = field(default_factory=dict)
    _size: int = 0

    @property
    def id_length(self) -> int:
        """Return the characters of its ids."""
        return _SECRET_LENGTH if self.is_shared else _ID_LENGTH

    def keep(self, tool: str, text: str) -> str:
        """Keep data, as JSON, and return their id; the oldest go where there is no room."""
        identifier = _new_id(self._kept, self.id_length)
        kept = Kept(identifier, tool, time.time(), text.encode())
        self._kept[kept.id] = kept
        self._size += len(kept.json)
        while self._size > self.limit and len(self._kept) > 1:
            self._forget(next(iter(self._kept)))
        return kept.id

    def find(self, identifier: str) -> Kept | None:
        """Find a kept result."""
        return self._kept.get(identifier)

    def list_kept(self) -> Iterable[Kept]:
        """List what is kept, the newest first."""
        return () if self.is_shared else tuple(reversed(self._kept.values()))

    def find_gone(self, identifier: str) -> Kept | None:
        """Find what is known of a result that was kept and has gone."""
        return self._gone.get(identifier)

    def _forget(self, identifier: str) -> None:
        kept = self._kept.pop(identifier)
        self._size -= len(kept.json)
        self._gone[identifier] = Kept(kept.id, kept.tool, kept.time, b"")
        if len(self._gone) > _GONE_REMEMBERED:
            del self._gone[next(iter(self._gone))]


@dataclass
class DirectoryStore:
    """A store in a directory: checksummed files that only their owner can read."""

    directory: Path
    limit: int = MEMORY_LIMIT
    id_length: int = _ID_LENGTH

    def __post_init__(self) -> None:
        """Make the directory.

        Raises:
            ToolError: it can't be made, or others can look into it.
        """
        try:
            self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            mode = self.directory.stat().st_mode
        except OSError as error:
            problem = f"`--store {self.directory}` can't be used: {error.strerror}."
            raise ToolError(problem, "Name a directory that can be written.") from None
        if mode & 0o077:
            raise ToolError(
                f"`--store {self.directory}` can be read by other users.",
                f"Make it yours alone: `chmod 700 '{self.directory}'`.",
            )

    def keep(self, tool: str, text: str) -> str:
        """Keep data, as JSON, and return their id.

        Raises:
            OSError: the file can't be written.
        """
        from pageful.files.checksummed_file import write

        identifier = _new_id({path.stem for path in self._files()})
        head = json.dumps({"tool": tool, "time": time.time()}).encode()
        write(self._file(identifier), _MARK, head, [text.encode()])
        self._prune()
        return identifier

    def find(self, identifier: str) -> Kept | None:
        """Find a kept result; `None` also where its file is damaged."""
        from pageful.files.checksummed_file import unpack

        if not identifier or any(character not in _ALPHABET for character in identifier):
            return None
        try:
            head, body = unpack(self._file(identifier).read_bytes(), _MARK)
            said = json.loads(bytes(head))
            return Kept(identifier, said["tool"], said["time"], bytes(body))
        except (OSError, ValueError, KeyError):
            return None

    def newest(self, count: int) -> Iterable[Kept]:
        """Read the newest of what is kept, the newest first."""
        found = (self.find(path.stem) for path in reversed(self._files()[-count:]))
        return tuple(kept for kept in found if kept)

    def list_kept(self) -> Iterable[Kept]:
        """List what is kept, the newest first."""
        found = (self.find(path.stem) for path in reversed(self._files()))
        return tuple(kept for kept in found if kept)

    def find_gone(self, identifier: str) -> Kept | None:  # noqa: ARG002 -- a store's promise
        """Return nothing: of a file that was deleted nothing is known."""
        return None

    def _file(self, identifier: str) -> Path:
        return self.directory / f"{identifier}.result"

    def _files(self) -> list[Path]:
        """List the files, the oldest first."""
        found = [(path.stat().st_mtime, path) for path in self.directory.glob("[!.]*.result")]
        return [path for _, path in sorted(found)]

    def _prune(self) -> None:
        """Delete what is too old, and the oldest of what is too much."""
        files = self._files()
        size = sum(path.stat().st_size for path in files)
        oldest = time.time() - _AGE_LIMIT
        for path in files[:-1]:
            if size <= self.limit and path.stat().st_mtime >= oldest:
                return
            size -= path.stat().st_size
            path.unlink(missing_ok=True)


def make_store(place: str) -> Store | None:
    """Make the store that `--store` names: `memory`, `off`, or a directory.

    Raises:
        ToolError: the directory can't be used.
    """
    if place == "off":
        return None
    return MemoryStore() if place == "memory" else DirectoryStore(Path(os.path.abspath(place)))  # noqa: PTH100


def _new_id(taken: Iterable[str], length: int = _ID_LENGTH) -> str:
    known = set(taken)
    while True:
        identifier = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in os.urandom(length))
        if identifier not in known and not identifier.isdigit():
            return identifier


def _clock(seconds: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(seconds))
