"""Words of SQL and signs of other languages in a query, with their equivalents in this one."""

from __future__ import annotations

import re
from typing import NamedTuple


class ForeignWord(NamedTuple):
    """A word or sign of another language: its position, and its equivalent."""

    at: int
    advice: str


_SIGNS = {
    "==": "`==` is `=` in Dataview.",
    "&&": "`&&` is `and` in Dataview.",
    "||": "`||` is `or` in Dataview.",
    "<>": "`<>` is `!=` in Dataview.",
    "'": 'A text stands in double quotes in Dataview: "text".',
    ";": "A query ends without `;` in Dataview.",
    "*": "`*` is nothing to show in Dataview: name the fields, or write TABLE alone.",
}
"""Signs of other languages; a parser may fail at either character of those that have two."""

_WORDS = {
    "SELECT": "SELECT is TABLE in Dataview: `TABLE field, field FROM …`.",
    "ORDER": "ORDER BY is SORT in Dataview.",
    "HAVING": "HAVING is WHERE in Dataview, behind GROUP BY.",
    "LIKE": 'LIKE is `contains(field, "text")` or `regexmatch("pattern", field)` in Dataview.',
    "IN": "IN is `contains(list, field)` in Dataview.",
    "IS": "IS NULL is `field = null` in Dataview, IS NOT NULL is `field`.",
    "NOT": "NOT is `!` in Dataview: `!field`, `!(a or b)`.",
    "BETWEEN": "BETWEEN is two comparisons in Dataview: `field >= a and field <= b`.",
    "DISTINCT": "DISTINCT is GROUP BY in Dataview.",
    "OFFSET": "There is no OFFSET in Dataview: the parameters `page` and `page_size` go on.",
    "TOP": "TOP is LIMIT in Dataview, behind SORT.",
    "JOIN": "There is no JOIN in Dataview: a link's field is `link.field`.",
    "UNION": "There is no UNION in Dataview: join sources with `or`.",
    "CASE": "CASE is `choice(condition, then, else)` in Dataview.",
}

_COMMA = "Sources are joined by `and` or `or` in Dataview, not by commas."
# > LIST FROM #bread
_SOURCES = re.compile(
    r"\bFROM\b(?:(?!\b(?:WHERE|SORT|LIMIT|GROUP|FLATTEN)\b)[^,])*\Z", re.IGNORECASE
)

# > TABLE rating FROM #bread ORDER
_BEFORE = re.compile(r"(?:(?P<before>[A-Za-z]+)\s+)?(?P<word>[A-Za-z]*)\Z")
# > DER BY rating
_REST = re.compile(r"[A-Za-z]*")
# > LIST WITHOUT ID SORT
_EARLY_SORT = re.compile(r"\bLIST\s+(?:WITHOUT\s+ID\s+)?SORT\s*\Z", re.IGNORECASE)
_EARLY = 'SORT right behind LIST is taken for a field: write `LIST FROM "" SORT …`.'

# > GROUP  BY rating
_GROUP = re.compile(r"GROUP\s+BY\b", re.IGNORECASE)
_GROUP_BY = "GROUP BY is written with one blank in Dataview."
_LONGEST = 200
"""Characters before the error that may hold a habit: two words and blanks, or some sources."""


def find_foreign_word(text: str, at: int) -> ForeignWord | None:
    """Find the habit that explains why a query could not be parsed beyond a position.

    A word may begin before it: of `ORDER BY`, the grammar takes `OR` for an operator, or the whole
    of `ORDER` for a name.
    """
    return _sign(text, at) or _word(text, at)


def _sign(text: str, at: int) -> ForeignWord | None:
    if text[at : at + 1] == "," and _SOURCES.search(text[max(0, at - _LONGEST) : at]):
        return ForeignWord(at, _COMMA)
    for start in (at - 1, at):
        sign = text[max(0, start) : start + 2]
        if len(sign) == 2 and sign in _SIGNS:
            return ForeignWord(start, _SIGNS[sign])
    advice = _SIGNS.get(text[at : at + 1])
    return ForeignWord(at, advice) if advice else None


def _word(text: str, at: int) -> ForeignWord | None:
    if _GROUP.match(text, at):
        return ForeignWord(at, _GROUP_BY)
    start = max(0, at - _LONGEST)
    before = _BEFORE.search(text[start:at])
    rest = _REST.match(text, at)
    assert before
    assert rest
    word = before["word"] + rest[0]
    if advice := _WORDS.get(word.upper()):
        return ForeignWord(start + before.start("word"), advice)
    if advice := _WORDS.get((before["before"] or "").upper()):
        return ForeignWord(start + before.start("before"), advice)
    if _EARLY_SORT.search(text[start:at]):
        return ForeignWord(start + before.start("before"), _EARLY)
    return None
