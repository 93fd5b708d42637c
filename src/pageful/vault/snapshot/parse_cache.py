"""A cache of parsed notes in the user's cache directory, so that the next start is quick.

Each vault has a file of two parts: a table of the notes, and what was read of each with its text.
A file that is damaged, of another vault, or written by other code is ignored; the notes are then
read again. What was read of a note is decoded when it is asked for.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from unicodedata import unidata_version

import msgspec

from pageful.files import cache_file
from pageful.files.stamp import Stamp
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.snapshot.parsed_file import ParsedFile

UNUSED_DAYS = 30
"""Days without use after which the cache of a vault is removed. Chosen by hand."""

_MARK = b"pageful vault 2\n"
_SUFFIX = ".notes"
_SUFFIX_OF_WORDS = ".words"
_SUFFIX_OF_CARDS = ".card"
_SUFFIX_OF_PASSAGES = ".passages"
SUFFIXES = (_SUFFIX, _SUFFIX_OF_WORDS, _SUFFIX_OF_CARDS, _SUFFIX_OF_PASSAGES)
"""Endings of what is kept of a vault, in files of one name."""

_DAY = 86_400
_MANY = 64
"""The least number of newly parsed notes for which the cache is written again. Chosen by hand."""
_SECONDS_BETWEEN = 30.0
_DEEPEST = 32
"""The most levels of lists and mappings in a property that is kept. Chosen by hand."""
_PARSERS = (
    "lazy/dataclasses.py",
    "lazy/record_class.py",
    "text/decoding.py",
    "vault/snapshot/scanner.py",
    "vault/snapshot/parse_cache.py",
    "vault/snapshot/parsed_file.py",
)
"""The modules beside `parsing` that decide what is kept of a file."""


class _NoteRow(msgspec.Struct, array_like=True, frozen=True):
    """A note in the table; `size` bytes of it and `length` of its text follow those of the last."""

    path: str
    stamp: Stamp | None
    digest: bytes
    remark: str
    size: int
    length: int


class _NotesHeader(msgspec.Struct, array_like=True, frozen=True):
    """The table: a hash of the code, the vault, and the rows."""

    code: str
    root: str
    rows: list[_NoteRow]


class ParseCache:
    """The cache of the vault at `root`, in `directory` or the user's own cache directory."""

    def __init__(self, root: Path, directory: Path | None) -> None:
        self._root = os.fsencode(root)
        self._file: Path | None = None
        self._parsed = 0
        self._saved_at = -_SECONDS_BETWEEN
        self._is_there = False
        self._saving = threading.Lock()
        self.problem = ""
        self.is_of_another_version = False
        try:
            place = (directory.expanduser() if directory else cache_directory()).resolve()
        except (OSError, RuntimeError) as error:
            self.problem = f"There is no directory for the cache: {error}."
            return
        if place.is_relative_to(root):
            self.problem = f"The cache directory {place} is in the vault, so nothing is kept there."
            return
        self._file = place / f"{_slug(root.name)}-{_digest(self._root)}{_SUFFIX}"

    @property
    def words(self) -> Path | None:
        """The file for the index of the vault's words; `None` if nothing can be kept."""
        return self._file and self._file.with_suffix(_SUFFIX_OF_WORDS)

    @property
    def passages(self) -> Path | None:
        """The file for the vectors of the vault's passages; `None` if nothing can be kept."""
        return self._file and self._file.with_suffix(_SUFFIX_OF_PASSAGES)

    def load(self) -> Mapping[str, ParsedFile]:
        """Load the kept notes; empty if there is no usable cache."""
        if self._file is None:
            return {}
        with suppress(OSError, ValueError, msgspec.MsgspecError, RecursionError):
            entries = self._decode(cache_file.read(self._file, _MARK))
            self._is_there = True
            self._mark_as_used(self._file)
            return entries
        return {}

    def keep(self, entries: Mapping[str, ParsedFile], parsed: int) -> None:
        """Write the notes in a thread, if enough of them, the `parsed` ones, are new.

        The program ends only after they are written.
        """
        self._parsed += parsed
        if self._file is None or not self._is_due() or not self._saving.acquire(blocking=False):
            return
        self._parsed, self._saved_at = 0, time.monotonic()
        writer = threading.Thread(target=self._save, args=(self._file, entries), daemon=False)
        try:
            writer.start()
        except RuntimeError:  # the program is about to end
            self._saving.release()

    def wait(self) -> None:
        """Wait until nothing is being written."""
        with self._saving:
            pass

    def _is_due(self) -> bool:
        if not self._parsed:
            return False
        waited = time.monotonic() - self._saved_at >= _SECONDS_BETWEEN
        return waited and (self._parsed >= _MANY or not self._is_there)

    def _save(self, file: Path, entries: Mapping[str, ParsedFile]) -> None:
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._write(file, entries)
            _prune(file.parent)
            self._is_there, self.problem = True, ""
        except OSError as error:
            self.problem = f"The cache {file} can't be written: {error.strerror or error}."
        finally:
            self._saving.release()

    def _write(self, file: Path, entries: Mapping[str, ParsedFile]) -> None:
        rows, contents = _rows(entries)
        table = _NotesHeader(parsing_code(), os.fsdecode(self._root), rows)
        cache_file.write(file, _MARK, [[msgspec.msgpack.encode(table)], contents])

    def _decode(self, parts: list[bytes]) -> dict[str, ParsedFile]:
        """Decode the entries of a cache file.

        Raises:
            ValueError: the parts are of another vault or other code.
        """
        head, contents = parts
        table = msgspec.msgpack.decode(head, type=_NotesHeader)
        if os.fsencode(table.root) != self._root:
            raise ValueError
        if table.code != parsing_code():
            self.is_of_another_version = True
            raise ValueError
        return _entries(table.rows, memoryview(contents))

    @staticmethod
    def _mark_as_used(file: Path) -> None:
        with suppress(OSError):
            if time.time() - file.stat().st_mtime > _DAY:
                os.utime(file)


def _rows(entries: Mapping[str, ParsedFile]) -> tuple[list[_NoteRow], list[bytes | memoryview]]:
    """Return the table's rows and what follows it, without notes that can't be written exactly."""
    rows, contents = [], list[bytes | memoryview]()
    encode = msgspec.msgpack.Encoder().encode
    for path, entry in entries.items():
        with suppress(ValueError, OverflowError, TypeError, RecursionError):
            if isinstance(entry.kept, Note):
                if _is_deep(entry.kept.properties, _DEEPEST):
                    continue
                note: bytes | memoryview = encode(entry.kept)
            elif entry.kept is None:
                continue
            else:
                note = entry.kept
            sizes = len(note), len(entry.text)
            rows.append(_NoteRow(path, entry.stamp, entry.digest, entry.remark, *sizes))
            contents += (note, entry.text)
    return rows, contents


def _is_deep(value: object, most: int) -> bool:
    """Tell whether a value is nested so deeply that it may not be decoded on a deep stack."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if not isinstance(value, list):
        return False
    return not most or any(_is_deep(each, most - 1) for each in value)


def _entries(rows: list[_NoteRow], contents: memoryview) -> dict[str, ParsedFile]:
    """Return the notes of a table.

    Raises:
        ValueError: the table is of another length than what follows it.
    """
    entries, at = {}, 0
    for row in rows:
        middle = at + row.size
        end = middle + row.length
        note, text = contents[at:middle], contents[middle:end]
        entries[row.path] = ParsedFile(row.stamp, note, text, row.digest, row.remark)
        at = end
    if at != len(contents):
        raise ValueError
    return entries


@cache
def parsing_code() -> str:
    """Return a hash of the code that parses: notes parsed by other code are of no use.

    The interpreter is part of it: its `re`, its Unicode tables and its YAML decide as well.
    """
    code = blake2b(sys.version.encode(), digest_size=16)
    code.update(f"{sys.implementation.name} {unidata_version}".encode())
    code.update(_yaml_version())
    package = Path(__file__).parents[2]
    for file in sorted((*map(package.joinpath, _PARSERS), *package.glob("vault/parsing/*.py"))):
        code.update(file.name.encode() + file.read_bytes())
    return code.hexdigest()


def _yaml_version() -> bytes:
    """Return the module of PyYAML that names its version, which takes long to load."""
    found = find_spec("yaml")
    return Path(found.origin).read_bytes() if found and found.origin else b""


def _prune(directory: Path) -> None:
    """Remove caches that nobody has used for long, and what an interrupted writer has left."""
    now = time.time()
    for suffix in (_SUFFIX, _SUFFIX_OF_WORDS, _SUFFIX_OF_PASSAGES):
        for pattern, days in ((f"*{suffix}", UNUSED_DAYS), (f".*{suffix}.part", 1)):
            for file in directory.glob(pattern):
                with suppress(OSError):
                    if now - file.stat().st_mtime > days * _DAY:
                        file.unlink()
    for card in directory.glob(f"*{_SUFFIX_OF_CARDS}"):
        with suppress(OSError):
            # A card is written once: it lasts as long as the notes that it is of.
            is_old = now - card.stat().st_mtime > UNUSED_DAYS * _DAY
            if is_old and not card.with_suffix(_SUFFIX).exists():
                card.unlink()


def read_root(file: Path) -> str:
    """Read which vault a file is of; empty if it does not say that."""
    with suppress(OSError, ValueError, msgspec.MsgspecError, RecursionError):
        head = cache_file.read_first(file, _MARK)
        return msgspec.msgpack.decode(head, type=_NotesHeader).root
    return ""


def cache_directory() -> Path:
    """Return the user's directory for what is kept of vaults.

    Raises:
        RuntimeError: the user has no home directory.
    """
    from platformdirs import user_cache_path

    return user_cache_path("pageful") / "vault"


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:40] or "vault"


def _digest(root: bytes) -> str:
    return blake2b(root, digest_size=8).hexdigest()
