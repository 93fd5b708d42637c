"""What a person sees in a terminal."""

from __future__ import annotations

import io
import re
import sys
import unicodedata

import pytest
from hypothesis import given, settings
from rich.console import Console

import hostile
from pageful import Block, Bullets, Code, Document, Heading, Line, Note, Table, Verbatim
from pageful.page.terminal import print_document, terminal_text
from test_markdown import EVERY_BLOCK
from thoroughness import examples

SEEN = """\
Every block

A line with code and strong words.
  Program output,
  indented.

name: value
path: a/b_c.py:12

• my_function
• several
  lines

9. ninth
10. tenth

Apart:

1. one
   indented

2. two

name                     line
com.example.Foo$Bar#baz  12
a|b                      *args

print("hi")

Already *Markdown*.

First section
• L42:15 — cannot find symbol

Second section
Message
  at Foo.java:1
  Test output:
  DEBUG

▌ Something to know.

───

Tip: call more(offset=2)

Left out: size, modified. Use raw: true for all.
"""


def printed(document: Document, *, width: int = 60, colours: bool = False) -> str:
    file = io.StringIO()
    console = Console(
        file=file,
        width=width,
        force_terminal=colours,
        color_system="standard" if colours else None,
        highlight=False,
    )
    print_document(document, console)
    return re.sub(r" +$", "", file.getvalue(), flags=re.MULTILINE)


def test_the_terminal_shows_the_page_without_its_markup() -> None:
    assert printed(EVERY_BLOCK) == SEEN


def test_the_outcome_is_coloured() -> None:
    assert printed((Line("Test FAILURE (1.0s)"),), colours=True) == (
        "Test \x1b[1;31mFAILURE\x1b[0m (1.0s)\n"
    )


def test_without_rich_the_terminal_shows_markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Heading("Notes"), Line("two"))
    assert terminal_text(page) == "Notes\ntwo\n"
    monkeypatch.setitem(sys.modules, "rich.console", None)
    assert terminal_text(page) == "### Notes\ntwo\n"


def test_headings_are_bold() -> None:
    assert printed((Heading("one\ntwo"),), colours=True) == "\x1b[1mone two\x1b[0m\n"


def test_every_line_of_a_note_is_marked() -> None:
    assert printed((Note("one\ntwo"),)) == "▌ one\n▌ two\n"


def test_nothing_is_cut_off_where_the_terminal_is_narrow() -> None:
    name = "abcdefghij" * 5
    for block in (Line(name), Bullets((name,)), Code(name), Table(("x",), ((name,),))):
        assert name in printed((block,), width=20).replace("\n", "").replace("•", "")


def test_controls_in_verbatim_text_are_made_visible() -> None:
    assert printed((Verbatim("a\x1b[31mb\0\x07c\x9b"),)) == "a␛[31mb␀␇c\ufffd\n"


@settings(max_examples=examples(100), deadline=None)
@given(hostile.nested_documents)
def test_no_control_ever_reaches_the_terminal(document: tuple[Block, ...]) -> None:
    shown = printed(document)
    assert not {c for c in shown if unicodedata.category(c) in {"Cc", "Cs"} and c not in "\n\t"}
