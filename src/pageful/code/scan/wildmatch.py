"""Match one path component against one glob, as git's `wildmatch` does.

Patterns and names are bytes decoded as Latin-1, because git compares bytes: `?` is one byte. See
https://git-scm.com/docs/gitignore and glob(7) for the brackets.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pageful.lazy import patterns

# > *.py
SPECIAL = patterns.compile(r"[*?\[\\]")

_CLASSES = {
    "alnum": r"0-9A-Za-z",
    "alpha": r"A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": r"0-9",
    "graph": r"!-~",
    "lower": r"a-z",
    "print": r" -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t\n\r\f\v",
    "upper": r"A-Z",
    "xdigit": r"0-9A-Fa-f",
}
_NOTHING = r"(?!)"
# > [!a-c]*.py
_TOKEN = patterns.compile(
    r"""(?P<stars>\*+)
      | (?P<any>\?)
      | \\(?P<escaped>.)
      | \[(?P<negated>[!^]?)(?P<members>\]?(?:\[:[^\]]*:\]|\\.|[^\]\\])*)\]
      | (?P<bad>[\[\\])
      | (?P<literal>[^*?\[\\]+)""",
    re.VERBOSE | re.DOTALL,
)
# > [:alpha:]_a-z
_MEMBER = patterns.compile(
    r"""\[:(?P<name>[^\]]*):\]
      | (?P<low>\\.|.)(?:-(?P<high>\\.|.))?""",
    re.VERBOSE | re.DOTALL,
)


class _NeverMatches(Exception):
    """The pattern is malformed: git lets it match nothing."""


@lru_cache(maxsize=4096)
def regex(glob: str) -> str:
    """Return the regular expression, anchored at its end, for the names that `glob` matches.

    Each run up to the next star is matched as early as possible and never again, so the time is
    linear in the name for any pattern.
    """
    try:
        chunks = _chunks(glob)
    except _NeverMatches:
        return _NOTHING
    first, *middle = chunks
    if not middle:
        return rf"{first}\Z"
    *middle, last = middle
    return "".join((first, *(f"(?>.*?{chunk})" for chunk in middle), rf".*{last}\Z"))


@lru_cache(maxsize=4096)
def matcher(glob: str) -> re.Pattern[str]:
    """Compile the `regex` of a glob, to `match` names with."""
    return re.compile(regex(glob), re.DOTALL)


def _chunks(glob: str) -> list[str]:
    """Return the parts between the stars of a glob, as regular expressions of fixed length."""
    chunks = [""]
    for token in _TOKEN.finditer(glob):
        if token["stars"]:
            chunks.append("")
        else:
            chunks[-1] += _translate(token)
    return chunks


def _translate(token: re.Match[str]) -> str:
    if token["any"]:
        return "."
    if token["bad"]:
        raise _NeverMatches
    if token["members"] is not None:
        return _bracket(token["negated"], token["members"])
    return re.escape(token["escaped"] or token["literal"])


def _bracket(negated: str, members: str) -> str:
    wanted = "".join(map(_member, _MEMBER.finditer(members)))
    if not wanted:
        return "." if negated else _NOTHING
    return f"[{'^' if negated else ''}{wanted}]"


def _member(member: re.Match[str]) -> str:
    if member["low"] is None:
        try:
            return _CLASSES[member["name"]]
        except KeyError:
            raise _NeverMatches from None
    low = member["low"][-1]
    high = (member["high"] or low)[-1]
    return f"{_code(low)}-{_code(high)}" if low <= high else ""


def _code(character: str) -> str:
    return f"\\U{ord(character):08x}"
