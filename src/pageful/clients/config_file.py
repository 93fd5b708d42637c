"""A client's configuration file: read, compared, and written whole or not at all."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pageful.clients.document import Document, UnreadableDocument
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError

_BOM = "\ufeff"
_LARGEST = 64 * 1024 * 1024
"""Bytes: Claude Code keeps histories in its configuration, of some megabytes."""

_CONTEXT = 1
"""Lines around a change in a diff: further ones may show a token that has nothing to do with it."""


@dataclass(frozen=True)
class ConfigFile:
    """A file as it was read. What leaves it is written only if it is still the same."""

    path: Path
    data: bytes

    @property
    def text(self) -> str:
        """Return the text, with a byte order mark if there is one."""
        return self.data.decode()

    def parse(self) -> Document:
        """Read the text, as TOML or as JSON with comments by the file's name.

        Raises:
            ToolError: it is neither.
        """
        return parse_document(self.path, self.text)

    def diff(self, new: str) -> Iterator[str]:
        """Yield the lines of a unified diff to a new text."""
        name = str(self.path)
        old_lines, new_lines = self.text.splitlines(), new.splitlines()
        return difflib.unified_diff(old_lines, new_lines, name, name, n=_CONTEXT, lineterm="")

    def write(self, new: str) -> None:
        """Replace the file's content at once, its mode kept; links are followed.

        Raises:
            ToolError: it can't be written, or somebody else has changed it since it was read.
        """
        target = self.path.resolve()
        try:
            if target.read_bytes() != self.data:
                raise ToolError(
                    f"{self.path} was changed while it was read; nothing was written.",
                    "Close the client that uses it, and try again.",
                )
            _replace(target, new.encode())
        except OSError as error:
            problem = f"{self.path} can't be written: {error.strerror}; it is as it was."
            raise ToolError(problem, "Make the file and its directory writable.") from None

    def delete(self) -> None:
        """Delete the file.

        Raises:
            ToolError: it can't be deleted, or somebody else has changed it since it was read.
        """
        try:
            if self.path.read_bytes() != self.data:
                raise ToolError(f"{self.path} was changed while it was read.", "Try again.")
            self.path.unlink()
        except OSError as error:
            problem = f"{self.path} can't be deleted: {error.strerror}; it is as it was."
            raise ToolError(problem, "Make its directory writable.") from None


def create_config(path: Path, text: str) -> None:
    """Write a file that is not there yet, with the directories that it needs.

    Raises:
        ToolError: it can't be written, or is there already.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError as error:
        problem = f"{path} can't be written: {error.strerror}; nothing was changed."
        raise ToolError(problem, "Make its directory writable.") from None


def read_config_if_any(path: Path) -> ConfigFile | None:
    """Read a configuration file, if there is one.

    Raises:
        ToolError: it is no file, too large, or no text in UTF-8.
    """
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        pass
    return read_config(path)


def read_config(path: Path) -> ConfigFile:
    """Read a configuration file.

    Raises:
        ToolError: it is not there, no file, too large, or no text in UTF-8.
    """
    try:
        if path.is_dir():
            raise ToolError(f"{path} is a directory.", "Name the configuration file in it.")
        if not path.is_file() and path.exists():
            raise ToolError(f"{path} is no regular file.", "Name a configuration file.")
        if path.stat().st_size > _LARGEST:
            raise ToolError(f"{path} is too large for a configuration.", "Name another file.")
        data = path.read_bytes()
        data.decode()
    except OSError as error:
        problem = f"{path} can't be read: {error.strerror}."
        raise ToolError(problem, "Name a client's configuration file.") from None
    except UnicodeDecodeError:
        raise ToolError(f"{path} is not in UTF-8.", "Save it in UTF-8 first.") from None
    return ConfigFile(path, data)


def parse_document(path: Path, text: str) -> Document:
    """Read a text as the notation that a file's name says.

    Raises:
        ToolError: it can't be read.
    """
    try:
        if path.suffix.lower() == ".toml":
            from pageful.clients.toml_text import parse_toml

            return parse_toml(text)
        from pageful.clients.jsonc import parse_jsonc

        return parse_jsonc(text)
    except UnreadableDocument as error:
        kind = "TOML" if path.suffix.lower() == ".toml" else "JSON, not even with comments"
        problem = f"{path} is no {kind}: {error}."
        raise ToolError(problem, "Mend it; nothing was changed.") from None


def _replace(target: Path, data: bytes) -> None:
    import tempfile

    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(file.fileno(), target.stat().st_mode & 0o7777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if not os.access(target, os.W_OK):
            raise PermissionError(13, "it is read-only")
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
