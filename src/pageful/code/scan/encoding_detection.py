"""Detect a file's encoding: by its mark, as UTF-8, by its declaration, or by likeness."""

from __future__ import annotations

import codecs
import re

from pageful.text.decoding import marked_codec

_HEAD = 1024  # bytes, as far as HTML's own rules look for a declaration
_DECLARED = (
    # Python (PEP 263), Ruby, Emacs and Vim, in either of the first two lines
    # > # -*- coding: iso-8859-7 -*-
    re.compile(rb"\A(?:[^\n]*\n)?[ \t\f]*[^\n]*?(?:coding|encoding)[:=][ \t]*([-\w.]+)"),
    # > <?xml version="1.0" encoding="ISO-8859-7"?>
    re.compile(rb"""\A\s*<\?xml[^>]*?\bencoding\s*=\s*["']([-\w.:]+)"""),
    # > <html><head><meta charset="iso-8859-7">
    re.compile(rb"""<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([-\w.:]+)""", re.IGNORECASE),
    # > @charset "iso-8859-7";
    re.compile(rb"""\A@charset\s+["']([-\w.:]+)"""),
    # > "Content-Type: text/plain; charset=iso-8859-7\n"
    re.compile(rb"^\"?Content-Type:[^\n]*?\bcharset=([-\w.:]+)", re.IGNORECASE | re.MULTILINE),
)
_NOT_FOR_FILES = frozenset(
    {"unicode_escape", "raw_unicode_escape", "utf-7", "idna", "punycode", "undefined"}
)
_USUAL = frozenset(
    {
        *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257"),
        *(
            "iso8859-2",
            "koi8-r",
            "koi8-u",
            "gb18030",
            "big5hkscs",
            "cp932",
            "euc_jis_2004",
            "cp949",
        ),
    }
)
_WESTERN = "cp1252"
_CENTRAL_EUROPEAN = ("cp1250", "iso8859-2")
_CONTROLS = bytes(sorted(set(range(32)) - set(b"\t\n\v\f\r\b\x1b"))) + b"\x7f"
_MOST_CONTROLS = 0.01  # of all bytes: form feeds and escapes of a text are fewer
_MOST_FAULTS = 0.1  # of what is not ASCII: other encodings are hardly ever so nearly UTF-8


def detect_text(content: bytes) -> tuple[str, str] | None:
    """Return the text of a file and the name of the codec that read it; `None` if none can.

    The byte order mark is no part of the text. UTF-8 with a few faults stays UTF-8, with U+FFFD
    where they are, and is named `utf-8/replace`. Other text without a declared encoding is read in
    the likeliest one (chardet, over the encodings of source code).
    """
    if codec := marked_codec(content):
        return _in(content, codec)
    try:
        return content.decode(), "utf-8"
    except UnicodeDecodeError:
        return _decode_declared(content) or _nearly_utf_8(content) or _looked_at(content)


def looks_binary(content: bytes) -> bool:
    """Return whether bytes have more control characters than text does."""
    return len(content) - len(content.translate(None, _CONTROLS)) > _MOST_CONTROLS * len(content)


def _in(content: bytes, codec: str) -> tuple[str, str] | None:
    """Return the text and the codec's name, `None` if the content is not in that encoding."""
    try:
        name = codecs.lookup(codec).name
        if name in _NOT_FOR_FILES:
            return None
        text = content.decode(name)
        text.encode()
    except (LookupError, ValueError):
        return None
    return text, name


def _decode_declared(content: bytes) -> tuple[str, str] | None:
    head = content[:_HEAD]
    names = (found[1].decode() for form in _DECLARED if (found := form.search(head)))
    return next((text for name in names if (text := _in(content, name))), None)


def _nearly_utf_8(content: bytes) -> tuple[str, str] | None:
    escaped = content.decode(errors="surrogateescape")
    faults = len(escaped) - len(escaped.encode(errors="ignore").decode())
    if faults > _MOST_FAULTS * (len(escaped) - len(escaped.encode("ascii", "ignore"))):
        return None
    return content.decode(errors="replace"), "utf-8/replace"


def _looked_at(content: bytes) -> tuple[str, str] | None:
    import chardet  # a tenth of a second that most repositories need not pay

    found = chardet.detect(
        content, include_encodings=_USUAL, prefer_superset=False, compat_names=False
    )
    codec = found["encoding"] or _WESTERN
    # Western European text is often taken for Romanian, which is hardly ever written so.
    if codec in _CENTRAL_EUROPEAN and found["language"] == "ro":
        codec = _WESTERN
    return _in(content, codec) or _in(content, _WESTERN)
