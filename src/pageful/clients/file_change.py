"""A change of one configuration file: written, made anew, or deleted; shown before that."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from pageful.clients.config_file import ConfigFile, create_config
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError


@dataclass(frozen=True)
class FileChange:
    """A file's content before and after a change; `None` where there is no file."""

    path: Path
    old: ConfigFile | None
    new: str | None

    @property
    def is_one(self) -> bool:
        """Tell whether anything changes."""
        return (self.old.text if self.old else None) != self.new

    def diff(self) -> Iterator[str]:
        """Yield the lines of a unified diff."""
        if self.old and self.new is not None:
            return self.old.diff(self.new)
        old = self.old.text.splitlines() if self.old else []
        new = (self.new or "").splitlines()
        old_name = str(self.path) if self.old else "/dev/null"
        new_name = "/dev/null" if self.new is None else str(self.path)
        return difflib.unified_diff(old, new, old_name, new_name, lineterm="")

    def apply(self) -> None:
        """Write, make or delete the file.

        Raises:
            ToolError: it can't be done; the file is as it was.
        """
        if not self.is_one:
            return
        if self.old is None:
            create_config(self.path, self.new or "")
        elif self.new is None:
            self.old.delete()
        else:
            self.old.write(self.new)

    def reverse(self) -> FileChange:
        """Return the change that takes this one back."""
        now = None if self.new is None else ConfigFile(self.path, self.new.encode())
        return FileChange(self.path, now, self.old.text if self.old else None)


def apply_all(changes: Sequence[FileChange]) -> None:
    """Make all changes, or none.

    Raises:
        ToolError: one can't be made; those before it were taken back.
    """
    made: list[FileChange] = []
    try:
        for change in changes:
            change.apply()
            made.append(change)
    except ToolError:
        for change in reversed(made):
            with suppress(ToolError):
                change.reverse().apply()
        raise
