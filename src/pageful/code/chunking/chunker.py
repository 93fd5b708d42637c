"""Cut a text into chunks: by its grammar, else by Markdown's headings, else by its lines."""

from __future__ import annotations

from collections.abc import Iterable

from pageful.code.chunking import cutting, labels, lines, markdown
from pageful.code.chunking.block import Block, Definition
from pageful.code.chunking.chunk import Chunk
from pageful.code.chunking.cutting import Opener, Sizes
from pageful.code.chunking.extent import Extent
from pageful.code.chunking.syntax import Syntax, syntax_of

AIM = 1000
"""Characters of a chunk: from 600 to 2,200 the ranking is much the same (docs/measurements.md)."""

# What a person wrote is below these, and what a parser takes minutes for is above one of them:
# generated code is larger, minified code and data are wider, and a test's noise repeats its lines.
_PARSED_MOST = 1_000_000  # characters
_PARSED_WIDTH = 400  # mean characters a line
_DISTINCT = 0.05  # share of the lines
_FEW_ROWS = 300  # with fewer, even equal lines are parsed in no time
PLAIN = frozenset({"csv", "json", "text", "toml", "tsv", "xml", "yaml"})


def chunk_text(text: str, language: str | None, *, aim: int = AIM) -> tuple[Chunk, ...]:
    """Return the text's chunks in order, none for an empty text.

    Args:
        text: a file's text; any characters, any size.
        language: its name, as `languages.language_of` gives it; a text in an unknown one is cut at
            blank lines.
        aim: characters that a chunk should have. Definitions stay whole up to twice as many;
            with a tiny run before one, 2.2 times. Only a single line can be longer.
    """
    if not text:
        return ()
    extent = Extent(text)
    root, definitions, opener = _outline(extent, language)
    rows = cutting.cut(root, extent, Sizes(aim), opener)
    return labels.label_chunks(rows, definitions, extent)


def _outline(extent: Extent, language: str | None) -> tuple[Block, list[Definition], Opener]:
    if language == "markdown":
        return *markdown.outline(extent.lines), _known_parts
    if language in PLAIN:
        return Block(0, len(extent)), [], _known_parts
    syntax = syntax_of(language) if language and is_parsable(extent) else None
    parsed = _parse(extent, syntax) if syntax else None
    return parsed or (*lines.outline(extent.lines), _known_parts)


def is_parsable(extent: Extent) -> bool:
    """Tell whether a person may have written the text: for others a parser can take minutes."""
    size, rows = len(extent.text), len(extent)
    if size > min(_PARSED_MOST, _PARSED_WIDTH * rows) or "\0" in extent.text:
        return False
    return rows < _FEW_ROWS or len(set(extent.lines)) > rows * _DISTINCT


def _parse(extent: Extent, syntax: Syntax) -> tuple[Block, list[Definition], Opener] | None:
    # Only here is tree-sitter needed, and it takes a while to load.
    from pageful.code.chunking.grammars import parse
    from pageful.code.chunking.outline import Outline

    try:
        tree = parse(extent.text.encode("utf-8", "replace"), syntax)
    except (ImportError, ValueError):
        return None
    outline = Outline(syntax)
    return outline.root(tree, len(extent)), outline.definitions, outline.open


def _known_parts(block: Block) -> Iterable[Block]:
    return block.parts
