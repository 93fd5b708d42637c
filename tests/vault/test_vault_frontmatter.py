"""Frontmatter: where it begins and ends, YAML 1.2's values, and what is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.vault.parsing import yaml_reader
from pageful.vault.parsing.frontmatter import Frontmatter, read_frontmatter
from pageful.vault.parsing.yaml_reader import plain_value


def _read(yaml: str) -> Frontmatter:
    return read_frontmatter(["---", *yaml.split("\n"), "---"])


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("---\na: 1\n---\nbody", 3),
        ("--- \t\na: 1\n---\nbody", 3),
        ("---\na: 1\n---", 3),
        ("---\n\n---\nbody", 3),
        ("---\na: 1\n----\nbody", 3),
        ("---\na: 1\n--- x\nbody", 3),
        ("---\na: 1\n ---\nb: 2\n---\nbody", 5),
        ("---\n---\nbody", 0),
        ("---\na: 1\nbody", 0),
        ("---\na: 1\n ---\nbody", 0),
        ("---\na: 1\n...\nbody", 0),
        (" ---\na: 1\n---\nbody", 0),
        ("\n---\na: 1\n---\nbody", 0),
        ("----\na: 1\n---\nbody", 0),
        ("--- yaml\na: 1\n---\nbody", 0),
        ("text", 0),
        ("", 0),
    ],
)
def test_frontmatter_stands_between_dashes_at_the_very_start(text: str, end: int) -> None:
    assert read_frontmatter(text.split("\n")).end == end


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("yes", "yes"),
        ("No", "No"),
        ("on", "on"),
        ("off", "off"),
        ("true", True),
        ("False", False),
        ("tRUE", "tRUE"),
        ("null", None),
        ("~", None),
        ("", None),
        ("nUll", "nUll"),
        ("2024-01-31", "2024-01-31"),
        ("2024-01-31T10:00:00", "2024-01-31T10:00:00"),
        ("12:30", "12:30"),
        ("012", 12),
        ("-7", -7),
        ("+7", 7),
        ("0o14", 12),
        ("0x1F", 31),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1.", 1.0),
        ("1e999", "1e999"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("9" * 18, 10**18 - 1),
        ("12345678901234567890", "12345678901234567890"),
        ("1" * 5000, "1" * 5000),
        ("٣", "٣"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("!anything x", "x"),
        ("[a, 1, [b]]", ["a", 1, ["b"]]),
        ("{a: 1, b: no}", {"a": 1, "b": "no"}),
        ("<<", "<<"),
    ],
)
def test_values_are_those_of_yaml_1_2(written: str, value: object) -> None:
    found = _read(f"key: {written}")
    assert found.broken == ""
    assert found.properties == {"key": value}
    assert type(found.properties["key"]) is type(value)


def test_names_are_text_as_they_are_written() -> None:
    found = _read("1: a\ntrue: b\n2024-01-01: c\n{{title}}: d\n[x, null]: e")
    assert list(found.properties) == [
        "1",
        "true",
        "2024-01-01",
        "{ { title } }",
        "[ x, null ]",
    ]


def test_a_repeated_value_is_there_twice() -> None:
    assert _read("a: &x [1]\nb: *x").properties == {"a": [1], "b": [1]}


@pytest.mark.parametrize(
    ("yaml", "reason"),
    [
        ("a: 1\nb: @x", "line 3: found character that cannot start any token"),
        ("a: b: c", "line 2: mapping values are not allowed in this context"),
        ("a: 1\nb: 2\na: 3", "line 4: the name 'a' is there twice"),
        ("- a", "line 2: the frontmatter is no mapping of names to values"),
        ("a: 1\n...\nb: 2", "line 4:"),
        ("a: &x [*x]", "line 2: the alias *x has no complete value before it"),
        ("a: *x", "line 2: the alias *x has no complete value before it"),
        ("a: \0", "line 2:"),
        ("a: [", "line 3:"),
    ],
)
def test_broken_yaml_says_why_with_the_line_in_the_file(yaml: str, reason: str) -> None:
    found = _read(yaml)
    assert found.broken.startswith(reason)
    assert found.properties == {}
    assert found.end


def test_an_empty_frontmatter_is_not_broken() -> None:
    assert _read("") == Frontmatter(3)
    assert _read("# only a comment") == Frontmatter(3)


def test_a_lone_surrogate_becomes_a_replacement_character() -> None:
    assert _read("a: x\ud800y").properties == {"a": "x\ufffdy"}


def test_texts_that_are_links_are_found_with_their_lines() -> None:
    found = _read('up: "[[A]]"\nlist:\n  - "[[B|b]]"\n  - no [[C]]\n"[[key]]": x\nraw: [[D]]')
    assert found.links == ((2, "[[A]]"), (4, "[[B|b]]"))
    assert found.properties["raw"] == [["D"]]


@pytest.mark.parametrize("opening", ["[", "- ", "{a: ", "? "])
def test_deep_nesting_is_refused(opening: str) -> None:
    found = _read("a:\n " + opening * 100_000)
    assert "nested deeper than 100 levels" in found.broken


def test_aliases_that_multiply_are_refused() -> None:
    levels = [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    found = _read("\n".join(["a0: &a0 [x]", *levels]))
    assert "more than 100,000 values" in found.broken


def test_aliases_that_nest_are_refused() -> None:
    levels = [f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 150)]
    found = _read("\n".join(["a0: &a0 [x]", *levels]))
    assert "nested deeper" in found.broken


def test_a_huge_frontmatter_is_refused() -> None:
    assert "1,000,001 characters" in _read("a" * (yaml_reader.LARGEST + 1)).broken
    many = "\n".join(f"k{n}: v" for n in range(yaml_reader.MOST_VALUES // 2 + 1))
    assert "more than 100,000 values" in _read(many).broken


_PIECES = st.sampled_from(
    [
        *("a", "b: ", ": ", "- ", "\n", "\n  ", "\t", " ", "[", "]", "{", "}", ",", "?", "!", "|"),
        *(">", "&x ", "*x", '"', "'", "#", "%", "@", "`", "---", "...", "<<: ", "!!int ", "1", "~"),
        *("0o7", "[[", "]]", "\\", "\x00", "\ud800", "\u2028", "😀", "null", "true", ".inf"),
    ]
)


@given(st.one_of(st.text(), st.lists(_PIECES, max_size=40).map("".join)))
def test_any_text_is_read_and_its_values_are_those_of_json(yaml: str) -> None:
    found = read_frontmatter(["---", *yaml.split("\n"), "---", "x"])
    json.dumps(found.properties, allow_nan=False)
    assert all(isinstance(key, str) for key in found.properties)
    assert not (found.broken and found.properties)
    for line, text in found.links:
        assert 2 <= line < found.end
        assert text.startswith("[")


@given(st.text(min_size=1))
def test_a_plain_value_is_text_or_what_the_text_says(text: str) -> None:
    value = plain_value(text)
    assert isinstance(value, str | int | float) or value is None
    if isinstance(value, str):
        assert value == text
