"""What Obsidian's release notes say of expressions, one fact a test."""

from __future__ import annotations

from base_expressions import result, value
from pageful.vault.bases.parsing import parse_expression
from pageful.vault.bases.values import ErrorValue, UrlValue

NOTES = {
    "Breads/Rye.md": "---\nDue: 2026-03-14\nat: 2026-03-14T18:00\n---\n[[Wheat#Crust]] #A/B",
    "Breads/Wheat.md": "---\ngrain: soft\n---\n",
}


def test_1_9_1_zero_rounded_down_is_zero() -> None:
    assert value("(0).floor()") == 0


def test_1_9_1_min_and_max_give_the_smallest_and_the_largest() -> None:
    assert value("[min(2, 1, 3), max(2, 1, 3)]") == [1, 3]


def test_1_9_1_property_names_may_have_non_latin_letters() -> None:
    assert value("名称", "---\n名称: パン\n---\n") == "パン"


def test_1_9_2_functions_are_called_on_values_and_can_be_chained() -> None:
    assert value('"B a".split(" ").sort()[0].lower()') == "a"


def test_1_9_3_several_divisions_are_applied_one_after_the_other() -> None:
    assert value("10 / 5 / 2") == 1


def test_1_9_3_dates_are_compared_with_texts() -> None:
    assert value('due > "2026-03-13" && due < "2026-03-15"', NOTES) is True


def test_1_9_3_links_with_subpaths_are_found() -> None:
    assert value('file.hasLink("Wheat#Crust") && file.hasLink("Wheat")', NOTES) is True


def test_1_9_3_property_names_match_in_any_case() -> None:
    assert value("due == DUE && note.due == Due", NOTES) is True


def test_1_9_3_dates_may_have_offsets() -> None:
    assert value("date('2026-03-14T12:00:00-05:00').hour") == 18


def test_1_9_3_links_lead_to_other_places_too() -> None:
    assert result("link('https://obsidian.md')") == UrlValue("https://obsidian.md")


def test_1_9_4_white_space_at_the_end_is_no_error() -> None:
    assert parse_expression("1 + 1 \n") == parse_expression("1 + 1")


def test_1_9_4_images_are_made_of_paths() -> None:
    assert value("image('loaf.png')") == "![](loaf.png)"


def test_1_9_5_a_date_equals_a_moment_of_that_day() -> None:
    assert value("due == at", NOTES) is True


def test_1_9_5_lists_can_be_filtered_and_changed() -> None:
    assert value("[1, 2, 3].filter(value > 1).map(value * 2)") == [4, 6]


def test_1_9_6_conditions_can_be_joined() -> None:
    assert value("due && at", NOTES) is True


def test_1_9_6_addresses_may_have_spaces() -> None:
    assert result("link('https://obsidian.md/a b')") == UrlValue("https://obsidian.md/a b")


def test_1_9_7_files_are_found_and_their_properties_read() -> None:
    assert value("file('Wheat').properties.grain", NOTES) == "soft"
    assert value("link('Wheat').asFile().properties.grain", NOTES) == "soft"


def test_1_9_7_files_have_backlinks() -> None:
    assert value("file('Wheat').backlinks.map(value.asFile().name)", NOTES) == ["Rye"]


def test_1_9_7_moments_of_one_day_are_compared_by_their_times() -> None:
    assert value("at > date('2026-03-14T17:59') && at < date('2026-03-14T18:01')", NOTES) is True


def test_1_9_8_a_property_is_there_whatever_its_value() -> None:
    note = "---\nempty:\n---\n"
    assert value("file.hasProperty('empty') && !file.hasProperty('other')", note) is True


def test_1_9_8_texts_are_reversed_and_repeated() -> None:
    assert value('"ab".reverse().repeat(2)') == "baba"


def test_1_9_8_lists_are_joined() -> None:
    assert value("[1, 2] + [3]") == [1, 2, 3]


def test_1_9_9_arithmetic_with_a_text_is_an_error() -> None:
    assert isinstance(result('"text" * 2'), ErrorValue)


def test_1_9_11_a_tag_contains_the_tags_within_it() -> None:
    assert value("file.tags.contains('A') && file.tags.contains('a/b')", NOTES) is True
    assert value("tags.contains('A')", "---\ntags: [A/B]\n---\n") is True


def test_1_9_14_tags_match_in_any_case() -> None:
    assert value("file.hasTag('a')", NOTES) is True


def test_1_10_lists_are_reduced() -> None:
    assert value("[1, 2, 3].reduce(acc * value, 1)") == 6


def test_1_10_null_checkboxes_are_sorted_with_false() -> None:
    assert value("[true, null, false].sort()") == [None, False, True]


def test_1_10_1_html_is_escaped() -> None:
    assert value("escapeHTML('<b>')") == "&lt;b&gt;"
