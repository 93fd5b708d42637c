"""A vault on disk: one snapshot after the other, for several callers at once."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.paths.paths import VaultPaths
from pageful.vault.snapshot.parse_cache import ParseCache
from pageful.vault.snapshot.scanner import DiskSnapshot, VaultScanner

_POLL = 0.2


class Vault:
    """The vault at `root`. Nothing is read until `start` or `scan` is called.

    Parsed notes are kept in the directory `cache`, or in the user's own cache directory.
    `scanned_at` is when the files were last scanned, on the clock of `time.monotonic`;
    `built_in_ms` is the duration of the first scan, in milliseconds.
    """

    def __init__(
        self, root: Path, *, follow_outside: bool = False, cache: Path | None = None
    ) -> None:
        self.paths = VaultPaths(root, follow_outside=follow_outside)
        self._cache = ParseCache(self.paths.root, cache)
        self._scanner = VaultScanner(self.paths, self._cache)
        self._lock = threading.Lock()
        self._current: _Scan | None = None
        self._next: _Scan | None = None
        self.scanned_at = 0.0
        self.built_in_ms = 0

    @property
    def from_cache(self) -> int:
        """The number of notes that the first scan took from the cache."""
        return self._scanner.from_cache

    @property
    def cache_problem(self) -> str:
        """The reason why nothing is kept for the next start, as a sentence; or an empty text."""
        return self._cache.problem

    @property
    def words_cache(self) -> Path | None:
        """The file that an index of the vault's words may be kept in, if there is a place."""
        return self._cache.words

    @property
    def passages_cache(self) -> Path | None:
        """The file that vectors of the vault's passages may be kept in, if there is a place."""
        return self._cache.passages

    def start(self) -> None:
        """Begin to read the vault in the background."""
        self._ask()

    def watch(self) -> None:
        """Let the system report changes, for a program that scans more than once.

        Call it before anything else.
        """
        self._scanner.watch()

    def scan(self, caller: Caller) -> DiskSnapshot:
        """Return a snapshot of the vault that contains every change before this call.

        Callers who wait at the same time share one scan of the files. One who gives up leaves it
        to the others.

        Raises:
            ToolError: the vault is not there, or can't be read.
            Cancelled: the caller gave up.
        """
        scan = self._ask()
        while not scan.finished.wait(_POLL):
            caller.checkpoint()
            current = self._current or scan
            caller.progress(self._activity, current.done, current.total)
        return scan.result()

    @property
    def _activity(self) -> str:
        """The work of a scan, for who waits for it."""
        if self._cache.is_of_another_version and not self._scanner.from_cache:
            return "Reading notes anew: those kept are of another version of pageful"
        return "Reading notes"

    def _ask(self) -> _Scan:
        """Return a scan that begins after now, shared with all who ask before it does."""
        with self._lock:
            if self._current is None:
                self._current = scan = _Scan()
                threading.Thread(target=self._work, args=(scan,), daemon=True).start()
                return scan
            self._next = self._next or _Scan()
            return self._next

    def _work(self, scan: _Scan) -> None:
        """Scan, and scan again while someone asks for it."""
        wanted: _Scan | None = scan
        while wanted is not None:
            done = wanted
            self._run(done)
            with self._lock:
                self._current = wanted = self._next
                self._next = None
            done.finished.set()

    def _run(self, scan: _Scan) -> None:
        began = time.monotonic()
        is_first = self._scanner.snapshot is None
        try:
            scan.snapshot = self._scanner.scan(scan.hear)
        except BaseException as error:
            scan.error = error
            return
        self.scanned_at = began
        if is_first:
            self.built_in_ms = round((time.monotonic() - began) * 1000)


class _Scan:
    """A scan of all files, under way or waited for."""

    def __init__(self) -> None:
        self.finished = threading.Event()
        self.done = 0
        self.total: int | None = None
        self.snapshot: DiskSnapshot | None = None
        self.error: BaseException | None = None

    def hear(self, done: int, total: int) -> None:
        """Note how far reading is."""
        self.done, self.total = done, total

    def result(self) -> DiskSnapshot:
        """Return the snapshot that was found."""
        if isinstance(self.error, ToolError):
            raise ToolError(self.error.problem, self.error.remedy)
        if self.error is not None:
            raise self.error
        assert self.snapshot is not None
        return self.snapshot
