"""Documents of hostile text, and the same documents with innocent text in its place."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pageful import (
    Block,
    Bullets,
    Code,
    Fields,
    Hatch,
    Heading,
    Line,
    Mono,
    Note,
    Numbered,
    Output,
    Rule,
    Section,
    Sections,
    Strong,
    Table,
    Text,
    Tip,
    Verbatim,
)

T = TypeVar("T")


def _parsers(*without: str) -> tuple[MarkdownIt, ...]:
    """Make the parsers; deeper than `maxNesting` they would drop the rest of the page."""
    limits = {"maxNesting": 200}
    return (
        MarkdownIt("commonmark", limits).enable("table").disable(list(without)),
        MarkdownIt("gfm-like", limits).disable(["linkify", *without]),
    )


PARSERS = _parsers()
_BLOCK_PARSERS = _parsers("inline")

_FRAGMENTS = r"""
| || \| |---|---| |-|:-:| --- - -- -x + * ** *** * * * _ __ _x_ ___ - - - = === =x
# ## ####### #x x# > >x >> ` `` ``` ````` ~~~ ~~ ~ ```java ~~~x \ \\ \` \* \_ \[
1. 2) 12345678901. 3.14 0) 1.x a) [ ] [x] [x]: /url [x]:/url "t" [^1]: ![ ]( ](u) ![a](u)
[a](x "t") < > << <!-- --> <!--> <? ?> <!X <![CDATA[ ]]> <div> </div> <div <a href=" "> <a b='
<pre> </pre> <script> <style> <textarea> <br/> <http://x> <x@y.z> &amp; &#42; &nbsp; &
my_function com.example.Foo$Bar#baz a/b_c.py:12 *args **kwargs __init__ x ab (x) . : ; , ! ?
… — ☃ é 中文 https://x.y/z {{x}} $x$ $$ :smile: +++ --- title: \newline | :: ===
"""
FRAGMENTS = _FRAGMENTS.split()
BLANKS = ["\n", "\n\n", "\r", "\r\n", "\t", " ", "  ", "    ", "\u00a0", "\u2028", "\u2029"]
CONTROLS = ["\0", "\x07", "\x0b", "\x0c", "\x1b", "\x1b[31m", "\x1c", "\x7f", "\x85", "\x9b"]
ODDITIES = [
    "\ud800",
    "\udfff",
    "\u202e",
    "\u200f",
    "\u200b",
    "\ufeff",
    "\u200d",
    "\U0001f600",
    "e\u0301",
]
RUNS = [
    "`" * 40,
    "#" * 40,
    "-" * 90,
    "> " * 40,
    "| " * 40,
    "[" * 60,
    "\\" * 41,
    "x" * 3000,
    "* " * 60,
]

pieces = st.one_of(
    st.sampled_from(FRAGMENTS),
    st.sampled_from(BLANKS),
    st.sampled_from(FRAGMENTS),
    st.sampled_from(BLANKS),
    st.sampled_from(CONTROLS + ODDITIES + RUNS),
    st.text(max_size=4),
)
words = st.lists(pieces, max_size=10).map("".join)

spans = st.one_of(words, words, words.map(Strong), words.map(Mono))
texts: st.SearchStrategy[Text] = st.one_of(words, spans, st.lists(spans, max_size=6).map(tuple))


def tuples(items: st.SearchStrategy[T], most: int = 4) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(items, max_size=most).map(tuple)


field_names = tuples(words.map(lambda name: name[:80]).filter(str.strip))


def tables(cells: st.SearchStrategy[Text]) -> st.SearchStrategy[Table]:
    def of_width(width: int) -> st.SearchStrategy[Table]:
        row = st.tuples(*[cells] * width)
        return st.builds(Table, st.tuples(*[words] * width), tuples(row))

    return st.integers(1, 4).flatmap(of_width)


def leaves(texts: st.SearchStrategy[Text]) -> st.SearchStrategy[Block]:
    """Blocks of every kind, Verbatim apart."""
    return st.one_of(
        st.builds(Heading, texts, st.integers(1, 6)),
        st.builds(Line, texts),
        st.builds(Fields, tuples(st.tuples(words, texts))),
        st.builds(Bullets, tuples(texts)),
        st.builds(
            Numbered,
            tuples(texts),
            start=st.sampled_from([0, 1, 9, 10, 99]),
            apart=st.booleans(),
        ),
        tables(texts),
        st.builds(Code, words, words),
        st.builds(Output, words, words, st.booleans()),
        st.builds(Note, texts),
        st.builds(Tip, texts),
        st.builds(Rule),
        st.builds(Hatch, st.sampled_from([(), ("size",), ("page_size", "_x_")]) | field_names),
    )


verbatim = st.builds(Verbatim, words.filter(str.strip))
blocks = leaves(texts)
documents = tuples(blocks, 7)
documents_with_verbatim = st.lists(st.one_of(blocks, verbatim), max_size=7).map(tuple)


def sections(blocks: st.SearchStrategy[Block]) -> st.SearchStrategy[Sections]:
    return st.builds(Sections, tuples(st.builds(Section, tuples(blocks), words)))


nested_documents = tuples(st.one_of(blocks, verbatim, sections(st.one_of(blocks, verbatim))), 6)


def tame(block: Block) -> Block:
    """Put innocent words in the place of hostile ones, with as many lines."""
    match block:
        case Heading() | Line() | Note() | Tip():
            return replace(block, text=_tame_lines(block.text))
        case Fields(items):
            return Fields(tuple((_tame_lines(label), _tame_lines(text)) for label, text in items))
        case Bullets(items) | Numbered(items):
            return replace(block, items=tuple(map(_tame_lines, items)))
        case Table(columns, rows):
            return Table(
                tuple(map(_tame_lines, columns)),
                tuple(tuple(map(_tame_lines, row)) for row in rows),
            )
        case Code(text):
            return Code(_tame_lines(text), "java")
        case Output(text, label):
            return replace(block, text=_tame_lines(text), label=label and _tame_lines(label))
        case Hatch(fields):
            return replace(block, fields=("innocent",) * len(fields))
        case Verbatim() | Rule():
            return block
        case Sections(items):
            return Sections(tuple(Section(tuple(map(tame, item.blocks))) for item in items))


def _tame_lines(text: Text) -> str:
    spans = text if isinstance(text, tuple) else (text,)
    words = "".join(span if isinstance(span, str) else span.text for span in spans)
    return "\n".join("innocent" for _ in re.split(r"\r\n|\r|\n", words))


def structures(page: str) -> tuple[list[tuple[str, str, int, bool]], ...]:
    """Read the page's blocks with each parser: kinds, tags, depths, and whether lists are tight."""
    return tuple(
        [(token.type, token.tag, token.level, token.hidden) for token in parser.parse(page)]
        for parser in _BLOCK_PARSERS
    )
