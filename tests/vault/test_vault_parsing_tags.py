"""Tags and aliases: which characters make them, and where they are read."""

from __future__ import annotations

import pytest

from pageful.vault.parsing import parse_note
from pageful.vault.parsing.parsed_note import Tag


def _tags(text: str) -> list[str]:
    return [tag.name for tag in parse_note(text).tags]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("#tag", ["tag"]),
        ("a #tag, b", ["tag"]),
        ("#a/b/c", ["a/b/c"]),
        ("#a/", ["a/"]),
        ("#under_score-dash", ["under_score-dash"]),
        ("#日本語 #été #🚀x", ["日本語", "été", "🚀x"]),
        ("#1984", []),
        ("#1984a #1984/1", ["1984a", "1984/1"]),
        ("#", []),
        ("##x", []),
        ("#a.b", ["a"]),
        ("#don't", ["don"]),
        ("#a\u2013b", ["a"]),
        ("#C# #c++", ["C", "c"]),
    ],
)
def test_a_tag_is_letters_and_symbols_but_no_punctuation(text: str, tags: list[str]) -> None:
    assert _tags(text) == tags


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ('(#pa) "#pc" .#pd x#pe x—#pf', []),
        ("x\t#pf [x #ph] \u00a0#qi \u3000#qj", ["pf", "ph", "qi", "qj"]),
        ("#tl#tm #tn/#to", ["tl", "tm", "tn/", "to"]),
        ("x _#uc_ **#ud** ==#ue== ~~#uf~~", ["uc", "ud", "ue", "uf"]),
        ("[Discord #tf](https://x.y), [a #tg][ref]", ["tf", "tg"]),
        ("[[a]]#b `c`#d [e](f)#g", ["b", "d", "g"]),
        ("|a|b|\n|-|-|\n|#uo|x #up|", ["uo", "up"]),
        ("https://example.org/#frag https://example.org/a#b", []),
        (r"\#no", []),
        ("%%#in a comment%%", ["in"]),
    ],
)
def test_a_tag_begins_after_a_space_or_first_within_something(text: str, tags: list[str]) -> None:
    assert _tags(text) == tags


@pytest.mark.parametrize(
    "text",
    [
        "`#a`",
        "```\n#a\n```",
        "    #a",
        "[[Note#a]] [[b #c]]",
        "[x](y.md#a)",
        "![x #a](y.png)",
        "$x #a$",
        "$$\n#a\n$$",
        "<!-- #a -->",
        "z <!-- x\n #a --> y",
        "<div>\nhello #a\n</div>",
        "<p>x #a</p>",
        "# a",
    ],
)
def test_code_links_math_and_html_hide_tags(text: str) -> None:
    assert _tags(text) == []


def test_a_closing_fence_has_nothing_behind_it() -> None:
    text = "```markdown\n```typescript\nx #tu\n```\nprose #tv\n```\ncode #tw\n```"
    assert _tags(text) == ["tv"]


def test_a_tag_is_no_heading_and_a_heading_may_hold_one() -> None:
    note = parse_note("#tag\n# Head #other\n")
    assert [heading.text for heading in note.headings] == ["Head #other"]
    assert note.tags == (Tag("tag", 1), Tag("other", 2))


@pytest.mark.parametrize(
    ("yaml", "tags"),
    [
        ("tags: [a, '#b', c/d]", ["a", "b", "c/d"]),
        ("tags:\n  - a\n  - b c\n  - 3", ["a"]),
        ("tags: a, b c", ["a", "b", "c"]),
        ("Tags: a", ["a"]),
        ("tag: a\ntags: [b, a]", ["b", "a"]),
        ("tags:\n-", []),
        ("tags: 3", []),
        ("tags: {a: b}", []),
        ("category: '#a'", []),
    ],
)
def test_properties_name_tags_as_list_or_text(yaml: str, tags: list[str]) -> None:
    note = parse_note(f"---\n{yaml}\n---\n")
    assert note.tags == tuple(Tag(tag, 0) for tag in tags)


@pytest.mark.parametrize(
    ("yaml", "aliases"),
    [
        ("aliases: [A, 'B C', A, 3]", ("A", "B C")),
        ("aliases: Smith, John", ("Smith, John",)),
        ("ALIAS: x", ("x",)),
        ("aliases:", ()),
    ],
)
def test_properties_name_aliases_as_list_or_text(yaml: str, aliases: tuple[str, ...]) -> None:
    assert parse_note(f"---\n{yaml}\n---\n").aliases == aliases
