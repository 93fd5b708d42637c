"""Parts of a query: what of it is words, and what is left without them."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.vault.search.query import And, Not, Or, Pattern, Phrase, Query, Scoped, Word
from pageful.vault.search.scope import Leaf

EVERYTHING = And(())
"""The query that every note matches."""
_FOLDERS = frozenset({"in", "path"})


def words_of(query: Query) -> Query | None:
    """Return what a line has to match: the words that are wanted; `None` without any.

    What lines, blocks, sections or tasks have to hold is wanted of a line as well; what a heading
    has to hold, of lines that are headings.
    """
    match query:
        case Word(text) | Phrase(text):
            return query if text else None
        case Pattern():
            return query
        case And(parts) | Or(parts):
            kept = tuple(part for each in parts if (part := words_of(each)) is not None)
            return type(query)(kept) if kept else None
        case Scoped(operator, part) if operator.target in (None, "content"):
            if operator.selects_files or (words := words_of(part)) is None:
                return None
            is_wide = operator.region is not None and operator.region != "heading"
            return words if is_wide else Scoped(operator, words)
        case _:
            return None


def without_words(query: Query) -> Query:
    """Return the query without its words, negated ones among them."""
    return _without_words(query) or EVERYTHING


def folders_of(query: Query) -> Query:
    """Return the parts of a query that name folders, all of which a note has to be in."""
    if isinstance(query, And):
        parts = tuple(part for part in query.parts if _is_folder(part))
        return query if len(parts) == len(query.parts) else And(parts)
    return query if _is_folder(query) else EVERYTHING


def _is_folder(part: Query) -> bool:
    return isinstance(part, Scoped) and part.operator.name in _FOLDERS


def without_negated_words(query: Query) -> Query:
    """Return the query without negations of words: a superset of its matches."""
    match query:
        case Not(part) if _has_words(part):
            return EVERYTHING
        case And(parts):
            return And(tuple(map(without_negated_words, parts)))
        case Or(parts):
            return Or(tuple(map(without_negated_words, parts)))
        case Scoped(operator, part):
            return Scoped(operator, without_negated_words(part))
        case _:
            return query


def leaves_of(query: Query, *, exact: bool = False) -> Iterator[tuple[Leaf, bool]]:
    """Yield the words, phrases and patterns of `words_of`, and whether their case counts."""
    match query:
        case Word() | Phrase() | Pattern():
            yield query, exact
        case And(parts) | Or(parts):
            for part in parts:
                yield from leaves_of(part, exact=exact)
        case Scoped(operator, part):
            yield from leaves_of(part, exact=exact if operator.exact is None else operator.exact)
        case _:
            pass


def _has_words(query: Query) -> bool:
    return _without_words(query) is None


def _without_words(query: Query) -> Query | None:
    match query:
        case Word(text) | Phrase(text):
            return None if text else query
        case Pattern():
            return None
        case And(parts):
            kept = tuple(part for each in parts if (part := _without_words(each)) is not None)
            return And(kept) if kept else None
        case Or(parts):
            kept = tuple(part for each in parts if (part := _without_words(each)) is not None)
            return Or(kept) if len(kept) == len(parts) else None
        case Not(part):
            return query if _without_words(part) is not None else None
        case Scoped(operator, part):
            is_of_text = operator.target in (None, "content") and not operator.selects_files
            return None if is_of_text and _without_words(part) is None else query
        case _:
            return query
