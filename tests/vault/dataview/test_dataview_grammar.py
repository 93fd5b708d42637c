"""Queries are read as Dataview reads them, and errors show where they went wrong."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expressions import CLOCK, value
from pageful.tool.errors import ToolError
from pageful.vault.dataview import source_parsing
from pageful.vault.dataview.grammar import (
    parse_expression,
    parse_inline_value,
    parse_query,
    whole,
)
from pageful.vault.dataview.scanner import DEEPEST
from pageful.vault.dataview.syntax import (
    Binary,
    CalendarHeader,
    CombinedSource,
    Flatten,
    FolderSource,
    GroupBy,
    Lambda,
    LateFrom,
    Limit,
    LinkSource,
    ListHeader,
    Literal,
    NamedField,
    Negation,
    Query,
    Sort,
    TableHeader,
    TagSource,
    TaskHeader,
    Variable,
    Where,
)
from pageful.vault.values.clock import Clock
from pageful.vault.values.links import link_text
from pageful.vault.values.names import canonical_name, heading_text
from pageful.vault.values.values import Link
from thoroughness import size


def _source(text: str, clock: Clock = CLOCK) -> object:
    return whole(source_parsing.source, text, clock)


def query(text: str) -> Query:
    return parse_query(text, CLOCK)


def refused(text: str) -> str:
    with pytest.raises(ToolError) as error:
        query(text)
    return error.value.problem


def names(text: str) -> list[str]:
    header = query(text).header
    assert isinstance(header, TableHeader)
    return [field.name for field in header.fields]


def test_clauses_stand_in_any_order_and_number_and_keep_it() -> None:
    steps = query("LIST LIMIT 3 WHERE a FLATTEN b WHERE c SORT d GROUP BY e LIMIT 1").steps
    assert [type(step) for step in steps] == [
        Limit,
        Where,
        Flatten,
        Where,
        Sort,
        GroupBy,
        Limit,
    ]


def test_a_second_from_is_read_though_nothing_can_run_it() -> None:
    assert query("LIST FROM #a WHERE b FROM #c").steps[-1] == LateFrom(TagSource("#c"))


@pytest.mark.parametrize("text", ["TABLE", "table", "TaBlE  ", "TABLE\n", "//c\nTABLE//c"])
def test_a_table_may_stand_bare_and_in_any_case(text: str) -> None:
    if text.endswith("//c"):
        assert refused(text)
    else:
        assert query(text).header == TableHeader()


def test_each_kind_of_query_has_its_header() -> None:
    assert query("LIST WITHOUT ID a").header == ListHeader(Variable("a"), show_id=False)
    assert query("TASK").header == TaskHeader()
    assert isinstance(query("CALENDAR file.day").header, CalendarHeader)


def test_a_calendar_needs_its_field() -> None:
    assert refused("CALENDAR FROM #a")


def test_without_id_may_be_spread_over_spaces_and_lines() -> None:
    assert query("TABLE without\n\t id a").header == TableHeader(
        names_as_fields("a"), show_id=False
    )


def names_as_fields(text: str) -> tuple[NamedField, ...]:
    header = query(f"TABLE {text}").header
    assert isinstance(header, TableHeader)
    return header.fields


def test_lines_that_begin_with_slashes_are_comments() -> None:
    text = "// first\nLIST // why\n// more\nFROM #a\n// end"
    assert query(text).source == TagSource("#a")


def test_an_unnamed_column_is_named_by_its_source_text_without_newlines() -> None:
    assert names("TABLE file.name, a +\n   b") == ["file.name", "a +b"]


def test_a_column_is_named_by_a_name_or_a_string() -> None:
    assert names('TABLE a AS b, c as "d e", f AS g-h') == ["b", "d e", "g-h"]


def test_group_by_has_exactly_one_space() -> None:
    assert query("LIST GROUP BY a").steps
    assert refused("LIST GROUP  BY a")


@pytest.mark.parametrize(
    ("word", "direction"),
    [
        ("ASC", "ascending"),
        ("ascending", "ascending"),
        ("DESC", "descending"),
        ("Descending", "descending"),
        ("", "ascending"),
    ],
)
def test_a_sort_has_four_words_for_its_direction(word: str, direction: str) -> None:
    (step,) = query(f"TASK SORT a {word}").steps
    assert isinstance(step, Sort)
    assert step.keys[0].direction == direction


def test_sources_have_one_precedence_from_left_to_right() -> None:
    a, b, c = TagSource("#a"), TagSource("#b"), TagSource("#c")
    expected = CombinedSource(CombinedSource(a, "|", b), "&", c)
    assert _source("#a or #b and #c") == expected
    assert _source("#a | #b & #c") == expected
    assert _source("#a OR (#b AND #c)") == CombinedSource(a, "|", CombinedSource(b, "&", c))


def test_an_empty_link_is_this_file_and_no_from_is_everything() -> None:
    assert query("LIST FROM [[]]").source == LinkSource("", "incoming")
    assert query("LIST FROM outgoing([[x|y]])").source == LinkSource("x", "outgoing")
    assert query("LIST").source == FolderSource("")


def test_boolean_operators_share_one_level_from_left_to_right() -> None:
    assert value("1 or 1 and 0") is False
    assert value("0 and 0 or 1") is True


def test_operators_bind_in_four_levels() -> None:
    assert value("1 + 2 * 3 = 7 and 2 - 1 - 1 = 0") is True


def test_a_name_may_hold_a_minus_but_numbers_subtract() -> None:
    assert parse_expression("a-b") == Variable("a-b")
    assert value("2-1") == 1
    assert value("2 -1") == 1


def test_only_numbers_have_a_unary_minus_and_there_is_no_not() -> None:
    assert value("-3") == -3
    assert refused("LIST -a")
    assert refused("LIST WHERE not a")


def test_a_name_begins_with_a_letter_or_an_emoji() -> None:
    assert parse_expression("😀_1-é") == Variable("😀_1-é")
    assert parse_expression("🏳️‍🌈") == Variable("🏳️‍🌈")
    assert refused("LIST _a")


def test_a_negation_binds_to_a_postfix_expression() -> None:
    assert parse_expression("!a.b = c") == Binary(
        Negation(parse_expression("a.b")), "=", Variable("c")
    )


def test_a_lambda_takes_any_number_of_names() -> None:
    assert parse_expression("( a , b ) => a") == Lambda(("a", "b"), Variable("a"))
    assert parse_expression("() => 1") == Lambda((), Literal(1.0))
    assert refused("LIST (a,) => a")


def test_strings_unescape_quotes_and_backslashes_alone() -> None:
    assert value(r'"\d\n\"\\"') == '\\d\\n"\\'


def test_a_list_has_no_trailing_comma() -> None:
    assert value("[1, 2]") == (1, 2)
    assert refused("LIST [1, 2,]")


def test_keys_of_objects_are_names_or_strings() -> None:
    assert value('{a: 1, "b c": 2}') == {"a": 1, "b c": 2}


def test_sort_is_no_keyword() -> None:
    assert query("LIST SORT").header == ListHeader(Variable("SORT"))
    assert refused("LIST SORT a")


@pytest.mark.parametrize("word", ["FROM", "where", "Limit", "group", "FLATTEN"])
def test_keywords_are_no_variables_but_row_reaches_them(word: str) -> None:
    assert refused(f"LIST 1 + {word}")
    assert value(f"row.{word}", {word: 1.0}) == 1
    assert value(f'row["{word}"]', {word: 1.0}) == 1


@pytest.mark.parametrize("name", ["trueish", "nullable", "falsehood"])
def test_a_name_that_begins_like_a_constant_is_cut_there(name: str) -> None:
    assert refused(f"LIST {name}")


def test_an_embed_is_a_link_and_no_negation() -> None:
    assert value("![[a]]") == Link("a", embed=True)


def test_a_link_has_path_heading_or_block_and_display() -> None:
    assert value(r"[[a \| b#c!d|e|f]]") == Link("a | b", "header", "e|f", "c d")
    assert value("[[a#^b]]") == Link("a", "block", None, "b")


def test_the_whole_text_is_read_or_none() -> None:
    assert refused("LIST a b")
    assert refused("LIST WHERE a = 1 ORDER BY b")


def test_an_error_shows_the_line_a_caret_and_what_was_expected() -> None:
    problem = refused("TABLE a\nFROM #x\nWHERE (a = 1\nSORT b")
    assert "line 4, column 1:\n| SORT b\n| ^\n" in problem
    assert "expected" in problem
    assert "')'" in problem


def test_an_error_in_a_long_line_shows_what_is_around_it() -> None:
    problem = refused(f"LIST {'a + ' * 1000}@")
    assert all(len(line) < 200 for line in problem.splitlines())
    assert "@" in problem


@pytest.mark.parametrize("piece", ["(", "[", "!", "{a:", "f(", "a[", "(a)=>"])
def test_deep_nesting_is_refused(piece: str) -> None:
    assert f"deeper than {DEEPEST}" in refused(f"LIST {piece * 100_000}")


def test_deep_nesting_of_sources_is_refused() -> None:
    assert f"deeper than {DEEPEST}" in refused(f"LIST FROM {'(' * 100_000}")
    assert f"deeper than {DEEPEST}" in refused(f"LIST FROM {'-' * 100_000}")


def test_chains_may_be_as_long_as_they_like() -> None:
    assert value("1" + " + 1" * size(20_000)) == size(20_000) + 1
    assert value("a" + ".b" * size(20_000)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[a]], [[b]]", (Link("a"), Link("b"))),
        ("1, 2", (1, 2)),
        ("1,", (1,)),
        ("1, x", "1, x"),
        ("null", "null"),
        ("true", True),
        ('"quoted"', "quoted"),
        ("plain text", "plain text"),
        ("#tag", "#tag"),
        ("2021-13-01", "2021-13-01"),
    ],
)
def test_an_inline_value_is_what_the_whole_text_is(text: str, expected: object) -> None:
    assert parse_inline_value(text, CLOCK) == expected


def test_a_key_is_called_in_lower_case_with_hyphens() -> None:
    assert canonical_name("Due  Date (UTC)!") == "due-date-utc"
    assert canonical_name("✅ Done") == "✅-done"


def test_a_heading_is_linked_by_its_letters_alone() -> None:
    assert heading_text(" What: is_it?  (really) 🎉") == "What is_it really 🎉"


PIECES = st.sampled_from(
    [
        "TABLE",
        "LIST",
        "TASK",
        "CALENDAR",
        "FROM",
        "WHERE",
        "SORT",
        "LIMIT",
        "GROUP",
        "BY",
        "FLATTEN",
        "AS",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "[[",
        "]]",
        "#",
        "!",
        ".",
        ",",
        '"',
        "\\",
        "//",
        "\n",
        "-",
        "+",
        "=>",
        "=",
        "a",
        "1",
        "date(",
        "dur(",
        "true",
        "null",
    ]
)


@given(st.text() | st.lists(PIECES, max_size=20).map(" ".join) | st.lists(PIECES).map("".join))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    for parse in (parse_query, parse_expression, _source):
        with suppress(ToolError):
            parse(text, CLOCK)
    parse_inline_value(text, CLOCK)
    canonical_name(text)
    heading_text(text)


def test_a_list_of_a_list_is_read_as_a_link_where_it_can_be() -> None:
    assert value("[[1]]") == Link("1")
    assert value("[[1], 2]") == ((1,), 2)
    assert value("[ [1]]") == ((1,),)


@given(st.text())
def test_a_text_is_read_from_its_quotation(text: str) -> None:
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    assert value(f'"{quoted}"') == text


LINK_TEXT = st.text(st.characters(exclude_characters="[]|#\\"), min_size=1)


@given(LINK_TEXT, LINK_TEXT, st.booleans())
def test_a_link_is_read_from_its_own_text(path: str, display: str, embed: bool) -> None:
    link = Link(path, display=display, embed=embed)
    assert value(link_text(link)) == link
