"""The grammar of values in notes: in frontmatter strings and after `key::`."""

from __future__ import annotations

from collections.abc import Callable

from pageful.vault.dataview import lexemes
from pageful.vault.dataview.expression_parsing import date_literal, duration_literal
from pageful.vault.dataview.scanner import Scanner
from pageful.vault.values.durations import normalize
from pageful.vault.values.links import with_embed
from pageful.vault.values.values import Duration, Link, Value


def inline_value(scanner: Scanner) -> Value:
    """Parse one value, or several with commas between as an array; null if there is none.

    The word `null` is a text here, as in Dataview.
    """
    first = _atom(scanner)
    if first is None:
        return None
    values = [first]
    while True:
        start = scanner.at
        following = _atom(scanner) if _comma(scanner) else None
        if following is None:
            scanner.at = start
            break
        values.append(following)
    if len(values) == 1 and not _comma(scanner):
        return first
    return tuple(values)


def _comma(scanner: Scanner) -> bool:
    start = scanner.at
    scanner.skip_space()
    if scanner.take(","):
        scanner.skip_space()
        return True
    scanner.at = start
    return False


def _atom(scanner: Scanner) -> Value:
    start = scanner.at
    for alternative in _ALTERNATIVES:
        found = alternative(scanner)
        if found is not None:
            return found
        scanner.at = start
    return "null" if lexemes.null(scanner) else None


def _duration(scanner: Scanner) -> Duration | None:
    found = duration_literal(scanner)
    return None if found is None else normalize(found)


def embeddable_link(scanner: Scanner) -> Link | None:
    """Parse a link, with or without `!` before it."""
    embed = scanner.take("!")
    link = lexemes.link(scanner)
    return None if link is None else with_embed(link, embed)


_ALTERNATIVES: tuple[Callable[[Scanner], Value], ...] = (
    date_literal,
    _duration,
    lexemes.string,
    lexemes.tag,
    embeddable_link,
    lexemes.boolean,
    lexemes.number,
)
