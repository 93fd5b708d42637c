"""Search queries of every shape, about the words of a small vault."""

from __future__ import annotations

from hypothesis import strategies as st

from pageful.vault.search.operators import OPERATORS
from pageful.vault.search.query import (
    And,
    Comparison,
    Empty,
    Not,
    Or,
    Pattern,
    Phrase,
    Property,
    Query,
    Scoped,
    Word,
)

_WORDS = ["ann", "bob", "plan", "ete", "Ann", "#a", "md", ".md", "-", "->", "x"]
_PHRASES = ["ann", "met bob", "Été", "#a", "", "call Ann", 'a "b" \\c']
_PATTERNS = ["^ann", "b.b$", "[A-Z]nn", "x", "é", r"\bb\w+", "(?=plan)", r"ann\nbob", "md$"]

leaves: st.SearchStrategy[Query] = st.one_of(
    st.sampled_from(_WORDS).map(Word),
    st.sampled_from(_PHRASES).map(Phrase),
    st.sampled_from(_PATTERNS).map(Pattern),
)
_values: st.SearchStrategy[Query] = st.one_of(
    leaves,
    leaves.map(Not),
    st.just(Empty()),
    st.builds(Comparison, st.sampled_from(["<", ">", "<=", ">="]), st.sampled_from(["5", "b"])),
)
_properties = st.builds(
    Property, st.sampled_from(["status", "N", "x"]).map(Word), st.none() | _values
)


def _joined(parts: st.SearchStrategy[Query]) -> st.SearchStrategy[Query]:
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    operators = st.sampled_from([*OPERATORS.values()])
    return st.one_of(
        several.map(And), several.map(Or), parts.map(Not), st.builds(Scoped, operators, parts)
    )


queries = st.recursive(leaves | _properties, _joined, max_leaves=6)
