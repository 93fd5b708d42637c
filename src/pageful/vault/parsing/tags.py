"""Tags as they are written in a text."""

from __future__ import annotations

from typing import Final

TAG: Final = (
    r"(?P<tag>[^\u2000-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\"
    r"\t\n\x0b\x0c\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff]++)"
)
"""The pattern of a name behind its `#`: anything but spaces and punctuation, and `_`, `-`, `/`."""

_SPACES = frozenset(("", *"\t\n\x0b\x0c\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"))
_SPACES |= frozenset(map(chr, range(0x2000, 0x200B)))
_MARKS = frozenset("*_[|")
_DOUBLE_MARKS = frozenset(("~~", "==", "%%"))
_DIGITS = "0123456789"


def tag_at(text: str, start: int, name: str, *, follows: bool = False) -> str:
    """Return the name of the tag whose `#` is at `start`; empty if it is no tag.

    A tag begins at the start, after a space, first within marks, or if it `follows` a link, code or
    another tag. A name is more than digits. The `_` that ends an emphasis is no part of it.
    """
    before = text[start - 1 : start]
    if not (
        follows
        or before in _SPACES
        or before in _MARKS
        or text[max(start - 2, 0) : start] in _DOUBLE_MARKS
    ):
        return ""
    if before == "_":
        name = name.rstrip("_")
    return name if name.strip(_DIGITS) else ""
