"""Links in notes: how they are written, where they lead, and what hides them."""

from __future__ import annotations

import pytest

from pageful.vault.parsing import parse_note
from pageful.vault.parsing.parsed_note import Link


def _links(text: str) -> list[Link]:
    return list(parse_note(text).links)


def _targets(text: str) -> list[str]:
    return [link.target + link.subpath for link in _links(text)]


@pytest.mark.parametrize(
    ("written", "link"),
    [
        ("[[Note]]", Link("Note", line=1)),
        ("[[Folder/Note.md]]", Link("Folder/Note.md", line=1)),
        ("[[Note#Head#Sub]]", Link("Note", "#Head#Sub", line=1)),
        ("[[Note#^block-1]]", Link("Note", "#^block-1", line=1)),
        ("[[#Head]]", Link("", "#Head", line=1)),
        ("[[Note|shown]]", Link("Note", display="shown", line=1)),
        ("[[Note#Head | a | b ]]", Link("Note", "#Head", "a | b", line=1)),
        ("[[ Note ]]", Link("Note", line=1)),
        ("![[image.png|100x200]]", Link("image.png", display="100x200", embed=True, line=1)),
        ("[[[draft] Note]]", Link("[draft] Note", line=1)),
        ("[[a] b]]", Link("a] b", line=1)),
        ("[[A\u00a0B]]", Link("A B", line=1)),
        ("[[Cafe\u0301]]", Link("Café", line=1)),
        ("[[|x]]", Link("|x", line=1)),
    ],
)
def test_a_wikilink_has_target_subpath_and_alias(written: str, link: Link) -> None:
    assert _links(written) == [link]


def test_the_innermost_brackets_are_the_link() -> None:
    assert _targets("[[a [[b]] c]]") == ["b"]


@pytest.mark.parametrize("text", ["[[]]", "[[ ]]", "[[a\nb]]", "[[a]", "[a]]", r"\[[a]]"])
def test_what_is_no_wikilink(text: str) -> None:
    assert _links(text) == []


def test_a_table_escapes_the_bar_of_an_alias() -> None:
    text = "| a | b |\n|---|---|\n| [[X\\|x]] | [[Y|y]] [t](Z.md) |"
    assert _links(text) == [
        Link("X", display="x", line=3),
        Link("Z.md", display="t", kind="markdown", line=3),
    ]


@pytest.mark.parametrize(
    ("written", "link"),
    [
        ("[t](Note.md)", Link("Note.md", "", "t")),
        ("[t](a%20b.md#Head)", Link("a b.md", "#Head", "t")),
        ("[t](<a b.md>)", Link("a b.md", "", "t")),
        ('[t](Note.md "title")', Link("Note.md", "", "t")),
        ("[t](Note.md 'title')", Link("Note.md", "", "t")),
        ("[t](#Head)", Link("", "#Head", "t")),
        ("[t](Note%20(1).md)", Link("Note (1).md", "", "t")),
        ("[t](a\\)b.md)", Link("a)b.md", "", "t")),
        ("[t](a&amp;b.md)", Link("a&b.md", "", "t")),
        ("[t](%E6%97%A5.md)", Link("日.md", "", "t")),
        ("[t](C%23.md)", Link("C%23.md", "", "t")),
        ("[t](bad%FF.md)", Link("bad%FF.md", "", "t")),
        ("[t](./a:b.md)", Link("./a:b.md", "", "t")),
        ("[](x.md)", Link("x.md", "", "")),
        ("[a [b] c](x.md)", Link("x.md", "", "a [b] c")),
        ("[`]`](x.md)", Link("x.md", "", "`]`")),
    ],
)
def test_a_markdown_link_is_decoded(written: str, link: Link) -> None:
    found = _links(written)
    assert [(one.target, one.subpath, one.display) for one in found] == [
        (link.target, link.subpath, link.display)
    ]
    assert found[0].kind == "markdown"


@pytest.mark.parametrize(
    "text",
    [
        "[t](https://example.org/a)",
        "[t](mailto:a@example.org)",
        "[t](obsidian://open?vault=x)",
        "[t](<https://example.org/a b>)",
        "[t]()",
        "[t](a b.md)",
        "[t] (a.md)",
        r"\[t](a.md)",
        "[t][ref]\n\n[ref]: a.md",
        "<https://example.org/[[a]]>",
    ],
)
def test_addresses_and_what_is_no_link_are_left_out(text: str) -> None:
    assert _links(text) == []


def test_an_image_is_an_embed_also_within_a_link() -> None:
    found = _links("![x](a.png) [![badge](b.png)](Note.md)")
    assert [(link.target, link.embed) for link in found] == [
        ("a.png", True),
        ("Note.md", False),
        ("b.png", True),
    ]
    assert [link.embed for link in _links(r"\![[a]] ![[b]]")] == [False, True]
    assert [link.embed for link in _links("![a `b`](c.png)")] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "`[[a]]`",
        "`` ` [[a]] ``",
        "`x\n[[a]]`",
        "```\n[[a]]\n```",
        "~~~ md\n[[a]]\n```\n[[b]]",
        "    [[a]]",
        "- x\n  ```\n  [[a]]\n  ```",
        "> ```\n> [[a]]\n> ```",
        "$[[a]]$",
        "$$ [[a]] $$",
        "$$\n[[a]]\n$$",
        "<!-- [[a]] -->",
        "x <!-- [[a]] --> y",
        "<div>\n[[a]]\n</div>",
        '<a title="[[a]]">x</a> y',
    ],
)
def test_code_math_and_html_hide_links(text: str) -> None:
    assert _links(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "` [[a]]",
        "``[[a]]`",
        "```x``` [[a]]",
        "$ [[a]] $",
        "$5 [[a]] $10",
        "\\$x [[a]] y$",
        "<b>[[a]]</b>",
        "x <b [[a]]>",
        "%% [[a]] %%",
        "%%\n[[a]]\n%%",
        "==[[a]]==",
        "x <!-- [[b]] --> y [[a]]",
        "x\n    [[a]]",
        "- x\n\n  [[a]]",
        "[^1]: see [[a]]",
        "# [[a]]",
        "[[a]]\n===",
        "[[a]] `",
    ],
)
def test_links_elsewhere_count_in_comments_too(text: str) -> None:
    assert _targets(text) == ["a"]


def test_what_begins_first_hides_the_other() -> None:
    assert _targets("[[a `b]] c` [[d]]") == ["a `b", "d"]


def test_every_link_has_its_line() -> None:
    head = "---\nup: '[[P]]'\n---\r\n[[A]]\r[[B]]\n\n"
    text = head + "- [[C]]\n  [[D]]\n> [[E]]\n> x [t](F.md)\n\n%%\n[[G]]"
    assert [(link.target, link.line) for link in _links(text)] == [
        ("P", 2),
        ("A", 4),
        ("B", 5),
        ("C", 7),
        ("D", 8),
        ("E", 9),
        ("F.md", 10),
        ("G", 13),
    ]


def test_a_property_is_a_link_only_as_a_whole() -> None:
    text = '---\na: "[[A|x]]"\nb: ["[[B#h]]", "see [[C]]"]\nc: "[t](D.md)"\n---\n'
    assert _links(text) == [
        Link("A", display="x", kind="property", line=2),
        Link("B", "#h", kind="property", line=3),
        Link("D.md", display="t", kind="property", line=4),
    ]


def test_a_markdown_link_that_is_a_whole_property_is_one() -> None:
    text = (
        '---\na: "[the mill](Places/Mill%20(old).md#Wheel)"\nb:\n  - "[x](<A b.md>)"\n'
        '  - "[site](https://example.org)"\n  - "see [t](E.md)"\n---\n'
    )
    assert _links(text) == [
        Link("Places/Mill (old).md", "#Wheel", "the mill", kind="property", line=2),
        Link("A b.md", "", "x", kind="property", line=4),
    ]
