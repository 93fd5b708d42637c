"""Words of SQL in a query are answered with what says the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.tool.errors import ToolError
from pageful.vault.dataview.foreign_words import find_foreign_word
from pageful.vault.dataview.grammar import parse_query


def reason(query: str) -> tuple[str, str]:
    """What stands at the caret, and what is said of it."""
    with pytest.raises(ToolError) as caught:
        parse_query(query)
    _, _, line, caret, said = caught.value.problem.split("\n")
    return line[caret.index("^") :], said


@pytest.mark.parametrize(
    ("query", "at", "said"),
    [
        ("SELECT a FROM #x", "SELECT a FROM #x", "SELECT is TABLE in Dataview"),
        ("TABLE a FROM #x ORDER BY a", "ORDER BY a", "ORDER BY is SORT in Dataview."),
        ("TABLE a ORDER BY a", "ORDER BY a", "ORDER BY is SORT in Dataview."),
        ("LIST ORDER BY a", "ORDER BY a", "ORDER BY is SORT in Dataview."),
        ("LIST WHERE a order by b", "order by b", "ORDER BY is SORT in Dataview."),
        ("LIST FROM #x ORDER a", "ORDER a", "ORDER BY is SORT in Dataview."),
        ("TABLE a GROUP BY b HAVING c", "HAVING c", "HAVING is WHERE in Dataview"),
        ("LIST GROUP  BY a", "GROUP  BY a", "GROUP BY is written with one blank"),
        ('LIST WHERE a LIKE "x%"', 'LIKE "x%"', "LIKE is `contains(field"),
        ("LIST WHERE a IN (1, 2)", "IN (1, 2)", "IN is `contains(list, field)`"),
        ("LIST WHERE a IS NOT NULL", "IS NOT NULL", "IS NULL is `field = null`"),
        ("LIST WHERE NOT a", "NOT a", "NOT is `!` in Dataview"),
        ("LIST WHERE a BETWEEN 1 AND 2", "BETWEEN 1 AND 2", "BETWEEN is two comparisons"),
        ("TABLE DISTINCT a", "DISTINCT a", "DISTINCT is GROUP BY"),
        ("LIST LIMIT 5 OFFSET 10", "OFFSET 10", "`page` and `page_size`"),
        ("LIST WHERE a == 1", "== 1", "`==` is `=`"),
        ("LIST WHERE a && b", "&& b", "`&&` is `and`"),
        ("LIST WHERE a || b", "|| b", "`||` is `or`"),
        ("LIST WHERE a <> 1", "<> 1", "`<>` is `!=`"),
        ("LIST WHERE a = 'b'", "'b'", "double quotes"),
        ("TABLE * FROM #x", "* FROM #x", "name the fields"),
        ("LIST FROM #a, #b", ", #b", "joined by `and` or `or`"),
        ("LIST;", ";", "ends without `;`"),
        ("LIST SORT a", "SORT a", 'write `LIST FROM "" SORT …`'),
    ],
)
def test_a_habit_of_another_language_is_named_at_its_place(query: str, at: str, said: str) -> None:
    found, words = reason(query)
    assert found == at
    assert said in words


@pytest.mark.parametrize(
    "query",
    [
        "TABLE a, , b",
        "LIST LIMIT 5, 10",
        "LIST FROM Recipes",
        'LIST WHERE "order by" a',
        "LIST WHERE (a",
    ],
)
def test_other_mistakes_are_told_by_what_was_expected(query: str) -> None:
    assert "expected " in reason(query)[1]


@pytest.mark.parametrize("name", ["order", "select", "like", "not", "top", "case", "in"])
def test_fields_of_such_names_can_be_asked_for(name: str) -> None:
    parse_query(f"TABLE {name} WHERE {name} = 1 SORT {name} DESC")


@given(st.text(max_size=40), st.integers(0, 45))
def test_a_habit_is_looked_for_at_any_place_of_any_text(text: str, at: int) -> None:
    found = find_foreign_word(text, min(at, len(text)))
    assert found is None or 0 <= found.at <= len(text)
