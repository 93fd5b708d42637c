"""The vault that tools are called on, and the room of their pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock, Thread
from typing import TYPE_CHECKING

from pageful.tool.context import Caller
from pageful.tool.options import Style
from pageful.vault.settings import VaultSettings

if TYPE_CHECKING:
    from pageful.vault.paths.paths import VaultPaths
    from pageful.vault.workspace import OpenVault, Workspace

WITHOUT_END = 1_000_000_000
AROUND = 650
"""Characters of a page around its text: headings, counts and the next call."""
FENCES = 40
"""Characters of a page for the fences around a text, and to say that it ends without a newline."""
LEAST = 80
"""The fewest characters of a text on a page, however much is around it."""


@dataclass(frozen=True)
class VaultAccess:
    """One vault, opened with the first call, and how pages about it look.

    What works for a tool is loaded when it is called: a client waits for the list of tools.
    """

    settings: VaultSettings
    style: Style
    _lock: Lock = field(default_factory=Lock)

    @property
    def workspace(self) -> Workspace:
        """The vault with its links and words."""
        with self._lock:
            return self._opened

    @cached_property
    def _opened(self) -> Workspace:
        from pageful.vault.workspace import Workspace

        return Workspace.of(self.settings.vault, follow_outside=self.settings.follow_outside_links)

    def open(self, caller: Caller) -> OpenVault:
        """Return the vault as it is now."""
        return self.workspace.open(caller)

    def start(self) -> None:
        """Begin to read the vault, without waiting for it."""
        Thread(target=self._prepare, daemon=True).start()

    def _prepare(self) -> None:
        self.workspace.prepare()

    @property
    def paths(self) -> VaultPaths:
        """The paths of the vault's files."""
        return self.workspace.vault.paths

    def room(self, path: str) -> int:
        """Return the characters of a page that are left for the names in a folder or of tags."""
        return max(self.style.budget // 4, self.style.budget - AROUND - 2 * len(path))
