"""Text made fit for a page: what no reader, terminal or encoder can take is made visible."""

from __future__ import annotations

import re

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])")
_PICTURES = {code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)}
_REPLACED = dict.fromkeys([*range(0x80, 0xA0), *range(0xD800, 0xE000)], 0xFFFD)
_UNPRINTABLE = _PICTURES | {0x7F: 0x2421} | _REPLACED
_SUSPECT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def printable(text: str) -> str:
    """Make every newline a line feed, controls their pictures (NUL is `␀`), lone surrogates `�`."""
    if not _SUSPECT.search(text):
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_UNPRINTABLE)


def without_ansi(text: str) -> str:
    """Remove terminal escape sequences (ECMA-48 CSI, OSC and two-character ones)."""
    return _ANSI.sub("", text) if "\x1b" in text else text
