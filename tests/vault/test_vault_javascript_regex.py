"""Regular expressions mean what they mean in JavaScript, and end in time."""

from __future__ import annotations

from itertools import pairwise

import pytest
import regex
import regress
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.tool.errors import ToolError
from pageful.tool.time_limit import TimeLimit
from pageful.vault.javascript_regex import PatternError, SlowPattern, compile_regex
from pageful.vault.javascript_regex.code_points import (
    EVERYTHING,
    NOTHING,
    complement,
    intersection,
    union,
)
from pageful.vault.javascript_regex.expression import _find_within
from thoroughness import examples

Spans = list[tuple[int, int] | None]


def spans(source: str, flags: str, text: str) -> Spans | None:
    """Where the first match and its groups are; `None` without a match."""
    found = compile_regex(source, flags).search(text, timeout=5)
    if found is None:
        return None
    numbers = range(len(found.groups()) + 1)
    return [found.span(number) if found.start(number) >= 0 else None for number in numbers]


def first(source: str, text: str, flags: str = "") -> str | None:
    """What the first match is."""
    found = compile_regex(source, flags).search(text)
    return None if found is None else found.group()


def all_of(source: str, text: str, flags: str = "") -> list[str | None]:
    """What all matches are."""
    return [found.group() for found in compile_regex(source, flags).finditer(text)]


def reason(source: str, flags: str = "") -> str:
    with pytest.raises(PatternError) as refused:
        compile_regex(source, flags)
    assert refused.value.remedy
    return refused.value.reason


# Characters and classes


@pytest.mark.parametrize(
    ("source", "matched", "not_matched"),
    [
        (r"\d", "5", "٣"),
        (r"\D", "٣", "5"),
        (r"\w", "_", "é"),
        (r"\W", "é", "a"),
        (r"\s", "\ufeff", "\x1c"),
        (r"\s", "\u2029", "\u200b"),
        (r"\S", "\x85", "\xa0"),
        (".", "\x85", "\n"),
        (".", "🙂", "\u2028"),
        ("[^]", "\n", ""),
        ("[^a]", "\n", "a"),
        (r"[\d-x]", "-", "y"),
        ("[a-]", "-", "b"),
        ("[]a]", "", "a]"),
        (r"[\b]", "\b", "b"),
        (r"\u0061", "a", "u"),
        (r"\x61", "a", "x"),
        (r"\cJ", "\n", "J"),
        (r"\0", "\0", "0"),
        (r"\/", "/", "\\"),
        (r"\ud83d\ude42", "🙂", "x"),
        ("[a&&b]", "&", "|"),
        ("[[a]", "[", "]"),
        ("[+--]", ",", "."),
    ],
)
def test_a_character_is_in_its_set(source: str, matched: str, not_matched: str) -> None:
    assert not matched or first(f"^(?:{source})$", matched) == matched
    assert first(f"^(?:{source})$", not_matched) is None


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{", "{"),
        ("a{", "a{"),
        ("a{,5}", "a{,5}"),
        ("]", "]"),
        ("}", "}"),
        (r"\_", "_"),
        (r"\u", "u"),
        (r"\u{2}", "uu"),
        (r"\x6", "x6"),
        (r"\c", "\\c"),
        (r"[\c]", "\\"),
        (r"\101", "A"),
        (r"\8", "8"),
        (r"\k<n>", "k<n>"),
        (r"\p{L}", "p{L}"),
        (r"\A\Z\h\R\X\G\K\m", "AZhRXGKm"),
        (r"\N{3}", "NNN"),
        (r"\L<x>", "L<x>"),
        ("a{e<=1}", "a{e<=1}"),
        ("(?=a)*b", "b"),
        ("[[:alpha:]]", "a]"),
        ("#x y", "#x y"),
    ],
)
def test_without_the_flag_u_annex_b_is_lenient(source: str, text: str) -> None:
    assert first(f"^(?:{source})$", text) == text


@pytest.mark.parametrize("source", [*"{]}", "a{", r"\_", r"\u", r"\x6", r"\c", r"\101", r"\A"])
def test_with_the_flag_u_it_is_not(source: str) -> None:
    assert reason(source, "u")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("(a", "never closed"),
        ("a)", "closes nothing"),
        ("[a", "never closed"),
        ("[z-a]", "out of order"),
        ("*a", "nothing to repeat"),
        ("a**", "nothing to repeat"),
        ("a++", "nothing to repeat"),
        ("a{2}{3}", "nothing to repeat"),
        ("{2}", "nothing to repeat"),
        ("a{2,1}", "out of order"),
        ("^*", "no width"),
        (r"\b+", "no width"),
        ("(?<=a)*", "no width"),
        ("(?P<n>a)", "expected"),
        ("(?i)a", "expected"),
        ("(?i:a)", "expected"),
        ("(?>a)", "expected"),
        ("(?#a)", "expected"),
        ("(?<1>a)", "expected"),
        ("(?<n>a)(?<n>b)", "Two groups"),
        (r"(?<n>a)\k<m>", "No group"),
        (r"(?<n>a)\k", "expected"),
        ("a\\", "escapes nothing"),
    ],
)
def test_what_javascript_refuses_is_refused(source: str, said: str) -> None:
    assert said.lower() in reason(source).lower()


@pytest.mark.parametrize(
    "source",
    ["(?=a)*", r"\1", r"[\d-x]", r"\u{110000}", r"\p{Foo}", r"\p{IsGreek}", r"\p{L", r"\pL", "a{1"],
)
def test_what_javascript_refuses_with_the_flag_u_is_refused(source: str) -> None:
    assert reason(source, "u")


@pytest.mark.parametrize(
    "source", ["[(]", "[a&&b--c]", "[a--b&&c]", "[a&&&b]", r"[^\q{ab}]", "[a-"]
)
def test_what_javascript_refuses_with_the_flag_v_is_refused(source: str) -> None:
    assert reason(source, "v")


@pytest.mark.parametrize("flags", ["x", "gg", "uv", "I", "a"])
def test_flags_are_javascripts(flags: str) -> None:
    with pytest.raises(ToolError, match="flags"):
        compile_regex("a", flags)


def test_an_error_says_where() -> None:
    with pytest.raises(PatternError) as refused:
        compile_regex("ab[c", "")
    assert refused.value.at == 2
    assert refused.value.problem.split("\n")[1:] == ["/ab[c/", "   ^"]


# Anchors and flags


def test_a_dollar_is_the_very_end() -> None:
    assert first("a$", "a\n") is None
    assert first("a$", "a") == "a"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\u2028", "\u2029"])
def test_with_the_flag_m_anchors_are_at_every_line(end: str) -> None:
    assert first("^b$", f"a{end}b{end}c", "m") == "b"
    assert first("^b$", f"a{end}b{end}c") is None
    assert first("a.b", f"a{end}b") is None


def test_with_the_flag_s_a_dot_is_everything() -> None:
    assert first("a.b", "a\nb", "s") == "a\nb"


def test_word_boundaries_are_of_ascii() -> None:
    assert first(r"\ba\b", "éaé") == "a"
    assert first(r"\Ba\B", "éaé") is None


@pytest.mark.parametrize(
    ("source", "text", "flags", "matches"),
    [
        ("É", "é", "i", True),
        ("σ", "ς", "i", True),
        ("k", "\u212a", "i", False),
        ("k", "\u212a", "iu", True),
        ("s", "ſ", "i", False),
        ("s", "ſ", "iu", True),
        (r"\w", "ſ", "iu", True),
        (r"\w", "ſ", "i", False),
        ("ß", "SS", "i", False),
        ("[a-z]", "Q", "i", True),
        ("[^a-z]", "Q", "i", False),
        ("[à-ï]", "É", "i", True),
        (r"(é)\1", "éÉ", "i", True),
        (r"\p{Lu}", "a", "iu", True),
        (r"\P{Lu}", "A", "iu", True),
        (r"[^\P{Lu}]", "A", "u", True),
        ("𐐀", "𐐨", "iu", True),
        ("𐐀", "𐐨", "i", False),
    ],
)
def test_case_is_compared_as_the_standard_says(
    source: str, text: str, flags: str, matches: bool
) -> None:
    assert (first(f"^{source}$", text, flags) is not None) is matches


def test_with_the_flag_y_a_match_begins_where_the_search_does() -> None:
    assert compile_regex("b", "y").search("ab") is None
    assert compile_regex("b", "y").search("ab", 1) is not None


@pytest.mark.parametrize(
    ("source", "matched", "not_matched"),
    [
        (r"\p{L}", "é", "1"),
        (r"\p{Letter}", "日", "-"),
        (r"\p{gc=Lu}", "A", "a"),
        (r"\p{Script=Greek}", "α", "a"),
        (r"\p{scx=Hira}", "ー", "a"),
        (r"\p{Emoji_Presentation}", "🙂", "a"),
        (r"\P{L}", "1", "a"),
        (r"[^\p{L}\d]", "-", "é"),
        (r"\p{Any}", "\n", ""),
        (r"\u{1F642}", "🙂", "u"),
    ],
)
def test_properties_of_characters(source: str, matched: str, not_matched: str) -> None:
    assert first(f"^{source}$", matched, "u") == matched
    assert first(f"^{source}$", not_matched, "u") is None


@pytest.mark.parametrize(
    ("source", "matched", "not_matched"),
    [
        (r"[\w--\d]", "a", "5"),
        (r"[\p{L}&&[a-zé]]", "é", "É"),
        (r"[[a-z]--[aeiou]]", "b", "e"),
        (r"[a[b-d]]", "c", "e"),
        (r"[\q{abc|d}x]", "abc", "ab"),
        (r"[^[a-c]]", "d", "b"),
        (r"[\&\-]", "-", "a"),
    ],
)
def test_sets_of_the_flag_v(source: str, matched: str, not_matched: str) -> None:
    assert first(f"^{source}$", matched, "v") == matched
    assert first(f"^{source}$", not_matched, "v") is None


# Groups


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (r"(a)|(b)", "b", ["b", None, "b"]),
        (r"(z)((a+)?(b+)?(c))*", "zaacbbbcac", ["zaacbbbcac", "z", "ac", "a", None, "c"]),
        (r"(a*)*", "b", ["", None]),
        (r"(a*)?", "b", ["", None]),
        (r"(a*)+", "b", ["", ""]),
        (r"(?:a?b??)*", "ab", ["ab"]),
        (r"(?=(a+))a*b\1", "baaabac", ["aba", "a"]),
        (r"(.*?)a(?!(a+)b\2c)\2(.*)", "baaabaac", ["baaabaac", "ba", None, "abaac"]),
        (r"(?<=(\d+)(\d+))$", "1053", ["", "1", "053"]),
        (r"(?<=\1(a))b", "aab", ["b", "a"]),
        (r"\1(a)", "aa", ["a", "a"]),
        (r"(a\1)", "aa", ["a", "a"]),
        (r"(?<n>a)\k<n>", "aa", ["aa", "a"]),
        (r"(?:(a)|b)*", "ab", ["ab", None]),
    ],
)
def test_groups_are_what_the_standard_says(
    source: str, text: str, expected: list[str | None]
) -> None:
    found = compile_regex(source).search(text)
    assert found is not None
    assert [found.group(), *found.groups()] == expected


def test_groups_have_names_and_numbers() -> None:
    found = compile_regex("(?<year>[0-9]+)-(?<x>b)?").search("in 2024-")
    assert found is not None
    assert (found.group("year"), found.group("x")) == ("2024", None)
    assert found.span("year") == found.span(1) == (3, 7)
    assert (found.start(2), found.end("x")) == (-1, -1)
    for missing in (3, -1, "y"):
        with pytest.raises(IndexError):
            found.group(missing)


def test_a_search_begins_where_it_is_told() -> None:
    found = compile_regex(r"\ba").search("aa a", 1)
    assert found is not None
    assert found.start() == 3
    assert compile_regex("^a").search("aa", 1) is None


def test_all_matches_go_on_after_an_empty_one() -> None:
    assert all_of("a*", "baac") == ["", "aa", "", ""]
    assert all_of("(?:)", "🙂x") == ["", "", ""]


def test_a_full_match_is_of_the_whole_text() -> None:
    assert compile_regex("a|ab").fullmatch("ab") is not None
    assert compile_regex("a").fullmatch("ab") is None


# Replacing and splitting


@pytest.mark.parametrize(
    ("source", "flags", "text", "replacement", "expected"),
    [
        ("a", "", "aa", "b", "ba"),
        ("a", "g", "aa", "b", "bb"),
        ("(a)(b)?", "g", "abac", "[$1$2]", "[ab][a]c"),
        ("b", "", "abc", "[$`|$&|$']", "a[a|b|c]c"),
        ("a", "", "a", "$$1$0$x$", "$1$0$x$"),
        ("(a)", "", "a", "$01$10$2", "aa0$2"),
        ("(?<n>a)", "", "a", "$<n>$<m>$<n", "a$<n"),
        ("(a)", "", "a", "$<n>", "$<n>"),
        ("", "g", "ab", "-", "-a-b-"),
        ("a", "y", "ba", "x", "ba"),
        (r"\s+", "g", "a \n b", r"\n", r"a\nb"),
    ],
)
def test_a_replacement_is_what_javascript_makes_of_it(
    source: str, flags: str, text: str, replacement: str, expected: str
) -> None:
    assert compile_regex(source, flags).replace(text, replacement) == expected


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        (",", "a,b,,c", ["a", "b", "", "c"]),
        ("(,)(x)?", "a,b", ["a", ",", None, "b"]),
        ("", "a🙂", ["a", "🙂"]),
        ("", "", []),
        (",", "", [""]),
        ("b*", "abc", ["a", "c"]),
        ("a", "aba", ["", "b", ""]),
        ("$", "ab", ["ab"]),
        ("(?=b)", "abb", ["a", "b", "b"]),
    ],
)
def test_a_split_is_what_javascript_makes_of_it(
    source: str, text: str, expected: list[str | None]
) -> None:
    assert compile_regex(source).split(text) == expected


# Bounds


@pytest.mark.parametrize(
    "use",
    [
        lambda regex, text: regex.search(text, timeout=0.05),
        lambda regex, text: regex.fullmatch(text, timeout=0.05),
        lambda regex, text: list(regex.finditer(text, timeout=0.05)),
        lambda regex, text: regex.replace(text, "", timeout=0.05),
        lambda regex, text: regex.split(text, timeout=0.05),
    ],
)
def test_what_takes_too_long_is_ended(use: object) -> None:
    assert callable(use)
    with pytest.raises(SlowPattern, match=r"longer than 0\.05 seconds"):
        use(compile_regex("(?:a|aa)+[xy]"), "a" * 60)


def test_what_other_threads_take_is_not_counted() -> None:
    """`regex` ends a search when all threads together have used its time."""
    too_early = [TimeoutError] * 3

    def find(**_: object) -> regex.Match[str] | None:
        if too_early:
            raise too_early.pop()
        return regex.compile("a+").search("baa")

    found = _find_within(TimeLimit(60), find)
    assert found
    assert found.span() == (1, 3)


@pytest.mark.parametrize(
    "source",
    [
        "(?:a{65535}){65535}",
        "a{99999999999999999999999}",
        "((a?){1000}){1000}",
        "(?:" * 60 + "a|b" + ")+" * 60,
        "(?:" * 60 + "a?" + ")*" * 60 + "b{0}",
        "(" * 101 + ")" * 101,
        "[" * 101 + "]" * 101,
        "a" * 10_001,
        r"\p{L}" * 5_000,
    ],
    ids=range(9),
)
def test_an_expression_takes_no_more_than_it_may(source: str) -> None:
    for flags in ("", "v", "iu"):
        try:
            compile_regex(source, flags).search("a" * 100, timeout=1)
        except ToolError as error:
            assert error.remedy  # noqa: PT017 -- not every flag refuses it


def test_needed_texts_stand_in_every_match() -> None:
    assert compile_regex(r"^#+ Install(?:ing)?\b.*(?:for) (a|b)x+").required_texts == (
        " Install",
        "for ",
        "#",
    )
    assert compile_regex("aιb", "i").required_texts == ("a", "b")
    assert (
        compile_regex("a|b").required_texts
        == compile_regex("(?:ab)?").required_texts
        == compile_regex("(?!ab)").required_texts
        == ()
    )


# Beside another engine

atoms = st.sampled_from(
    [
        *"abA é1_-ks.",
        *(r"\d", r"\w", r"\s", r"\W", r"\D", r"\S", r"\u0061", r"\x62", r"\n"),
        *("[^]", "[]", "[ab]", "[^a]", r"[a-c\d]", r"[\w-]", "[é-ï]", r"[^\s]"),
    ]
)
anchors = st.sampled_from(["^", "$", r"\b", r"\B"])
times = st.sampled_from(["*", "+", "?", "{0,2}", "{1,2}", "{2}", "*?", "+?", "??", "{1,}?"])


def _grown(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    groups = st.builds("({}{})".format, st.sampled_from(["", "?:"]), parts)
    looks = st.builds("(?{}{})".format, st.sampled_from(["=", "!", "<=", "<!"]), parts)
    return st.one_of(
        st.lists(parts, min_size=2, max_size=3).map("".join),
        st.lists(parts, min_size=2, max_size=3).map("|".join).map("(?:{})".format),
        groups,
        looks,
        st.builds("{}{}".format, atoms | groups, times),
    )


sources = st.recursive(atoms | anchors | st.just(""), _grown, max_leaves=8)


def _theirs(source: str, flags: str, text: str) -> Spans | None:
    """The same by `regress`, which counts bytes."""
    found = regress.Regex(source, flags).find(text)
    if found is None:
        return None
    parts = [found.group(number) for number in range(_groups(source) + 1)]
    encoded = text.encode()

    def place(byte: int) -> int:
        return len(encoded[:byte].decode())

    return [(place(part.start), place(part.stop)) if part else None for part in parts]


def _groups(source: str) -> int:
    return sum(one == "(" and two != "?" for one, two in pairwise(f"{source} "))


@given(
    sources,
    st.sampled_from(["", "i", "m", "s", "im", "u", "iu"]),
    st.text(alphabet="abAéÉk1_ -\n", max_size=8),
)
@settings(max_examples=examples(400), deadline=None)
def test_matches_and_groups_are_those_of_another_engine(source: str, flags: str, text: str) -> None:
    assert spans(source, flags, text) == _theirs(source, flags, text)


metacharacters = st.sampled_from(
    [
        *"ab1-^$.*+?()[]{}|/\\,&=!<>: é",
        *("(?:", "(?=", "(?<n>", r"\k<n>", r"\1", r"\u{61}", "[z-a]", "{1,2}", "{2,1}", "(?P<x>"),
        *("(?i)", "++", r"\p{L}", "[[a]--[b]]", r"\q{a|bc}", "&&", r"\c"),
    ]
)


@given(
    st.lists(metacharacters, max_size=8).map("".join),
    st.sampled_from(["", "i", "u", "v", "iv"]),
    st.text(alphabet="ab1-$\n", max_size=5),
)
@settings(deadline=None)
def test_any_source_is_an_expression_or_refused(source: str, flags: str, text: str) -> None:
    try:
        regex = compile_regex(source, flags)
    except PatternError:
        return
    found = regex.search(text)
    assert found is None or 0 <= found.start() <= found.end() <= len(text)


ranges = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 8)).map(lambda pair: (pair[0], sum(pair)))
).map(lambda parts: union(tuple(parts)))


@given(ranges, ranges)
def test_sets_of_code_points_are_sets(one: object, two: object) -> None:
    assert isinstance(one, tuple)
    assert isinstance(two, tuple)

    def members(points: tuple[tuple[int, int], ...]) -> set[int]:
        return {code for low, high in points for code in range(low, high + 1)}

    assert members(union(one, two)) == members(one) | members(two)
    assert members(intersection(one, two)) == members(one) & members(two)
    assert complement(complement(one)) == one
    assert complement(EVERYTHING) == NOTHING
