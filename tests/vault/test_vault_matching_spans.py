"""Places in the text: what a hit is shown by."""

from __future__ import annotations

from matching import shown
from pageful.vault.search.marking import MOST_SPANS


def test_words_are_shown_where_they_stand_in_the_order_of_the_text() -> None:
    assert shown("a dog\nCATS and dogs", "cat dog") == ["1:dog", "2:CAT", "2:dog"]


def test_folded_matches_are_shown_as_the_text_has_them() -> None:
    assert shown("ß Café Straße x", "cafe strasse") == ["1:Café", "1:Straße"]
    assert shown("e\u0301tude x", "etude") == ["1:e\u0301tude"]
    assert shown("🎉🎉 ÀB", "ab") == ["1:ÀB"]


def test_what_is_negated_is_not_shown() -> None:
    assert shown("cat dog", "cat -(dog cow)") == ["1:cat"]


def test_phrases_and_patterns_are_shown() -> None:
    assert shown("test testing test", '"test"') == ["1:test", "1:test"]
    assert shown("ab\nxb", "/^.b/") == ["1:ab", "2:xb"]
    assert shown("Ab ab", "match-case:ab") == ["1:ab"]


def test_of_a_match_over_lines_the_first_line_is_shown() -> None:
    assert shown("one two\nthree", r"/two\nthree/") == ["1:two"]


def test_within_a_line_only_the_lines_that_match_are_shown() -> None:
    assert shown("cat\ncat dog\ndog", "line:(cat dog)") == ["2:cat", "2:dog"]


def test_within_a_block_or_section_only_those_that_match_are_shown() -> None:
    text = "# A\ncat\n\ndog\n# B\ncat\ndog"
    assert shown(text, "section:(b cat)") == ["5:B", "6:cat"]
    assert shown(text, "block:(cat dog)") == ["6:cat", "7:dog"]


def test_a_task_is_shown_past_its_mark() -> None:
    assert shown("- [ ] x call\n- call", "task:(x call)") == ["1:x", "1:call"]
    assert shown("- [x] mail", "task:x") == []


def test_a_part_without_words_is_shown_by_its_first_line() -> None:
    assert shown("  - [ ] buy  \n", 'task:""') == ["1:- [ ] buy"]
    assert shown("cat\ndog", "line:-cat") == ["2:dog"]


def test_tags_and_properties_are_shown() -> None:
    text = "---\nstatus: draft\n---\nsee #Work/now and #works"
    assert shown(text, "tag:#work") == ["4:#Work/now"]
    assert shown(text, "[status:draft]") == ["2:status: draft"]


def test_names_are_not_shown() -> None:
    assert shown("n", "file:n") == []


def test_places_are_so_many_and_no_more() -> None:
    text = "e " * 1000
    assert shown(text, "e") == ["1:e"] * MOST_SPANS
    assert len(shown("e\n" * 1000, "line:e /e/")) == MOST_SPANS
