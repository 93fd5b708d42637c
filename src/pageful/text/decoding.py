"""A file as text, in one way for all that reads a vault: index, search and reading agree."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

_WIDE = (
    # UTF-32 first: its mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "UTF-32", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "UTF-32", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "UTF-16", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "UTF-16", "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, and the encoding it was in: `UTF-8`, `UTF-16` or `UTF-32`.

    A byte order mark of UTF-8 is part of the text, a wide one is not. `wrong` is how many bytes
    are no UTF-8; U+FFFD stands in their place, as it does for what is wrong in the wide encodings.
    """

    text: str
    encoding: str
    wrong: int = 0


def decoded(content: bytes) -> Decoded:
    """Decode by the byte order mark, and as UTF-8 without one."""
    for mark, encoding, codec in _WIDE:
        if content.startswith(mark):
            return Decoded(content[len(mark) :].decode(codec, "replace"), encoding)
    try:
        return Decoded(content.decode(), "UTF-8")
    except UnicodeDecodeError:
        wrong = len(content) - len(content.decode(errors="ignore").encode())
        return Decoded(content.decode(errors="replace"), "UTF-8", wrong)
