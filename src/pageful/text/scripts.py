"""Scripts that set no spaces between words, as ranges within a class of a regular expression."""

from __future__ import annotations

_THAI_LAO = "\u0e00-\u0eff"
_TIBETAN = "\u0f00-\u0fff"
_BURMESE = "\u1000-\u109f"
_KHMER = "\u1780-\u17ff"
_KANA = "\u3040-\u30ff"
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_RARE_HAN = "\u3005-\u3007\U00020000-\U0003ffff"
_HALFWIDTH_KANA = "\uff66-\uff9f"
_HANGUL = "\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc"
_EAST_ASIAN_SIGNS = "\u2e80-\u33ff"  # radicals, numerals, bopomofo, compatible Hangul

UNSPACED_IN_CODE = _THAI_LAO + _BURMESE + _KHMER + _KANA + _HAN
"""Scripts that code is split into pairs of characters in.

Trained terms and indexes on disk depend on it. Halfwidth kana is not among them, because terms
are in Unicode's compatible form, which has none.
"""
UNSPACED = UNSPACED_IN_CODE + _RARE_HAN + _HALFWIDTH_KANA
"""Scripts that notes are split into pairs of characters in."""
LOOSELY_SPACED = UNSPACED + _TIBETAN + _HANGUL + _EAST_ASIAN_SIGNS
"""Scripts beside whose characters a word may begin or end without a space.

Korean sets spaces, but a particle follows its noun without one: a phrase may end before it.
"""
