"""How search queries are read, and what is said of those that are none."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pageful.tool.errors import ToolError
from pageful.vault.definitions import search_tools
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
    is_plain,
)
from pageful.vault.search.query_parsing import DEEPEST, MOST_CHARACTERS, parse_search
from pageful.vault.search.unparse import unparse
from queries import queries

A, B, C = Word("a"), Word("b"), Word("c")


def refusal(text: str) -> ToolError:
    with pytest.raises(ToolError) as refused:
        parse_search(text)
    return refused.value


def test_words_beside_each_other_are_all_needed() -> None:
    assert parse_search("a b  c") == And((A, B, C))


def test_an_empty_query_matches_everything() -> None:
    assert parse_search("") == parse_search(" \n ") == And(())


def test_words_beside_each_other_bind_tighter_than_or() -> None:
    assert parse_search("a b OR c") == Or((And((A, B)), C))


def test_parentheses_group() -> None:
    assert parse_search("a (b OR c)") == And((A, Or((B, C))))
    assert parse_search("((a))") == A


def test_or_is_an_operator_in_capitals_alone() -> None:
    assert parse_search("a or b") == And((A, Word("or"), B))
    assert parse_search("a ORB") == And((A, Word("ORB")))
    assert parse_search("a OR(b)") == Or((A, B))


def test_and_is_a_word() -> None:
    assert parse_search("a AND b") == And((A, Word("AND"), B))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("-a", A),
        ('-"a b"', Phrase("a b")),
        ("-(a b)", And((A, B))),
        ("-tag:#a", Scoped(OPERATORS["tag"], Word("#a"))),
        ("-/a/", Pattern("a")),
        ("-[a]", Property(A)),
    ],
)
def test_a_hyphen_negates_what_it_stands_before(text: str, part: Query) -> None:
    assert parse_search(text) == Not(part)


@pytest.mark.parametrize("text", ["-", "--flag", "->", "---", "a-b"])
def test_other_hyphens_are_of_words(text: str) -> None:
    assert parse_search(text) == Word(text)


def test_a_phrase_takes_escaped_quotes_and_backslashes() -> None:
    assert parse_search(r'"they said \"hello\" \\ \d"') == Phrase(r'they said "hello" \ \d')
    assert parse_search('""') == Phrase("")


@pytest.mark.parametrize(
    "word",
    [
        "C#",
        "c++",
        "a-b",
        "@x",
        "日本語",
        "🙂",
        "don't",
        "foo/bar",
        "#tag",
        "a[0]",
        "50%",
        "<b>",
        "C:\\x",
    ],
)
def test_characters_of_every_kind_make_words(word: str) -> None:
    assert parse_search(word) == Word(word)


@pytest.mark.parametrize(
    "word",
    ["https://x.org/a?b=c", "zotero://", "10:30", "std::vector", "key::", "note:", ":x", "标签:x"],
)
def test_a_colon_does_not_make_an_operator_of_a_url_a_time_or_a_field(word: str) -> None:
    assert parse_search(word) == Word(word)


def test_a_link_is_searched_as_it_is_written() -> None:
    assert parse_search("![[Some note|x]] a") == And((Phrase("![[Some note|x]]"), A))


@pytest.mark.parametrize("operator", [*OPERATORS])
def test_an_operator_takes_a_part(operator: str) -> None:
    query = parse_search(f"{operator}:a {operator.upper()}: (b c) {operator}:-a")
    assert isinstance(query, And)
    assert [part.part for part in query.parts if isinstance(part, Scoped)] == [
        A,
        And((B, C)),
        Not(A),
    ]
    assert {part.operator.name for part in query.parts if isinstance(part, Scoped)} == {operator}


@pytest.mark.parametrize("operator", OPERATORS)
def test_the_tool_and_the_docs_name_an_operator(operator: str) -> None:
    tool, docs = Path(search_tools.__file__), Path(__file__).parents[2] / "docs" / "vault.md"
    assert f" {operator}:" in tool.read_text(encoding="utf-8").replace('"', " ")
    assert f"`{operator}:" in docs.read_text(encoding="utf-8")


def test_operators_nest() -> None:
    assert parse_search("line:(a OR -tag:#b)") == Scoped(
        OPERATORS["line"], Or((A, Not(Scoped(OPERATORS["tag"], Word("#b")))))
    )
    assert parse_search("match-case:content:a") == Scoped(
        OPERATORS["match-case"], Scoped(OPERATORS["content"], A)
    )


def test_a_task_operator_alone_means_any_task() -> None:
    assert parse_search("task:") == parse_search('task:""') == Scoped(OPERATORS["task"], Phrase(""))
    assert parse_search("task-todo: OR a") == Or((Scoped(OPERATORS["task-todo"], Phrase("")), A))


def test_a_pattern_stands_between_slashes() -> None:
    assert parse_search(r"/\d{4}-\d{2}/ a") == And((Pattern(r"\d{4}-\d{2}"), A))
    assert parse_search("path:/[/]x/") == Scoped(OPERATORS["path"], Pattern("[/]x"))
    assert parse_search(r"/a\/b c/") == Pattern(r"a\/b c")


@pytest.mark.parametrize("word", ["/usr/bin/env", "/home", "a/b/", "//x", "/*x*/"])
def test_a_path_is_no_pattern(word: str) -> None:
    assert parse_search(word) == Word(word)


def test_properties_with_and_without_a_value() -> None:
    assert parse_search("[a]") == parse_search("[a:]") == Property(A)
    assert parse_search("[a:b]") == Property(A, B)
    assert parse_search('["with space":"x y"]') == Property(Phrase("with space"), Phrase("x y"))
    assert parse_search("[due date: b]") == Property(And((Word("due"), Word("date"))), B)


def test_a_property_takes_queries_for_its_value() -> None:
    assert parse_search("[a:b OR c]") == parse_search("[a:(b OR c)]") == Property(A, Or((B, C)))
    assert parse_search("[a:-b]") == Property(A, Not(B))
    assert parse_search("[/a/:/b:/]") == Property(Pattern("a"), Pattern("b:"))
    assert parse_search("[a:match-case:B]") == Property(
        A, Scoped(OPERATORS["match-case"], Word("B"))
    )
    assert parse_search("[a:https://x]") == Property(A, Word("https://x"))


def test_null_is_a_property_without_a_value() -> None:
    assert parse_search("[a:null]") == Property(A, Empty())
    assert parse_search("[a:NULL OR b]") == Property(A, Or((Empty(), B)))
    assert parse_search('[a:"null"] null') == And((Property(A, Phrase("null")), Word("null")))


@pytest.mark.parametrize("sign", ["<", ">", "<=", ">="])
def test_properties_are_compared(sign: str) -> None:
    assert parse_search(f"[a:{sign}5]") == parse_search(f'[a:{sign} "5"]')
    query = parse_search(f"[a:{sign}2024-01-01]")
    assert isinstance(query, Property)
    assert query.value == Comparison(sign, "2024-01-01")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "caret", "said"),
    [
        ("a )", 2, "closes nothing"),
        ("a (b", 2, "never closed"),
        ('a "b', 2, "never closed"),
        ("a [b", 2, "never closed"),
        ("a ()", 3, "expected"),
        ("OR a", 0, "expected"),
        ("a OR", 4, "the query ends"),
        ("a OR OR b", 5, "expected"),
        ("line:", 5, "after `line:`"),
        ("[ ] a", 2, "expected"),
        ("a /(b/", 3, "never closed"),
        ("a /b/i", 5, "no flags"),
        ("a foo:bar", 2, "no operator `foo:`"),
    ],
)
def test_an_error_says_where_it_is(text: str, caret: int, said: str) -> None:
    first, line, mark = refusal(text).problem.split("\n")
    assert said in first
    assert line == f"| {text}"
    assert mark == f"| {' ' * caret}^"


def test_an_error_shows_only_the_surroundings_in_a_long_query() -> None:
    _, line, mark = refusal("word " * 100 + ")" + " word" * 100).problem.split("\n")
    assert line.startswith("| …")
    assert line[len(mark) - 1] == ")"
    assert len(line) < 100


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("tags:#x", "`tag:#x`"),
        ("folder:a", "`path:a`"),
        ("Tittle:a", '"Tittle:a"'),
        ("sectoin:a", "`section:a`"),
        ("status:draft", "[status:draft]"),
        ("[ ] a", '"[ ]"'),
        ("a OR OR", '"OR"'),
        ("/b/i", "match-case:/b/"),
    ],
)
def test_an_error_says_what_to_write_instead(text: str, remedy: str) -> None:
    assert remedy in refusal(text).remedy


def test_a_query_is_not_nested_without_end() -> None:
    assert parse_search("(" * (DEEPEST - 1) + "a" + ")" * (DEEPEST - 1)) == A
    for opening in ("(", "-(", "line:(", "line:", "-line:"):
        assert "nested" in refusal(opening * (DEEPEST + 1)).problem


def test_a_query_is_not_long_without_end() -> None:
    assert "characters" in refusal("a" * (MOST_CHARACTERS + 1)).problem


@example(text="/\n/")
@given(st.text(alphabet=st.sampled_from('ab \t\n"\\/()[]:-<>OR#nul=|!^$*{}é🙂\x00'), max_size=40))
def test_any_text_is_a_query_or_refused(text: str) -> None:
    with suppress(ToolError):
        query = parse_search(text)
        assert parse_search(unparse(query)) == query


@given(queries)
def test_a_query_written_as_text_is_the_same_query(query: Query) -> None:
    assert parse_search(unparse(query)) == query


@given(st.text(max_size=30))
def test_any_text_in_quotes_is_that_text(text: str) -> None:
    assert parse_search(unparse(Phrase(text))) == Phrase(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a", True),
        ('a "b c"', True),
        ("a -b", False),
        ("a OR b", False),
        ("(a OR b) c", False),
        ("tag:#a", False),
        ("/a/", False),
        ("", False),
    ],
)
def test_a_plain_query_is_words_and_phrases_alone(text: str, plain: bool) -> None:
    assert is_plain(parse_search(text)) is plain
