"""The projects that tools are called on, opened with the first call."""

from __future__ import annotations

from functools import cached_property
from threading import Event
from typing import TYPE_CHECKING

from pageful.code.settings import CodeSettings
from pageful.lazy.dataclasses import dataclass, field
from pageful.page.limits import DEFAULT

if TYPE_CHECKING:
    from pageful.code.find.files import FileList
    from pageful.code.index.background import Background
    from pageful.code.workspace import Workspace


@dataclass(frozen=True)
class CodeAccess:
    """The projects of one data directory; `budget` is the characters of a page.

    Once they are `served`, callers are confined to the repositories that the server was given: a
    caller's word is not that of a person at a shell.
    """

    settings: CodeSettings
    budget: int = DEFAULT
    served: Event = field(default_factory=Event)

    @cached_property
    def background(self) -> Background:
        """The indexing that goes on when a call has been answered."""
        from pageful.code.index.background import Background

        return Background()

    def end(self) -> None:
        """End what goes on in the background."""
        self.background.end()

    @cached_property
    def workspace(self) -> Workspace:
        """The projects, and the repositories that this program was started with."""
        # Loaded with the first call: a client waits for the list of tools, not for numpy.
        from pageful.code.store.choosing import store_address
        from pageful.code.workspace import Workspace

        given = self.settings
        store = store_address(given.store)
        if not self.served.is_set():
            return Workspace.of(given.repo, given.data, given.embedder, in_shell=True, store=store)
        return Workspace.of(
            given.repo,
            given.data,
            given.embedder,
            confined=not given.any_repo,
            background=self.background,
            store=store,
        )

    @cached_property
    def files(self) -> FileList:
        """The files of repositories as they are on the disk."""
        from pageful.code.find.files import FileList

        return FileList()


class CodeTools:
    """Tools on the projects of one data directory."""

    def __init__(self, code: CodeAccess) -> None:
        self.code = code
