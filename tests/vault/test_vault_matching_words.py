"""Words, phrases and patterns in texts and paths, and what joins them."""

from __future__ import annotations

import pytest

from matching import finds, found, named
from snapshots import parsed as vault_of

VAULT = {
    "Cats.md": "A cat sat.",
    "Dogs.md": "A dog ran.",
    "Both.md": "cat and dog",
    "img/cat.png": "",
}


def test_all_words_of_a_query_are_needed() -> None:
    assert named(VAULT, "cat dog") == ["Both.md"]


def test_or_finds_either() -> None:
    assert named(VAULT, "ran OR sat") == ["Cats.md", "Dogs.md"]


def test_a_negated_word_must_be_nowhere() -> None:
    assert named(VAULT, "cat -dog") == ["Cats.md"]
    assert named(VAULT, "-cat") == ["Dogs.md"]


def test_a_negated_group_excludes_what_has_all_of_it() -> None:
    assert named(VAULT, "-(cat dog)") == ["Cats.md", "Dogs.md"]


def test_an_empty_query_finds_every_note() -> None:
    assert named(VAULT, "") == ["Both.md", "Cats.md", "Dogs.md"]


def test_a_word_is_found_within_a_longer_one() -> None:
    assert finds("concatenate", "cat")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("AI", "ai"),
        ("C# and C++", "c#"),
        ("C# and C++", "C++"),
        ("Café", "cafe"),
        ("cafe", "café"),
        ("Straße", "STRASSE"),
        ("私は日本語を話す", "日本"),
        ("party 🎉!", "🎉"),
        ("see https://x.org/a?b", "https://x.org"),
        ("don't", "don't"),
        ("x", "x"),
    ],
)
def test_words_of_any_script_and_length_are_found(text: str, word: str) -> None:
    assert finds(text, word)


def test_letters_that_are_no_accented_ones_differ() -> None:
    assert not finds("мой", "мои")


def test_a_word_is_looked_for_in_the_path_too() -> None:
    assert named({"Trip/Rome.md": "x", "b.md": "rome"}, "rome") == ["Trip/Rome.md", "b.md"]
    assert named({"Trip/Rome.md": "x"}, "trip/ro") == ["Trip/Rome.md"]


def test_words_may_stand_one_in_the_path_and_one_in_the_text() -> None:
    assert named({"Rome.md": "pasta", "b.md": "pasta"}, "rome pasta") == ["Rome.md"]


def test_the_extension_of_a_note_is_found_only_with_its_dot() -> None:
    assert named(VAULT, "md") == []
    assert named(VAULT, "cats.md") == ["Cats.md"]


def test_attachments_are_found_only_through_operators() -> None:
    assert named(VAULT, "cat.png") == []
    assert named(VAULT, "file:cat.png") == ["img/cat.png"]


def test_excluded_files_are_never_found() -> None:
    snapshot = vault_of({"a.md": "x", "old/b.md": "x"}, excluded=["old/b.md"])
    for query in ("x", "path:old", "-y", "", "line:x", "/x/", "file:b"):
        assert "old/b.md" not in found(snapshot, query)


# Phrases


def test_a_phrase_is_these_characters_in_a_row() -> None:
    assert finds("the happy cat", '"happy cat"')
    assert not finds("happy, cat", '"happy cat"')


def test_a_phrase_is_no_part_of_a_longer_word() -> None:
    assert not finds("testing", '"test"')
    assert not finds("attest", '"test"')
    assert finds("a testing test.", '"test"')


def test_a_phrase_that_begins_or_ends_with_a_sign_is_bounded_there_by_nothing() -> None:
    assert finds("x- [ ]y", '"- [ ]"')
    assert named({"a.jpg": ""}, 'file:".jpg"') == ["a.jpg"]


@pytest.mark.parametrize("text", ["これは日本語です", "한국어를", "ภาษาไทย"])
def test_a_phrase_needs_no_bounds_where_words_are_not_parted(text: str) -> None:
    assert finds(text, f'"{text[1:3]}"')


@pytest.mark.parametrize("text", ["_test_", "*test*", "a-test-b", "#test", "(test)", "test's"])
def test_marks_part_words(text: str) -> None:
    assert finds(text, '"test"')


def test_a_phrase_may_go_over_lines() -> None:
    assert finds("one\ntwo", '"one\ntwo"')


# Case


def test_case_does_not_count() -> None:
    assert finds("HappyCat", "happycat")
    assert finds("happycat", '"HappyCat"')
    assert finds("happycat", "/HAPPY/")


def test_match_case_is_about_case_and_accents() -> None:
    assert finds("HappyCat", "match-case:HappyCat")
    assert not finds("happycat", "match-case:HappyCat")
    assert not finds("Café", "match-case:Cafe")
    assert not finds("happycat", "match-case:/HappyCat/")
    assert not finds("happy cat", 'match-case:"Happy cat"')
    assert not finds("x", "match-case:N")


def test_ignore_case_within_match_case() -> None:
    assert finds("IKEA Store", "match-case:(ignore-case:ikea Store)")
    assert not finds("IKEA store", "match-case:(ignore-case:ikea Store)")


# Patterns


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("on 2022-01-01", r"/\d{4}-\d{2}-\d{2}/"),
        ("one\ntwo\nthree", "/^two$/"),
        ("one\r\ntwo\r\n", "/^two$/"),
        ("a\nb", r"/a\nb/"),
        ("a\nb", "/a[^]b/"),
        ("слово", r"/\p{L}{5}/"),
        ("- [x] a", r"/^- \[x\]/"),
        ("a/b", r"/a\/b/"),
    ],
)
def test_a_pattern_runs_over_the_whole_text_with_anchors_at_lines(text: str, pattern: str) -> None:
    assert finds(text, pattern)


def test_a_dot_stays_in_its_line() -> None:
    assert not finds("a\nb", "/a.b/")


def test_a_pattern_is_looked_for_in_the_path_too() -> None:
    assert finds("x", r"/^2022-\d\d\.md$/", "2022-07.md")
