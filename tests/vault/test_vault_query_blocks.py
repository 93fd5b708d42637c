"""Which queries a note holds, and on which lines."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hostile
from pageful.vault.parsing import parse_code_blocks, parse_note
from pageful.vault.parsing.code_block import CodeBlock
from thoroughness import size

_fuzzed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _blocks(text: str) -> list[CodeBlock]:
    return list(parse_code_blocks(parse_note(text), text))


def test_a_block_has_its_language_its_text_and_its_lines() -> None:
    assert _blocks("# A\n\n```dataview\nLIST\nFROM #a\n```\n\n~~~ js title\nx\n~~~\n") == [
        ("dataview", "LIST\nFROM #a", 3, 6),
        ("js", "x", 8, 10),
    ]


def test_a_block_without_an_end_is_the_rest() -> None:
    assert _blocks("```dataview\nLIST\n\nLIMIT 1") == [("dataview", "LIST\n\nLIMIT 1", 1, 4)]


def test_a_fence_within_a_longer_fence_is_text() -> None:
    assert _blocks("````md\n```dataview\nLIST\n```\n````\n") == [
        ("md", "```dataview\nLIST\n```", 1, 5)
    ]


def test_what_follows_tildes_may_hold_backticks() -> None:
    text = "~~~dataview `x`\nLIST\n~~~\ntext\n```js `\n"
    assert _blocks(text) == [("dataview", "LIST", 1, 3)]


def test_a_fence_that_is_set_off_sets_its_text_off() -> None:
    assert _blocks("   ```dataview\n   LIST\n     LIMIT 1\n FROM #a\n   ```\n") == [
        ("dataview", "LIST\n  LIMIT 1\nFROM #a", 1, 5)
    ]


def test_tabs_and_empty_lines_in_a_block_stay() -> None:
    assert _blocks("```\n\ta\n\n\n\tb\n```\n- ```\n  a\n\n  b\n  ```") == [
        ("", "\ta\n\n\n\tb", 1, 6),
        ("", "a\n\nb", 7, 11),
    ]


def test_a_block_in_a_callout_is_without_its_marks() -> None:
    text = "> [!info] Open\n> ```dataview\n> TASK\n> WHERE !completed\n> ```\n> more\n"
    assert _blocks(text) == [("dataview", "TASK\nWHERE !completed", 2, 5)]


def test_a_block_in_a_callout_within_another_is_without_all_marks() -> None:
    text = "> a\n>> ```dataview\n>> LIST\n>> ```\n"
    assert _blocks(text) == [("dataview", "LIST", 2, 4)]


def test_a_block_ends_with_the_quote_that_it_stands_in() -> None:
    assert _blocks("> ```dataview\n> LIST\n\ntext\n") == [("dataview", "LIST", 1, 2)]


def test_a_block_in_a_list_is_without_the_indent() -> None:
    text = "- a\n  ```dataview\n  LIST\n    WHERE a\n  ```\n- ```dataview\n  TASK\n  ```\n"
    assert _blocks(text) == [
        ("dataview", "LIST\n  WHERE a", 2, 5),
        ("dataview", "TASK", 6, 8),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "    ```dataview\n    LIST\n    ```\n",
        "---\na: |\n  ```dataview\n  LIST\n  ```\n---\n",
        "%%\n```dataview\nLIST\n```\n%%\n",
        "text ```dataview LIST ```\n",
    ],
)
def test_what_is_shown_as_no_block_is_none(text: str) -> None:
    assert [block for block in _blocks(text) if block.language == "dataview"] == []


@_fuzzed
@given(
    st.lists(
        st.sampled_from(["```dataview", "```", "> ", "- ", "  ", "\n", "LIST"]) | hostile.pieces
    )
)
def test_blocks_of_any_text_are_within_it_and_apart(pieces: list[str]) -> None:
    text = "".join(pieces)
    note = parse_note(text)
    end = 0
    for block in parse_code_blocks(note, text):
        assert end < block.line <= block.end_line <= note.lines
        end = block.end_line


@pytest.mark.parametrize(
    "text",
    [
        "```dataview\n" * size(50_000),
        "> " * size(200_000),
        "- " * size(200_000) + "```dataview",
        "`" * size(1_000_000),
    ],
    ids=lambda text: repr(text[:8]),
)
def test_hostile_notes_are_looked_through_once(text: str) -> None:
    assert sum(block.end_line - block.line for block in _blocks(text)) <= text.count("\n") + 1
