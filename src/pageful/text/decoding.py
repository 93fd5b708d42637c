"""Decode a file's bytes by one table of byte order marks, so that all that reads files agrees."""

from __future__ import annotations

import codecs

from pageful.lazy.dataclasses import dataclass

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    # UTF-32 before UTF-16, whose mark in little endian its own begins with.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE = frozenset({"utf-16", "utf-32"})
_BEGINNINGS = tuple(mark for mark, _ in _MARKS)


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text, and the encoding it was in: `UTF-8`, `UTF-16` or `UTF-32`.

    A byte order mark of UTF-8 is part of the text, a wide one is not. `wrong` is how many bytes
    are no UTF-8; U+FFFD stands in their place, as it does for what is wrong in the wide encodings.
    """

    text: str
    encoding: str
    wrong: int = 0


def decode(content: bytes) -> DecodedText:
    """Decode by a wide byte order mark, and as UTF-8 without one; no bytes are refused."""
    codec = marked_codec(content)
    if codec in _WIDE:
        return DecodedText(content.decode(codec, "replace"), codec.upper())
    try:
        return DecodedText(content.decode(), "UTF-8")
    except UnicodeDecodeError:
        wrong = len(content) - len(content.decode(errors="ignore").encode())
        return DecodedText(content.decode(errors="replace"), "UTF-8", wrong)


def marked_codec(content: bytes) -> str:
    """Return the codec that a byte order mark names, which takes the mark off; empty for none."""
    if not content.startswith(_BEGINNINGS):  # as nearly always: one test in place of five
        return ""
    return next(codec for mark, codec in _MARKS if content.startswith(mark))


def is_pdf(content: bytes) -> bool:
    """Return whether bytes are a PDF, which need not hold any NUL."""
    return content.startswith(b"%PDF-")


def has_nuls(content: bytes) -> bool:
    """Tell if bytes hold a NUL, as no text does but in a wide encoding that its mark names."""
    return b"\0" in content and marked_codec(content) not in _WIDE
