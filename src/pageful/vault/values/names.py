"""Names in queries and notes: identifiers, tags, and the canonical forms of headings and keys."""

from __future__ import annotations

import re

import regex

from pageful.vault.values.whitespace import SPACE, strip_whitespace

_SYMBOL = r"(?:(?![0-9#*\p{Regional_Indicator}])\p{Emoji}\uFE0F?\p{Emoji_Modifier}?)"
_TAGGED = r"[\U000E0020-\U000E007F]*"
_EMOJI = (
    rf"(?:[#*0-9]\uFE0F?\u20E3|\p{{Regional_Indicator}}{{2}}"
    rf"|{_SYMBOL}{_TAGGED}(?:\u200D{_SYMBOL})*)"
)
_WORD = r"[0-9\p{L}_-]+"

# > due-date
IDENTIFIER = regex.compile(rf"(?:\p{{L}}|{_EMOJI})(?:{_EMOJI}|[0-9\p{{L}}_-])*")
"""A letter or emoji, then letters, digits, `_`, `-` and emoji."""

# > #bread/rye
TAG = regex.compile(
    rf"#[^\u2000-\u206F\u2E00-\u2E7F'!\"#$%&()*+,.:;<=>?@^`{{|}}~\[\]\\{SPACE[1:-1]}]*"
)
"""`#` and whatever is neither space nor punctuation other than `-`, `_` and `/`."""

# > Baking, the 2nd time
_KEPT = regex.compile(rf"{_EMOJI}|{_WORD}")
# > Due Date!
_PARTS = regex.compile(rf"(?P<emoji>{_EMOJI})|(?P<word>{_WORD})|(?P<space>{SPACE}+)")
# > Due Date
_SPACES = re.compile(rf"{SPACE}+")
# > Rye sourdough
_PLAIN = re.compile(r"[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*")


def canonical_name(key: str) -> str:
    """Return the canonical name of a field in queries: `Due Date!` is `due-date`."""
    return "".join(_canonical(part) for part in _PARTS.finditer(key))


def _canonical(part: regex.Match[str]) -> str:
    if part["space"]:
        return "-"
    return part[0].lower() if part["word"] else part[0]


def heading_text(heading: str) -> str:
    """Normalize a heading for links: all but letters, digits, `_`, `-` and emoji is one space."""
    if _PLAIN.fullmatch(heading):
        return heading
    gaps, at = [], 0
    for kept in _KEPT.finditer(heading):
        gaps.append(" " if kept.start() > at else "")
        gaps.append(kept[0])
        at = kept.end()
    return strip_whitespace(_SPACES.sub(" ", "".join(gaps)))


def file_title(path: str) -> str:
    """Return the last part of a path, without `.md`."""
    return path.rpartition("/")[2].removesuffix(".md")
