"""A vault on disk: one moment after the other, for several callers at once."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.paths.paths import VaultPaths
from pageful.vault.snapshot.index import Index, VaultMoment
from pageful.vault.snapshot.parse_cache import ParseCache

_POLL = 0.2


class Vault:
    """The vault at `root`. Nothing is read until `start` or `moment` is called.

    Parsed notes are kept in the directory `cache`, or in the user's own cache directory.
    `looked_at` is when the files were last looked at, on the clock of `time.monotonic`;
    `built_in_ms` what the first look took, in milliseconds.
    """

    def __init__(
        self, root: Path, *, follow_outside: bool = False, cache: Path | None = None
    ) -> None:
        self.paths = VaultPaths(root, follow_outside=follow_outside)
        self._cache = ParseCache(self.paths.root, cache)
        self._index = Index(self.paths, self._cache)
        self._lock = threading.Lock()
        self._current: _Look | None = None
        self._next: _Look | None = None
        self.looked_at = 0.0
        self.built_in_ms = 0

    @property
    def from_cache(self) -> int:
        """How many notes did not have to be parsed at the start."""
        return self._index.from_cache

    @property
    def cache_problem(self) -> str:
        """Why nothing is kept for the next start, as a sentence; empty if it is."""
        return self._cache.problem

    @property
    def words_cache(self) -> Path | None:
        """The file that an index of the vault's words may be kept in, if there is a place."""
        return self._cache.words

    def start(self) -> None:
        """Begin to read the vault in the background."""
        self._ask()

    def watch(self) -> None:
        """Have the system tell of changes, for a program that asks more than once.

        Call it before anything else.
        """
        self._index.watch()

    def moment(self, caller: Caller) -> VaultMoment:
        """The vault as it is now: every change before this call is in it.

        Callers who wait at the same time share one look at the files. One who gives up leaves it
        to the others.

        Raises:
            ToolError: the vault is not there, or can't be read.
            Cancelled: the caller gave up.
        """
        look = self._ask()
        while not look.finished.wait(_POLL):
            caller.checkpoint()
            current = self._current or look
            caller.progress("Reading notes", current.done, current.total)
        return look.result()

    def _ask(self) -> _Look:
        """A look that begins after now, shared with all who ask before it does."""
        with self._lock:
            if self._current is None:
                self._current = look = _Look()
                threading.Thread(target=self._work, args=(look,), daemon=True).start()
                return look
            self._next = self._next or _Look()
            return self._next

    def _work(self, look: _Look) -> None:
        """Look, and look again while someone asks for it."""
        wanted: _Look | None = look
        while wanted is not None:
            done = wanted
            self._run(done)
            with self._lock:
                self._current = wanted = self._next
                self._next = None
            done.finished.set()

    def _run(self, look: _Look) -> None:
        began = time.monotonic()
        is_first = self._index.moment is None
        try:
            look.moment = self._index.look(look.hear)
        except BaseException as error:
            look.error = error
            return
        self.looked_at = began
        if is_first:
            self.built_in_ms = round((time.monotonic() - began) * 1000)


class _Look:
    """A look at all files, under way or waited for."""

    def __init__(self) -> None:
        self.finished = threading.Event()
        self.done = 0
        self.total: int | None = None
        self.moment: VaultMoment | None = None
        self.error: BaseException | None = None

    def hear(self, done: int, total: int) -> None:
        """Note how far reading is."""
        self.done, self.total = done, total

    def result(self) -> VaultMoment:
        """The moment that was found."""
        if isinstance(self.error, ToolError):
            raise ToolError(self.error.problem, self.error.remedy)
        if self.error is not None:
            raise self.error
        assert self.moment is not None
        return self.moment


def find_vault(start: Path) -> Path:
    """The directory itself or the nearest above it that holds `.obsidian`, else the directory."""
    start = Path(start).resolve()
    return next((each for each in (start, *start.parents) if (each / ".obsidian").is_dir()), start)
