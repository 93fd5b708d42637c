"""The bytes of files to search, and their text where they are text."""

from __future__ import annotations

from pageful.code.scan.encoding_detection import detect_text, looks_binary
from pageful.code.scan.generated import by_text
from pageful.code.scan.source_file import LARGEST_FILE
from pageful.files.opening import NotRegular, Opener, TooLarge
from pageful.lazy.dataclasses import dataclass
from pageful.text.decoding import has_nuls, is_pdf, marked_codec

LARGEST_SEARCHED = 20_000_000
"""Bytes of a file that is searched: larger ones are dumps and archives."""


@dataclass(frozen=True, slots=True)
class UnsearchedFile:
    """A file that was not searched, and why."""

    path: str
    reason: str


def read_content(opener: Opener, path: str) -> bytes | UnsearchedFile | None:
    """Read a file at a path below the opener's root; `None` if it is gone."""
    try:
        return opener.read_bytes(f"{opener.root}/{path}", LARGEST_SEARCHED)
    except FileNotFoundError:
        return None
    except TooLarge:
        return UnsearchedFile(path, "larger than 20 MB")
    except NotRegular:
        return UnsearchedFile(path, "not a file")
    except OSError:
        return UnsearchedFile(path, "not readable")


def is_plain(content: bytes) -> bool:
    """Tell whether bytes may be UTF-8, as nearly all files are: no wide mark at their beginning."""
    return not marked_codec(content)


def text_of(content: bytes) -> str | None:
    """Return the text of a file, without a byte order mark; `None` if it is binary."""
    if is_pdf(content) or has_nuls(content):
        return None
    found = detect_text(content)
    if found is None or (found[1] != "utf-8" and looks_binary(found[0].encode())):
        return None
    return found[0] if "\0" not in found[0] else None


def is_left_out(name: str, content: bytes, text: str) -> bool:
    """Tell whether an index leaves a file out: it is large, generated, or minified."""
    return len(content) > LARGEST_FILE or by_text(name, text) is not None
