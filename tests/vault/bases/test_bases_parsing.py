"""Expressions of bases are read by their precedence, or refused with a reason and a place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from base_expressions import result, value
from pageful.vault.bases.errors import ExpressionError
from pageful.vault.bases.parsing import DEEPEST, LONGEST, parse_expression
from pageful.vault.bases.syntax import Access, Chain, Literal, Member, MethodCall, Name, Unary
from thoroughness import size


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("20 - 5 - 3", 12),
        ("10 / 5 / 2", 1),
        ("17 % 5 * 2", 4),
        ("-2 + 5", 3),
        ("!false && false", False),
        ("1 + 1 == 2 && 3 > 2", True),
        ("true || false && false", True),
        ("1 < 2 == true", True),
        ("!(1 > 2)", True),
        ("--3", 3),
        ("!!5", True),
        ('"a" + "b" == "ab"', True),
        (".5 + 1e2", 100.5),
        ("[1, [2, 3]][1][0]", 2),
        ("[]", []),
        ("  7  \n", 7),
    ],
)
def test_operators_bind_as_in_javascript(expression: str, expected: object) -> None:
    assert value(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('"double"', "double"),
        ("'single'", "single"),
        ("'it\\'s'", "it's"),
        ('"a\\tb\\nc\\\\"', "a\tb\nc\\"),
        ('"\\u00e9\\x41"', "éA"),
        ("'say \"so\"'", 'say "so"'),
        ('"two\nlines"', "two\nlines"),
        ('""', ""),
    ],
)
def test_texts_stand_in_either_quotes_with_escapes(expression: str, expected: str) -> None:
    assert value(expression) == expected


def test_a_slash_divides_behind_a_value_and_begins_a_pattern_elsewhere() -> None:
    assert value("8 / 2 / 2") == 2
    assert value("[4][0] / 2") == 2
    assert value('/r[/y]e\\/s/.matches("xry/e/s")') is False
    assert value('/r[/y]e/.matches("a rye")') is True
    assert value('"a/b".split(/\\//)') == ["a", "b"]


def test_names_have_letters_of_any_script() -> None:
    assert value("größe + 日付", "---\ngröße: 3\n日付: 4\n---\n") == 7
    assert value("🥐_count", "---\n🥐_count: 2\n---\n") == 2


def test_a_tree_is_flat_where_a_text_is_long() -> None:
    tree = parse_expression("!a.b(1).c && d")
    access = Access(Name("a"), (MethodCall("b", (Literal(1.0),)), Member("c")))
    assert tree == Chain(Unary("!", access), (("&&", Name("d")),))


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("", 0, "The expression is empty."),
        ("rating >", 8, "The expression ends where a value should come."),
        ("rating = 3", 7, "Two values are compared with ==."),
        ("a & b", 2, "Conditions are joined with &&."),
        ("a and b", 2, "Conditions are joined with &&."),
        ("a or b", 2, "Conditions are joined with ||."),
        ("5.round()", 1, "A number needs parentheses before a point: (5)."),
        ("+3", 0, "A + needs a value before it, too."),
        ('{"a": 1}.keys()', 0, "Objects can't be written out in an expression."),
        ("a ? b : c", 2, "A choice is written if(condition, value, otherwise)."),
        ('"open', 0, 'The text that begins here has no closing ".'),
        ("“curly”", 0, "Texts stand in straight quotes"),
        ("file.", 5, "A point needs the name of a field or function behind it."),
        ("[1, 2", 5, "The expression ends before its ]."),
        ("max(1, 2", 8, "The expression ends before its )."),
        ("(1 2)", 3, "2 can't stand here, where an operator or ) could."),
        ("1 2", 2, "2 can't stand here, where an operator could."),
        ("1 * / 2", 4, "/ can't stand here, where a value should."),
        ("list(1)(2)", 7, "Only a name can be called."),
        ("/a(b/.matches(x)", 2, "The regular expression can't be read."),
        ("/a/q.matches(x)", 0, "flags"),
        ("#tag", 0, 'A tag is written as a text: "tag".'),
    ],
)
def test_what_is_no_expression_is_refused_with_its_place(
    text: str, position: int, reason: str
) -> None:
    with pytest.raises(ExpressionError) as refused:
        parse_expression(text)
    assert refused.value.position == position
    assert reason in refused.value.message


def test_a_refusal_shows_the_line_and_a_caret() -> None:
    with pytest.raises(ExpressionError) as refused:
        parse_expression('if(done,\n  "yes" "no")')
    assert str(refused.value) == (
        '"no" can\'t stand here, where an operator or ) could.\n  "yes" "no")\n        ^'
    )


@pytest.mark.parametrize("nested", ["(", "[", "!", "-", "list(", "a[", "if(", "(a || b && (1 + "])
def test_nesting_has_an_end(nested: str) -> None:
    with pytest.raises(ExpressionError, match=f"deeper than {DEEPEST} levels"):
        parse_expression(nested * size(5000))


def test_nesting_up_to_the_limit_is_evaluated() -> None:
    assert value("(" * DEEPEST + "1" + ")" * DEEPEST) == 1
    assert value("!" * DEEPEST + "true") is True
    deep = "0 || 1 && (2 == 3 + 4 * " * (DEEPEST - 1) + "5" + ")" * (DEEPEST - 1)
    assert value(deep) is False


def test_long_chains_are_no_nesting() -> None:
    count = size(20_000)
    assert value("1" + "+1" * count) == count + 1
    assert value('"a"' + ".lower()" * (count // 2)) == "a"
    assert value("true" + "&&true" * (count // 2)) is True


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ExpressionError, match="100,001 characters, more than 100,000"):
        parse_expression(" " * (LONGEST + 1))


_PIECES = st.sampled_from(
    [
        "a", "file", "this.", "note[", '"x"', "'", "1", ".5", "(", ")", "[", "]", ",", ".", "&&",
        "||", "==", "!", "-", "+", "*", "/", "/a/g", "map(", "if(", "value", " ", "\n", "=", "{",
        ".name", ".lower()", "date(", "\\", "é", "🥐", "null",
    ]
)  # fmt: skip


@given(st.one_of(st.text(max_size=60), st.lists(_PIECES, max_size=25).map("".join)))
def test_any_text_is_an_expression_or_gets_a_clear_refusal(text: str) -> None:
    refusal = _refusal(text)
    if refusal is None:
        result(text)
    else:
        assert refusal.message
        assert 0 <= refusal.position <= len(text)


def _refusal(text: str) -> ExpressionError | None:
    try:
        parse_expression(text)
    except ExpressionError as error:
        return error
    return None
