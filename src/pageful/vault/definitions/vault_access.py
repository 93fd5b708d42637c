"""The vault that tools are called on, and the room of their pages."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import cached_property
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from pageful.lazy.dataclasses import dataclass, field
from pageful.page.calls import Call
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
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
_PATIENCE = 1.0
"""Seconds that a client waits for a card where there is none of the last session."""
_PATIENCE_WITH_ANOTHER = 0.15
"""Seconds that it waits where there is one: two thousand notes are read in that from the cache."""
_QUIET = 0.5
"""Seconds that a server lets go by before it prepares what only some calls need.

Who calls at once would wait for that; who thinks first does not notice.
"""
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
    _cards: list[str] = field(default_factory=list)
    _is_read: Event = field(default_factory=Event)

    @property
    def workspace(self) -> Workspace:
        """The vault with its links and words."""
        with self._lock:
            return self._opened

    @cached_property
    def _opened(self) -> Workspace:
        from pageful.vault.workspace import Workspace

        settings = self.settings
        return Workspace.of(
            settings.vault,
            follow_outside=settings.follow_outside_links,
            embedder=settings.embedder,
        )

    def open(self, caller: Caller) -> OpenVault:
        """Return the vault as it is now."""
        return self.workspace.open(caller)

    def start(self) -> None:
        """Begin to read the vault, without waiting for it."""
        Thread(target=self._prepare, daemon=True).start()

    def _prepare(self) -> None:
        try:
            workspace = self.workspace
            workspace.watch()
            if self.settings.card:
                with suppress(ToolError):  # which the first call will tell
                    self._cards.append(workspace.card(Caller()))
        finally:
            self._is_read.set()
        time.sleep(_QUIET)
        workspace.prepare()

    def card(self) -> str:
        """Return the vault in a few lines, for a server's instructions.

        Where reading takes long, it is that of the last session, and without one the call that
        tells the same.
        """
        if not self.settings.card:
            return ""
        if not self._is_read.wait(_PATIENCE_WITH_ANOTHER):
            if kept := self.workspace.kept_card.latest():
                return kept
            if not self._is_read.wait(_PATIENCE - _PATIENCE_WITH_ANOTHER):
                call = Call("system_info", {"card": True})
                return f"The vault is still being read: {call} says what it holds."
        return next(iter(self._cards), "")

    @property
    def paths(self) -> VaultPaths:
        """The paths of the vault's files."""
        return self.workspace.vault.paths

    def room(self, path: str) -> int:
        """Return the characters of a page that are left for the names in a folder or of tags."""
        return max(self.style.budget // 4, self.style.budget - AROUND - 2 * len(path))
