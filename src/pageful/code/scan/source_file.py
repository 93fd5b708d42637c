"""Read a file of a repository as text, or give the reason why it is not to be indexed."""

from __future__ import annotations

from hashlib import blake2b

from pageful.code.scan.encoding_detection import detect_text, looks_binary
from pageful.code.scan.generated import by_name, by_text
from pageful.files.opening import NotRegular, Opener, TooLarge
from pageful.lazy.dataclasses import dataclass
from pageful.text.decoding import has_nuls, is_pdf

LARGEST_FILE = 1_000_000
"""The most bytes of an indexed file: larger ones are data, or written by programs."""

TOO_LARGE = "larger than 1 MB"
BINARY = "binary"
NOT_DECODABLE = "not decodable"
FILE_NOT_READABLE = "file not readable"
NOT_A_FILE = "not a file"

HASH_BYTES = 16


@dataclass(frozen=True, slots=True)
class Text:
    """A file's text, exactly as it is there but for a byte order mark.

    `encoding` is the name of the Python codec that read it, `hash` the BLAKE2b-128 of the file's
    bytes. The text can be written as UTF-8: it holds no lone surrogates, and no NULs.
    """

    text: str
    encoding: str
    hash: bytes


@dataclass(frozen=True, slots=True)
class Skip:
    """A constant reason why a file is not indexed; `hash` if it was read."""

    reason: str
    hash: bytes = b""


def read(opener: Opener, path: str) -> Text | Skip:
    """Read the text of a regular file at a path below the opener's root, following no link.

    Raises:
        FileNotFoundError: it is gone.
    """
    name = path.rpartition("/")[2]
    if reason := by_name(name):
        return Skip(reason)
    try:
        content = opener.read(str(opener.root / path), LARGEST_FILE).data
    except FileNotFoundError:
        raise
    except NotRegular:
        return Skip(NOT_A_FILE)
    except TooLarge:
        return Skip(TOO_LARGE)
    except OSError:
        return Skip(FILE_NOT_READABLE)
    return read_bytes(name, content)


def read_bytes(name: str, content: bytes) -> Text | Skip:
    """Return the text of a file with this name and content."""
    digest = blake2b(content, digest_size=HASH_BYTES).digest()
    if is_pdf(content) or has_nuls(content):
        return Skip(BINARY, digest)
    found = detect_text(content)
    if found is None:
        return Skip(BINARY if looks_binary(content) else NOT_DECODABLE, digest)
    text, encoding = found
    if "\0" in text or (encoding != "utf-8" and looks_binary(text.encode())):
        return Skip(BINARY, digest)
    if reason := by_text(name, text):
        return Skip(reason, digest)
    return Text(text, encoding, digest)
