"""Sets of code points as sorted ranges, and those of JavaScript's classes and properties."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TypeAlias

import regex

from pageful.text.spans import merge_spans

CodePoints: TypeAlias = tuple[tuple[int, int], ...]
"""Ranges, both ends included, sorted, apart from each other by at least one code point."""

LAST = sys.maxunicode
EVERYTHING: CodePoints = ((0, LAST),)
NOTHING: CodePoints = ()

DIGITS: CodePoints = ((0x30, 0x39),)
WORD: CodePoints = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
LINE_ENDS: CodePoints = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
SPACE: CodePoints = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
)

GENERAL_CATEGORIES = frozenset(
    """
    Cased_Letter LC Close_Punctuation Pe Connector_Punctuation Pc Control Cc cntrl
    Currency_Symbol Sc Dash_Punctuation Pd Decimal_Number Nd digit Enclosing_Mark Me
    Final_Punctuation Pf Format Cf Initial_Punctuation Pi Letter L Letter_Number Nl
    Line_Separator Zl Lowercase_Letter Ll Mark M Combining_Mark Math_Symbol Sm Modifier_Letter
    Lm Modifier_Symbol Sk Nonspacing_Mark Mn Number N Open_Punctuation Ps Other C Other_Letter
    Lo Other_Number No Other_Punctuation Po Other_Symbol So Paragraph_Separator Zp Private_Use
    Co Punctuation P punct Separator Z Space_Separator Zs Spacing_Mark Mc Surrogate Cs Symbol S
    Titlecase_Letter Lt Unassigned Cn Uppercase_Letter Lu
    """.split()  # noqa: SIM905 -- a hundred quoted lines read worse
)
"""The names of general categories that the standard takes, alone or after `gc=`."""

BINARY_PROPERTIES = frozenset(
    """
    ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored
    Bidi_M Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM
    Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT
    Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic
    Dia Emoji Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase
    Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base
    Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST
    ID_Continue IDC ID_Start IDS Ideographic Ideo Join_Control Join_C Logical_Order_Exception
    LOE Lowercase Lower Math Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn
    Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI
    Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo
    Uppercase Upper Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS
    """.split()  # noqa: SIM905 -- a hundred quoted lines read worse
)

_LAST_CASED = 0x1FFFF
"""An upper bound of the code points that have a case."""


def from_ranges(ranges: Iterable[tuple[int, int]]) -> CodePoints:
    """Make a set of ranges, which may overlap."""
    return tuple(merge_spans(ranges, gap=1))


def union(*sets: CodePoints) -> CodePoints:
    """Return the union of sets."""
    return from_ranges(part for points in sets for part in points)


def complement(points: CodePoints) -> CodePoints:
    """Return the complement of a set."""
    gaps, start = [], 0
    for low, high in points:
        if start < low:
            gaps.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        gaps.append((start, LAST))
    return tuple(gaps)


def intersection(points: CodePoints, more: CodePoints) -> CodePoints:
    """Return the intersection of two sets."""
    return complement(union(complement(points), complement(more)))


def difference(points: CodePoints, less: CodePoints) -> CodePoints:
    """Return the difference of two sets."""
    return intersection(points, complement(less))


def native_property(name: str, value: str) -> str | None:
    r"""Translate `\p{name=value}`, or `\p{name}` without a value, for the `regex` package.

    `None` where the standard has no such property.
    """
    if not value:
        known = name in GENERAL_CATEGORIES or name in BINARY_PROPERTIES
        return (_compilable(_gc(name)) or _compilable(rf"\p{{{name}}}")) if known else None
    if name in ("General_Category", "gc"):
        return _compilable(_gc(value)) if value in GENERAL_CATEGORIES else None
    if name in ("Script", "sc", "Script_Extensions", "scx") and value[:1].isupper():
        return _compilable(rf"\p{{{name}={value}}}")
    return None


@lru_cache(maxsize=64)
def of_property(native: str) -> CodePoints:
    """Return the code points of a property as the `regex` package writes it."""
    runs = regex.compile(native + "+", regex.VERSION0).finditer(_all_characters())
    return tuple((run.start(), run.end() - 1) for run in runs)


def equivalents(code: int, *, unicode: bool) -> frozenset[int]:
    """Return the case variants of a code point, itself included.

    See "Canonicalize" in the standard: with the flag `u` by simple case folding, else by upper case
    as long as that is one character and does not lead into ASCII.
    """
    alike = _classes(unicode).get(_canonical(code, unicode))
    return alike if alike is not None else frozenset((code,))


@lru_cache(maxsize=256)
def with_equivalents(points: CodePoints, *, unicode: bool) -> CodePoints:
    """Add the case variants of its code points to a set."""
    more = []
    for alike in _classes(unicode).values():
        if any(_has(points, code) for code in alike):
            more += [(code, code) for code in alike]
    return union(points, tuple(more))


def _has(points: CodePoints, code: int) -> bool:
    at = bisect_right(points, (code, LAST + 1)) - 1
    return at >= 0 and points[at][1] >= code


@cache
def _classes(unicode: bool) -> dict[int, frozenset[int]]:
    """Map each canonical form to the code points that share it, where several do."""
    alike: defaultdict[int, set[int]] = defaultdict(set)
    for code in range(_LAST_CASED + 1):
        canonical = _canonical(code, unicode)
        if canonical != code:
            alike[canonical] |= {code, canonical}
    return {canonical: frozenset(codes) for canonical, codes in alike.items()}


def _canonical(code: int, unicode: bool) -> int:
    character = chr(code)
    if unicode:
        for simple in (character.casefold(), character.lower()):
            if len(simple) == 1:
                return ord(simple)
        return code
    upper = character.upper()
    if len(upper) != 1 or (code >= 128 > ord(upper)) or code > 0xFFFF:
        return code
    return ord(upper)


def _gc(name: str) -> str:
    return rf"\p{{gc={name}}}"


@cache
def _compilable(native: str) -> str | None:
    try:
        regex.compile(native, regex.VERSION0)
    except regex.error:
        return None
    return native


@cache
def _all_characters() -> str:
    return "".join(map(chr, range(LAST + 1)))
