"""The parser of escapes, from after the backslash."""

from __future__ import annotations

import re

from pageful.vault.javascript_regex.code_points import (
    DIGITS,
    NOTHING,
    SPACE,
    WORD,
    CodePoints,
    complement,
    native_property,
    with_equivalents,
)
from pageful.vault.javascript_regex.cursor import Cursor, join_surrogates
from pageful.vault.javascript_regex.flags import Flags
from pageful.vault.javascript_regex.syntax_tree import OneOf

_CONTROLS = {"f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09, "v": 0x0B}
_SETS = {
    "d": DIGITS,
    "D": complement(DIGITS),
    "s": SPACE,
    "S": complement(SPACE),
    "w": WORD,
    "W": complement(WORD),
}
_SYNTAX = frozenset("^$\\.*+?()[]{}|/")
_SETS_PUNCTUATION = frozenset("&-!#%,:;<=>@`~")

# > x41
_HEX = re.compile(r"x([0-9A-Fa-f]{2})")
# > u00e9
_UNIT = re.compile(r"u([0-9A-Fa-f]{4})")
# > \ude00
_LOW_UNIT = re.compile(r"\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})")
# > u{1F600}
_BRACED = re.compile(r"u\{([0-9A-Fa-f]+)\}")
# > cJ
_CONTROL = re.compile(r"c([A-Za-z])")
# > c1
_CONTROL_IN_CLASS = re.compile(r"c([0-9_])")
# > 101
_OCTAL = re.compile(r"[0-3][0-7]{0,2}|[4-7][0-7]?")
# > p{Script=Greek}
_PROPERTY = re.compile(r"[pP]\{(\w*)(?:=(\w*))?\}", re.ASCII)


def set_escape(cursor: Cursor) -> OneOf | None:
    r"""Read a class escape such as `\d` or `\p{…}` after its backslash; `None` if it is another."""
    letter = cursor.here
    if letter and letter in _SETS:
        cursor.at += 1
        return OneOf(_set(letter, cursor.flags))
    if letter and letter in "pP" and cursor.flags.unicode:
        return _property(cursor)
    return None


def character_escape(cursor: Cursor, *, in_class: bool) -> int:
    """Read an escaped character after its backslash."""
    letter = cursor.here
    if not letter:
        cursor.fail("A backslash at the end escapes nothing.", cursor.at - 1)
    if letter in _CONTROLS:
        cursor.at += 1
        return _CONTROLS[letter]
    for reader in (_control, _by_number, _hexadecimal, _octal):
        code = reader(cursor, in_class)
        if code is not None:
            return code
    return _itself(cursor, in_class)


def _set(letter: str, flags: Flags) -> CodePoints:
    if letter in "wW" and flags.unicode and flags.ignore_case:
        word = with_equivalents(WORD, unicode=True)
        return word if letter == "w" else complement(word)
    return _SETS[letter]


def _property(cursor: Cursor) -> OneOf:
    start = cursor.at - 1
    found = cursor.accept_match(_PROPERTY)
    if not found:
        cursor.fail(r"Here \p{…} with the name of a property was expected.", start)
    native = native_property(found[1], found[2] or "") if found[2] != "" else None
    if native is None:
        cursor.fail(f"There is no property {found[0][2:-1]!r} of Unicode here.", start)
    return OneOf(NOTHING, (native if found[0][0] == "p" else rf"\P{native[2:]}",))


def _control(cursor: Cursor, in_class: bool) -> int | None:
    found = cursor.accept_match(_CONTROL)
    if not found and in_class and not cursor.flags.unicode:
        found = cursor.accept_match(_CONTROL_IN_CLASS)
    if found:
        return ord(found[1]) % 32
    if cursor.here != "c":
        return None
    if cursor.flags.unicode:
        cursor.fail(r"After \c a letter was expected.")
    return 0x5C  # the backslash itself; `c` is read next


def _by_number(cursor: Cursor, _in_class: bool) -> int | None:
    """Read a UTF-16 unit or a code point by its number."""
    if cursor.here != "u":
        return None
    if cursor.flags.unicode and (braced := cursor.accept_match(_BRACED)):
        code = int(braced[1], 16)
        if code > 0x10FFFF:
            cursor.fail("The last code point is 10FFFF.", braced.start())
        return code
    unit = cursor.accept_match(_UNIT)
    if unit is None:
        if cursor.flags.unicode:
            cursor.fail(r"After \u four hexadecimal digits, or some in braces, were expected.")
        return None
    high = int(unit[1], 16)
    low = _LOW_UNIT.match(cursor.source, cursor.at)
    pair = join_surrogates(high, int(low[1], 16)) if low else None
    if pair is not None and low:
        cursor.at = low.end()
        return pair
    return high


def _hexadecimal(cursor: Cursor, _in_class: bool) -> int | None:
    if cursor.here != "x":
        return None
    found = cursor.accept_match(_HEX)
    if not found and cursor.flags.unicode:
        cursor.fail(r"After \x two hexadecimal digits were expected.")
    return int(found[1], 16) if found else None


def _octal(cursor: Cursor, _in_class: bool) -> int | None:
    r"""Read `\0`, or octal digits where annex B has them."""
    if not cursor.flags.unicode:
        found = cursor.accept_match(_OCTAL)
        return int(found[0], 8) if found else None
    if cursor.here == "0" and not cursor.source[cursor.at + 1 : cursor.at + 2].isdigit():
        cursor.at += 1
        return 0
    return None


def _itself(cursor: Cursor, in_class: bool) -> int:
    letter = cursor.here
    if cursor.flags.unicode:
        taken = letter in _SYNTAX or (in_class and letter == "-")
        if not taken and not (in_class and cursor.flags.sets and letter in _SETS_PUNCTUATION):
            cursor.fail(f"`\\{letter}` is no escape in an expression with the flag u or v.")
    cursor.at += 1
    return ord(letter)
