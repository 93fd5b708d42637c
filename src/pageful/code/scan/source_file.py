"""Reads a file of a repository as text, or says why it is not to be indexed."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from pageful.code.scan.encoding import decoded, looks_binary
from pageful.code.scan.generated import by_name, by_text
from pageful.code.scan.opening import SAFELY

LARGEST_FILE = 1_000_000
"""How many bytes a file may have to be indexed."""

TOO_LARGE = "larger than 1 MB"
BINARY = "binary"
NOT_DECODABLE = "not decodable"
FILE_NOT_READABLE = "file not readable"
NOT_A_FILE = "not a file"

HASH_BYTES = 16
_PDF = b"%PDF-"
_WITH_NULS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


@dataclass(frozen=True, slots=True)
class Text:
    """A file's text, exactly as it stands there but for a byte order mark.

    `encoding` is the name of the Python codec that read it, `hash` the BLAKE2b-128 of the file's
    bytes. The text can be written as UTF-8: it holds no lone surrogates, and no NULs.
    """

    text: str
    encoding: str
    hash: bytes


@dataclass(frozen=True, slots=True)
class Skip:
    """Why a file is not indexed, in a few words that stay the same; `hash` if it was read."""

    reason: str
    hash: bytes = b""


def read(path: Path) -> Text | Skip:
    """The text of a regular file, which is never followed elsewhere and never waited for.

    Raises:
        FileNotFoundError: it is gone.
    """
    if reason := by_name(path.name):
        return Skip(reason)
    try:
        content = _content(path)
    except FileNotFoundError:
        raise
    except OSError:
        return Skip(FILE_NOT_READABLE)
    return content if isinstance(content, Skip) else read_bytes(path.name, content)


def read_bytes(name: str, content: bytes) -> Text | Skip:
    """The text of a file with this name and content."""
    digest = blake2b(content, digest_size=HASH_BYTES).digest()
    if is_binary(content):
        return Skip(BINARY, digest)
    found = decoded(content)
    if found is None:
        return Skip(BINARY if looks_binary(content) else NOT_DECODABLE, digest)
    text, encoding = found
    if "\0" in text or (encoding != "utf-8" and looks_binary(text.encode())):
        return Skip(BINARY, digest)
    if reason := by_text(name, text):
        return Skip(reason, digest)
    return Text(text, encoding, digest)


def is_binary(content: bytes) -> bool:
    """Whether bytes are no text: they hold NULs and no mark of an encoding that has these."""
    if content.startswith(_PDF):
        return True
    return b"\0" in content and not content.startswith(_WITH_NULS)


def _content(path: Path) -> bytes | Skip:
    handle = os.open(path, SAFELY)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return Skip(NOT_A_FILE)
        if status.st_size > LARGEST_FILE:
            return Skip(TOO_LARGE)
        content = os.read(handle, LARGEST_FILE + 1)
        while len(content) <= LARGEST_FILE and (more := os.read(handle, LARGEST_FILE)):
            content += more
    finally:
        os.close(handle)
    return content if len(content) <= LARGEST_FILE else Skip(TOO_LARGE)
