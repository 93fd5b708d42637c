"""The scanner that makes a vault's next snapshot: only changed files are read again."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from itertools import chain
from pathlib import Path

from pageful.files.opening import NotRegular, Opener, TooLarge
from pageful.files.stamp import horizon
from pageful.files.tree_watch import TreeWatch
from pageful.lazy.dataclasses import replace
from pageful.text.decoding import decode
from pageful.vault.parsing import parse_note
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.paths.paths import VaultPaths
from pageful.vault.snapshot.exclusions import Exclusions
from pageful.vault.snapshot.lazy_notes import LazyNotes
from pageful.vault.snapshot.link_targets import LinkTargets
from pageful.vault.snapshot.parse_cache import ParseCache
from pageful.vault.snapshot.parsed_file import ParsedFile
from pageful.vault.snapshot.snapshot import FileKind, SkippedPaths, VaultFile
from pageful.vault.snapshot.walker import NOT_A_FILE, Walk, WalkedFile, walk

LARGEST_NOTE = 5 * 1024 * 1024
"""The largest note or canvas that is parsed, in bytes. Chosen by hand."""

TOO_LARGE = "larger than 5 MB"
NOT_READABLE = "file can't be read"
NOT_PARSED = "file can't be parsed"
NOT_UTF_8 = "not all of it is UTF-8: � stands in the place"

_PARSED = {"note", "canvas"}
_BETWEEN_REPORTS = 50

Report = Callable[[int, int], None]
"""A callback that gets the number of notes read so far, and of all to be read."""


class DiskSnapshot:
    """One state of a vault on disk, as a scan found it."""

    __slots__ = ("__weakref__", "_files", "_notes", "_parsed", "_skipped", "_targets")

    def __init__(
        self,
        files: Mapping[str, VaultFile],
        parsed: Mapping[str, ParsedFile],
        skipped: tuple[SkippedPaths, ...],
        targets: LinkTargets,
    ) -> None:
        self._files = files
        self._parsed = parsed
        self._skipped = skipped
        self._targets = targets
        self._notes = LazyNotes(parsed)

    @property
    def files(self) -> Mapping[str, VaultFile]:
        """Every file by its path, sorted by path."""
        return self._files

    @property
    def notes(self) -> Mapping[str, Note]:
        """The notes and canvases that could be read, by path, in the order of `files`."""
        return self._notes

    @property
    def skipped(self) -> tuple[SkippedPaths, ...]:
        """The files and folders left out, by reason."""
        return self._skipped

    def text(self, path: str) -> str:
        """Return the text of a note as it was parsed, without a byte order mark.

        Raises:
            KeyError: no note or canvas with this path could be read.
        """
        if path not in self._notes:
            raise KeyError(path)
        return str(self._parsed[path].text, "utf-8")

    def digest(self, path: str) -> bytes:
        """Return a hash of the bytes that a note was read from."""
        return self._parsed[path].digest

    def resolve(self, target: str, source: str) -> str | None:
        """Return the path that a link's `target` in the note `source` leads to, if any."""
        return self._targets.resolve(target, source)

    @property
    def targets(self) -> LinkTargets:
        """The targets of links."""
        return self._targets


class VaultScanner:
    """A keeper of a vault's latest snapshot, which makes the next. For one thread at a time."""

    def __init__(self, paths: VaultPaths, cache: ParseCache) -> None:
        self._paths = paths
        self._cache = cache
        self._exclusions = Exclusions()
        self._seen: Mapping[str, WalkedFile] = {}
        self._parsed: Mapping[str, ParsedFile] = {}
        self._snapshot: DiskSnapshot | None = None
        self._watch: TreeWatch | None = None
        self._has_unread = False
        self.from_cache = 0

    @property
    def snapshot(self) -> DiskSnapshot | None:
        """The latest snapshot, if there was one."""
        return self._snapshot

    def watch(self) -> None:
        """Let the system report changes from the next scan on."""
        self._watch = TreeWatch(self._paths.root)

    def scan(self, report: Report) -> DiskSnapshot:
        """Look at every file, read again what has changed, and return the snapshot that is now.

        If nothing has changed, it is the same object as before. Where the system reports changes,
        files are checked only once in a while.

        Raises:
            ToolError: the vault is not there, or can't be read.
        """
        if self._snapshot is None:
            with _without_collection():
                self._parsed = self._cache.load()
                return self._scan(report)
        return self._snapshot if self._is_current() else self._scan(report)

    def _is_current(self) -> bool:
        """Tell if the latest snapshot is sure to be that of now, without a scan at any file."""
        is_told = self._watch is not None and self._watch.is_unchanged()
        return is_told and not self._has_unread

    def _scan(self, report: Report) -> DiskSnapshot:
        walked = self._walk()
        before, read = self._parsed, self._read(_stale(walked, self._parsed), report)
        parsed = {
            path: read.get(path) or before[path]
            for path in walked.seen
            if path in read or path in before
        }
        new = sum(not file.same_as(before.get(path)) for path, file in read.items())
        if self._snapshot is None:
            self.from_cache = len(parsed) - new
        self._seen, self._parsed = walked.seen, parsed
        # What could not be read may be readable next time, without an event.
        self._has_unread = any(file.remark == NOT_READABLE for file in read.values())
        self._cache.keep(parsed, new)
        return self._next(walked, changed=new > 0)

    def _next(self, walked: Walk, *, changed: bool) -> DiskSnapshot:
        """Return the snapshot after a walk: the same if there is nothing new."""
        files = {path: seen.file for path, seen in walked.seen.items()}
        skipped = _merge_by_reason(walked.skipped, self._exclusions.broken, _remarks(self._parsed))
        before = self._snapshot
        if before and not changed and (files, skipped) == (before.files, before.skipped):
            return before
        targets = _targets(files, before)
        self._snapshot = DiskSnapshot(files, self._parsed, skipped, targets)
        return self._snapshot

    def _walk(self) -> Walk:
        if self._watch is None:
            return self._walk_from(self._paths.root)
        self._watch.begin()
        try:
            self._exclusions.watch(self._paths.root, self._watch)
            return self._walk_from(self._paths.root)
        finally:
            self._watch.end()

    def _walk_from(self, root: Path) -> Walk:
        follow_outside, watch = self._paths.follow_outside, self._watch
        exclusions = self._exclusions.renew(root)
        earlier = self._seen if exclusions is self._exclusions else {}
        self._exclusions, broken = exclusions, exclusions.broken
        walked = walk(root, exclusions, earlier, follow_outside=follow_outside, watch=watch)
        if exclusions.broken != broken:  # a filter was given up that has excluded some
            walked = walk(root, exclusions, {}, follow_outside=follow_outside, watch=watch)
        return walked

    def _read(self, stale: list[WalkedFile], report: Report) -> dict[str, ParsedFile]:
        """Read files again; one with the same bytes keeps its note."""
        read: dict[str, ParsedFile] = {}
        with Opener(self._paths.root) as opener:
            for done, seen in enumerate(stale):
                if done % _BETWEEN_REPORTS == 0:
                    report(done, len(stale))
                path = seen.file.path
                read[path] = _read_file(seen, opener, self._parsed.get(path))
        report(len(stale), len(stale))
        return read


@contextmanager
def _without_collection() -> Iterator[None]:
    """Run without garbage collection, and leave new objects out of it for good.

    The collector would visit half a million objects several times, and they form no cycles.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        if was_enabled:
            gc.enable()


def _stale(walked: Walk, parsed: Mapping[str, ParsedFile]) -> list[WalkedFile]:
    """Return the notes and canvases that are new, or may have changed since they were read."""
    return [
        seen
        for path, seen in walked.seen.items()
        if seen.file.kind in _PARSED
        and ((file := parsed.get(path)) is None or file.stamp != seen.stamp)
    ]


def _read_file(seen: WalkedFile, opener: Opener, before: ParsedFile | None) -> ParsedFile:
    """Read a file; what was read `before` is taken over if the file is the same."""
    latest = horizon()
    try:
        content = opener.read(seen.real, LARGEST_NOTE)
    except TooLarge:
        return ParsedFile(seen.stamp.settled(latest), None, b"", remark=TOO_LARGE)
    except NotRegular:
        return ParsedFile(None, None, b"", remark=NOT_A_FILE)
    except (OSError, ValueError):
        return ParsedFile(None, None, b"", remark=NOT_READABLE)
    stamp, digest = content.stamp.settled(latest), _digest(content.data)
    if before is not None and before.digest == digest:
        return replace(before, stamp=stamp)
    file = decode(content.data)
    remark = NOT_UTF_8 if file.wrong else ""
    text = file.text.removeprefix("\ufeff")
    return _parse(seen.file.kind, text, ParsedFile(stamp, None, b"", digest, remark))


def _parse(kind: FileKind, text: str, file: ParsedFile) -> ParsedFile:
    try:
        if kind == "canvas":
            from pageful.vault.parsing.canvas import parse_canvas

            note, text = parse_canvas(text)
        else:
            note = parse_note(text)
    except Exception as error:  # one note must not keep a vault from being read
        return replace(file, remark=f"{NOT_PARSED}: {type(error).__name__}")
    return replace(file, kept=note, text=text.encode(errors="replace"))


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()


def _targets(files: Mapping[str, VaultFile], before: DiskSnapshot | None) -> LinkTargets:
    """Return the targets of links, those from before if the paths are the same."""
    if before is not None and files.keys() == before.files.keys():
        return before.targets
    return LinkTargets(files)


def _remarks(parsed: Mapping[str, ParsedFile]) -> Iterable[SkippedPaths]:
    """Return the remarks on files, each with its files."""
    found: dict[str, list[str]] = {}
    for path, file in parsed.items():
        if file.remark:
            found.setdefault(file.remark, []).append(path)
    return (SkippedPaths(remark, tuple(paths)) for remark, paths in found.items())


def _merge_by_reason(*parts: Iterable[SkippedPaths]) -> tuple[SkippedPaths, ...]:
    """Merge skipped files by reason, in order."""
    found: dict[str, list[str]] = {}
    for skipped in chain(*parts):
        found.setdefault(skipped.reason, []).extend(skipped.paths)
    return tuple(SkippedPaths(reason, tuple(sorted(found[reason]))) for reason in sorted(found))
