"""Sections read whole: which lines a heading means, to the letter, and what is refused."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calling import printed_calls
from folders import fill
from pageful.tool.errors import ToolError
from pageful.tool.options import Style
from pageful.tool.tool import Toolset
from pageful.vault.parsing.note import parse_note
from pageful.vault.reading.section import part_of
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset

_PAGES = Path(__file__).parent / "pages" / "sections"
_NOTES = {
    "Plan.md": (
        "---\ntitle: x\n---\nBefore.\n\n# Plan\n\nAll.\n\n"
        "## Risks\n\nRain.\n\n### Small\n\nWind.\n\n"
        "## Costs > Rent\n\nHigh. ^rent\n\n"
        "# Other\n\n## Risks\n\n- none\n  - at all\n- few ^few\n"
    ),
    "C# notes.md": "# C# notes\n\nAll of it.\n\n## F#\n\nLess.\n",
    "Table.csv": "a,b\n",
    "Old.md": "Title\r\n=====\r\none\r\n\r\nPart\r\n----\r\ntwo",
}
_CALLS: dict[str, dict[str, Any]] = {
    "section": {"path": "Plan", "heading": "Plan"},
    "several": {"path": "Plan", "heading": "Risks"},
    "nested": {"path": "Plan", "heading": "Other > Risks"},
    "block": {"path": "Plan#^rent"},
    "unknown": {"path": "Plan", "heading": "Risk"},
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("sections") / "vault", _NOTES)


@cache
def toolset(vault: Path, budget: int) -> Toolset:
    return vault_toolset(VaultSettings(vault=vault), Style(budget=budget))


def answer(vault: Path, budget: int = 40_000, **arguments: Any) -> str:
    return toolset(vault, budget).call("vault_read", arguments).text


def text_of(vault: Path, **arguments: Any) -> str:
    content = json.loads(answer(vault, raw=True, **arguments))["content"]
    assert isinstance(content, str)
    return content


@pytest.mark.parametrize("name", _CALLS)
def test_a_page_is_the_golden_one(vault: Path, name: str) -> None:
    expected = (_PAGES / f"{name}.md").read_text("utf-8")
    assert answer(vault, **_CALLS[name]) + "\n" == expected


@pytest.mark.parametrize("heading", ["Risks", "## Risks", "Plan#Risks", "Plan > Risks", "risks"])
def test_every_form_of_a_heading_gives_the_section_with_all_beneath(
    vault: Path, heading: str
) -> None:
    section = "## Risks\n\nRain.\n\n### Small\n\nWind.\n\n"
    assert text_of(vault, path="Plan", heading=heading) == section
    assert text_of(vault, path=f"Plan#{heading.removeprefix('## ')}") == section


def test_a_heading_that_has_the_signs_of_nesting_is_tried_whole_first(vault: Path) -> None:
    assert text_of(vault, path="Plan", heading="Costs > Rent").startswith("## Costs > Rent\n")
    assert text_of(vault, path="C# notes", heading="C# notes") == _NOTES["C# notes.md"]
    assert text_of(vault, path="C# notes", heading="F#") == "## F#\n\nLess.\n"
    assert text_of(vault, path="C# notes") == _NOTES["C# notes.md"]


def test_a_block_is_read_with_what_is_nested_in_it(vault: Path) -> None:
    assert text_of(vault, path="Plan#^few") == "- few ^few\n"
    assert text_of(vault, path="[[Plan#^rent|the rent]]") == "High. ^rent\n"


def test_setext_headings_and_carriage_returns_are_kept(vault: Path) -> None:
    assert text_of(vault, path="Old", heading="Part") == "Part\r\n----\r\ntwo"
    assert text_of(vault, path="Old", heading="Title") == _NOTES["Old.md"]


def test_the_command_takes_a_heading_beside_its_place(vault: Path) -> None:
    assert answer(vault, places=["Plan"], heading="Other") == answer(
        vault, path="Plan", heading="Other"
    )


def test_the_pages_of_one_place_with_a_heading_go_on_with_it(tmp_path: Path) -> None:
    vault = fill(tmp_path / "vault", {"n.md": "# A\n" + "line\n" * 400 + "# B\n"})
    shown = answer(vault, 900, places=["n"], heading="A")
    assert printed_calls(shown) == [("vault_read", {"path": "n.md", "heading": "A", "page": 2})]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"path": "Plan", "heading": "  "}, "`heading` names no heading."),
        ({"path": "Plan#Risks", "heading": "Plan"}, "and so does `heading`"),
        ({"places": ["Plan", "Old"], "heading": "Plan"}, 'Give places as "Note#Heading".'),
        ({"path": "Plan", "heading": "x" * 10_000}, "has no heading “xxx"),
        ({"path": "Plan#^x"}, 'vault_read(path="Plan.md#^rent")'),
        ({"path": "Table.csv", "heading": "a"}, "`Table.csv` has no headings."),
        ({"path": "Plan", "heading": "Plan", "page": 2}, 'vault_read(path="Plan.md", heading='),
    ],
)
def test_what_is_no_section_is_refused(vault: Path, arguments: dict[str, Any], said: str) -> None:
    shown = answer(vault, **arguments)
    assert said in shown
    assert len(shown) < 1_000


@pytest.mark.parametrize("heading", ["Long", "a heading of many words " * 8])
def test_a_section_is_cut_by_the_budget_and_its_pages_are_the_section(
    tmp_path: Path, heading: str
) -> None:
    lines = "".join(f"line {number} of the long section\n" for number in range(200))
    long = "x" * 3_000
    section = f"## {heading}\n{lines}{long}\n"
    vault = fill(tmp_path / "vault", {"n.md": f"# Top\nfirst\n{section}## Next\nlast\n"})
    arguments: dict[str, Any] = {"path": "n", "heading": heading}
    text, calls = "", 0
    while arguments:
        shown = answer(vault, 900, **arguments)
        assert len(shown) <= 900
        content = json.loads(answer(vault, 900, raw=True, **arguments))["content"]
        assert content.rstrip("\n") in shown
        text += content
        following = printed_calls(shown)
        arguments = following[0][1] if following else {}
        calls += 1
        assert calls < 60
    assert text == section


def test_a_note_that_was_changed_since_the_last_call_is_read_as_it_is(tmp_path: Path) -> None:
    vault = fill(tmp_path / "vault", {"n.md": "# A\none\n# B\ntwo\n"})
    assert text_of(vault, path="n", heading="B") == "# B\ntwo\n"
    (vault / "n.md").write_text("new\n# A\n## B\nthree\n")
    assert text_of(vault, path="n", heading="B") == "## B\nthree\n"


_PIECES = st.sampled_from(
    [
        "# h{n}", "## h{n}", "### h{n}", "###### h{n}", "h{n}\n===", "h{n}\n---", "> # h{n}",
        "- # h{n}", "```\n# no\n```", "~~~\n# open", "~~~", "%%\n# no\n%%", "%% # no %%",
        "<!--\n# no\n-->", "text", "", "   ", "#", "## ", "    # no", "---", "# h{n} #", "\t# no",
    ]
)  # fmt: skip
_ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n"])


@given(
    pieces=st.lists(st.tuples(_PIECES, _ENDS), max_size=14),
    matter=st.sampled_from(["", "---\n# no\na: 1\n---\n", "\ufeff"]),
    ends=st.booleans(),
)
def test_sections_are_the_note_character_for_character(
    pieces: list[tuple[str, str]], matter: str, ends: bool
) -> None:
    text = matter + "".join(
        piece.replace("{n}", str(number)).replace("\n", end.strip(" ")[:1] or "\n") + end
        for number, (piece, end) in enumerate(pieces)
    )
    text = text if ends else text.rstrip("\r\n")
    headings = [each for each in parse_note(text).headings if each.line > 0]
    assert not any(each.text == "no" for each in headings)
    named = [each for each in headings if re.fullmatch(r"h\d+", each.text)]
    spans = {each.text: part_of("n.md", text, each.text) for each in named}
    lines = [parse_note(text).headings.index(each) for each in named]
    assert lines == sorted(lines)
    tops = [
        each
        for n, each in enumerate(headings)
        if all(before.level >= each.level for before in headings[:n])
    ]
    if all(each in named for each in tops) and tops:
        parts = [spans[each.text] for each in tops]
        assert (
            text[: parts[0].start] + "".join(text[part.start : part.end] for part in parts) == text
        )
    for each in named:
        within = spans[each.text]
        below = [
            spans[other.text]
            for other in named
            if within.start < spans[other.text].start < within.end
        ]
        assert all(other.end <= within.end for other in below)


def test_a_section_is_its_own_lines_and_its_topmost_subsections() -> None:
    text = "# a\nown\n### b\nx\n## c\ny\n### d\nz\n# e\n"
    a, b, c = (part_of("n.md", text, name) for name in "abc")
    assert text[a.start : a.end] == "# a\nown\n" + text[b.start : b.end] + text[c.start : c.end]


@pytest.mark.parametrize("blank", ["#", "## ", "#   #"])
def test_a_heading_without_text_can_not_be_named_but_ends_a_section(blank: str) -> None:
    text = f"# a\none\n{blank}\ntwo\n"
    part = part_of("n.md", text, "a")
    ends = blank != "## "
    assert text[part.start : part.end] == ("# a\none\n" if ends else text)
    with pytest.raises(ToolError):
        part_of("n.md", text, "#")


def test_a_heading_of_ten_thousand_characters_is_read(tmp_path: Path) -> None:
    long = "long " * 2_000
    vault = fill(tmp_path / "vault", {"n.md": f"# {long}\ntext\n"})
    shown = answer(vault, 2_000, path="n", heading=long)
    assert len(shown) <= 2_000
