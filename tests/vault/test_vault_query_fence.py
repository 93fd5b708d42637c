"""A query is taken out of its fence, and keeps its places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.tool.errors import ToolError
from pageful.vault.queries.fence import remove_fence


@pytest.mark.parametrize(
    "fenced",
    [
        "```dataview\nLIST\nFROM #x\n```",
        "```dataview\nLIST\nFROM #x\n```  \n\n",
        "```Dataview\nLIST\nFROM #x",
        "```\nLIST\nFROM #x\n```",
        "~~~dataview\nLIST\nFROM #x\n~~~",
        "````dataview some more\nLIST\nFROM #x\n````\n",
        "``` dataview\nLIST\nFROM #x\n`````",
        "```dataview\r\nLIST\nFROM #x\n```\r\n",
    ],
)
def test_a_fence_around_a_query_is_taken_off(fenced: str) -> None:
    assert remove_fence(fenced) == "\nLIST\nFROM #x"


def test_lines_and_columns_stay_where_they_are() -> None:
    assert remove_fence("\n  ```dataview\n  LIST\n  ```") == "\n\n  LIST"


@pytest.mark.parametrize("query", ["LIST", "", "  LIST\n", 'LIST WHERE a = "```"', "`LIST`"])
def test_a_query_without_a_fence_stays_as_it_is(query: str) -> None:
    assert remove_fence(query) == query


@pytest.mark.parametrize("language", ["sql", "js", "dql"])
def test_a_fence_of_another_language_is_an_error_that_says_so(language: str) -> None:
    with pytest.raises(ToolError) as caught:
        remove_fence(f"```{language}\nSELECT 1\n```")
    assert caught.value.problem == f"The query stands in a fence of {language!r}."
    assert caught.value.remedy == "Send the query alone, or between ```dataview and ```."


def test_a_program_is_told_from_a_query() -> None:
    with pytest.raises(ToolError, match="dataviewjs program, which is not run"):
        remove_fence("```dataviewjs\ndv.list()\n```")


def test_what_stands_behind_the_fence_is_not_lost_silently() -> None:
    with pytest.raises(ToolError) as caught:
        remove_fence("```dataview\nLIST\n```\n\n```dataview\nTASK\n```")
    assert caught.value.problem == "Something stands behind the end of the fence, line 3."
    assert "Several queries are several calls." in caught.value.remedy


@given(st.text(st.sampled_from("`~ \t\nda>LIST"), max_size=40))
def test_whatever_is_sent_is_a_query_or_an_error(text: str) -> None:
    try:
        query = remove_fence(text)
    except ToolError:
        return
    assert query == text or query.count("\n") <= text.count("\n")


@given(st.text(st.sampled_from("ab \n#\"'()é"), max_size=40), st.sampled_from(["```", "~~~~"]))
def test_what_a_fence_holds_is_kept_to_the_letter(query: str, fence: str) -> None:
    assert remove_fence(f"{fence}dataview\n{query}\n{fence}") == f"\n{query}"
