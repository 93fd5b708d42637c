"""The Markdown renderer: line starts, cells, fences, and the gaps between blocks.

Escaping guards structure alone (CommonMark 0.31 with GFM tables): the starts of lines, the pipes
of cells, the length of fences. Within a line nothing is escaped, so that names stay greppable.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, assert_never

from pageful.lazy import patterns
from pageful.page.blocks import (
    Bullets,
    Code,
    Fields,
    Hatch,
    Heading,
    Leaf,
    Line,
    Mono,
    Note,
    Numbered,
    Output,
    Rule,
    Span,
    Strong,
    Table,
    Text,
    Tip,
    Verbatim,
)
from pageful.page.cells import delimiter_row, escape_cell, escape_line, join_row
from pageful.page.inline import SEPARATOR, fence_around, to_inline
from pageful.page.layout import leaves, need_gap
from pageful.text.printable import make_printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt

    from pageful.page.blocks import Document

_NO_BREAK_SPACE = "\u00a0"
"""A no-break space, for empty lines within a paragraph: they would end it if they were empty."""

# > - an item
# > # a heading
# > | --- | --- |
# > [name]: a link's definition
_LINE_START = patterns.compile(
    r"""
      [-+*] (?=[ \t]|\Z)                       # bullet
    | \#{1,6} (?=[ \t]|\Z)                     # heading
    | >                                        # quote
    | `{3,} (?=[^`]*\Z) | ~{3,}                # fence
    | < (?=[A-Za-z/!?])                        # HTML block
    | =+ (?=[ \t]*\Z)                          # heading underline
    | (?=[|:\ \t]*-) [|:\-\ \t]+ \Z            # table delimiter, underline, rule of hyphens
    | ([*_]) (?:[ \t]*\1){2,} [ \t]* \Z        # rule
    | \[ (?! [^\\\[\]]* \] (?!:) )             # link definition
    """,
    re.VERBOSE,
)
# > Tip: for more, call `vault_read(path="Alpha", page=3)`
_OWN_WORDS = patterns.compile(r"^(?=Tip: |_Left out: )", re.MULTILINE)
# > 12. an item
_NUMBER_START = patterns.compile(r"([0-9]{1,9})([.)])(?=[ \t]|\Z)")
# > Learn C #
_CLOSING_HASHES = patterns.compile(r"(?:(?<=[ \t])|^)(#+[ \t]*)\Z")
# > html-url
_HYPHENATED = patterns.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
# > c++
_LANGUAGE = patterns.compile(r"[\w+#.-]{1,40}\Z")
# > <!-- a comment
_OPENER = patterns.compile(r"```|~~~|<[?!]|<(?:pre|script|style|textarea)\b", re.IGNORECASE)
_HTML_ENDS = {"<!--": "-->", "<?": "?>", "<![cdata[": "]]>", "<!": ">"}
# > "\ud83d"
_SURROGATE = patterns.compile(r"[\ud800-\udfff]")


def to_markdown(document: Document) -> str:
    """Write a document as Markdown, without a newline at its end."""
    blocks = list(leaves(document))
    parts = [_write_block(block) for block in blocks[:1]]
    for above, below in pairwise(blocks):
        parts.append(_write_gap(above, below))
        parts.append(_write_block(below))
    return "".join(parts)


def _write_block(block: Leaf) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {_escape_closing_hashes(_write_line(text))}"
        case Line(text):
            return _escape_own_words(_paragraph(to_inline(text)))
        case Fields():
            return _write_fields(block)
        case Bullets(items):
            return "\n".join(_paragraph(to_inline(item), "- ", "  ") for item in items)
        case Numbered(items, _, start, apart):
            gap = "\n\n" if apart else "\n"
            return gap.join(_numbered_item(n, item) for n, item in enumerate(items, start))
        case Table():
            return _write_table(block)
        case Code(text, language):
            return _fence(make_printable(text), language)
        case Output(text, label):
            return _paragraph(make_printable(f"{label}\n{text}" if label else text), "  ", "  ")
        case Verbatim(markdown, fenced):
            text = _SURROGATE.sub("\ufffd", markdown)
            return _fence(text, "") if fenced else text
        case Note(text):
            return _paragraph(to_inline(text), "> ", "> ")
        case Tip(text):
            return _paragraph(f"Tip: {to_inline(text)}")
        case Rule():
            return "---"
        case Hatch(fields, by):
            left_out = ", ".join(map(_field_name, fields))
            return f"_Left out: {left_out}. Use {to_inline(Mono(by))} for all fields._"
        case _:
            assert_never(block)


def _write_fields(fields: Fields) -> str:
    if not fields.plain:
        return _escape_own_words(_paragraph(to_inline(tuple(_field_spans(fields.items)))))
    return "\n".join(_escape_own_words(_plain_field(*item)) for item in fields.items)


def _write_table(table: Table) -> str:
    row = _tight_row if table.tight else _row
    width = len(table.columns)
    delimiter = delimiter_row(width) if table.tight else "|" + "---|" * width
    return "\n".join([row(table.columns), delimiter, *map(row, table.rows)])


def _write_gap(above: Leaf, below: Leaf) -> str:
    if isinstance(above, Verbatim) and not above.fenced:
        return _gap_after_verbatim(above.markdown, below)
    is_bare = isinstance(below, Verbatim) and not below.fenced
    if is_bare and isinstance(above, Bullets | Numbered | Output):
        return f"\n\n{SEPARATOR}\n\n"
    return "\n\n" if need_gap(above, below) else "\n"


def _gap_after_verbatim(markdown: str, below: Leaf) -> str:
    gap = "" if markdown.endswith("\n") else "\n"
    if closer := _closer(markdown):
        gap += f"{closer}\n"
    if isinstance(below, Bullets | Numbered | Output):
        gap += f"\n{SEPARATOR}\n"
    return gap + "\n"


def _closer(markdown: str) -> str:
    """Find the end of a construct that the text leaves open: a fence, or HTML to its end mark."""
    if not _OPENER.search(markdown):
        return ""
    parser = _parser()
    probe = parser.parse(f"{markdown}\n\nx")
    if probe[-1].type == "paragraph_close" and probe[-1].level == 0 and probe[-2].content == "x":
        return ""
    last = parser.parse(markdown)[-1]
    if last.type != "html_block":
        return last.markup if last.type == "fence" else ""
    opening = last.content.lstrip().lower()
    return next((end for start, end in _HTML_ENDS.items() if opening.startswith(start)), "</pre>")


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": 100}).disable(["inline", "text_join"])


def _write_line(text: Text) -> str:
    return to_inline(text).replace("\n", " ").strip(" \t")


def _escape_closing_hashes(heading: str) -> str:
    """Keep hashes at the end from being read as the heading's closing sequence."""
    return _CLOSING_HASHES.sub(r"\\\1", heading)


def _paragraph(text: str, first: str = "", rest: str = "") -> str:
    """Write the lines of one paragraph: the first after its marker, the others after an indent."""
    head, *tail = text.split("\n")
    lines = [first + _escape_line_start(head.lstrip(" \t"))]
    lines.extend(rest + _escape_line_start(line) for line in tail)
    return "\n".join(lines)


def _escape_own_words(paragraph: str) -> str:
    """Keep lines of data from being read as the page's own."""
    return _OWN_WORDS.sub(r"\\", paragraph)


def _escape_line_start(line: str) -> str:
    """Keep a line of text from being read as the start of a block."""
    content = line.lstrip(" \t")
    if not content:
        return _NO_BREAK_SPACE
    indent = line[: len(line) - len(content)]
    if number := _NUMBER_START.match(content):
        return f"{indent}{number[1]}\\{content[number.end(1) :]}"
    return f"{indent}\\{content}" if _LINE_START.match(content) else line


def _field_name(name: str) -> str:
    """Write a name as it is where it can't end the emphasis around it, else as code."""
    return name if name.isidentifier() or _HYPHENATED.fullmatch(name) else to_inline(Mono(name))


def _field_spans(items: tuple[tuple[str, Text], ...]) -> Iterator[Span]:
    for number, (label, value) in enumerate(items):
        yield from ("\n" if number else "", Strong(label), ": ")
        yield from value if isinstance(value, tuple) else (value,)


def _numbered_item(number: int, item: Text) -> str:
    marker = f"{number}. "
    return _paragraph(to_inline(item), marker, " " * len(marker))


def _plain_field(label: str, value: Text) -> str:
    """Write a label and its value in one line, as it can be read back."""
    return _escape_line_start(f"{escape_line(label)}: {_one_line(value)}")


def _one_line(text: Text) -> str:
    return escape_line(text) if isinstance(text, str) else _write_line(text)


def _tight_row(cells: tuple[Text, ...]) -> str:
    return join_row([escape_cell(cell) if isinstance(cell, str) else _cell(cell) for cell in cells])


def _row(cells: tuple[Text, ...]) -> str:
    return "|" + "|".join(map(_cell, cells)) + "|"


def _cell(text: Text) -> str:
    content = _write_line(text).replace("|", "\\|")
    return f"{content} " if content.endswith("\\") else content


def _fence(text: str, language: str) -> str:
    fence = fence_around(text)
    info = language if _LANGUAGE.match(language) else ""
    body = text if text.endswith("\n") or not text else f"{text}\n"
    return f"{fence}{info}\n{body}{fence}"
