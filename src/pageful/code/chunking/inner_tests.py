"""Tests within a source file: the lines of Rust's `#[cfg(test)]` and `#[test]` items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pageful.code.chunking.chunker import is_parsable
from pageful.code.chunking.extent import Extent
from pageful.code.chunking.syntax import syntax_of
from pageful.lazy import patterns

if TYPE_CHECKING:
    from tree_sitter import Node

_RUST = "rust"
# > #[cfg(test)]
# > #[cfg(all(test, feature = "sync"))]
# > #[test]
# > #[tokio::test(flavor = "multi_thread")]
# > #[rstest]
# > #![cfg(test)]
_ATTRIBUTE = patterns.compile(
    r"#!?\[\s*(?:cfg\s*\(\s*(?:test\s*\)|all\s*\((?:[^()]*,)?\s*test\s*[,)])"
    r"|(?:\w+\s*::\s*)*(?:\w+_test|test|bench|rstest|test_case|quickcheck)\s*[](])"
)
_COMMENTS = ("line_comment", "block_comment")
_HOLDERS = ("mod_item", "impl_item")


def inner_tests(text: str, language: str | None) -> Sequence[range]:
    """Return the lines of the tests of a source file, counted from 1, their attributes included.

    Only Rust has its tests beside its code; of other languages, and of a text that can't be parsed,
    there are none.
    """
    if language != _RUST or not _ATTRIBUTE.search(text):
        return ()
    syntax, extent = syntax_of(_RUST), Extent(text)
    if not syntax or not is_parsable(extent):
        return ()
    # Only here is tree-sitter needed, and it takes a while to load.
    from pageful.code.chunking.grammars import parse

    try:
        root = parse(text.encode("utf-8", "replace"), syntax)
    except (ImportError, ValueError):
        return ()
    return tuple(_tests_below(root))


def _tests_below(node: Node) -> Iterator[range]:
    """Yield the lines of the items with an attribute of tests, as far as modules are nested."""
    above = node.start_point[0] if node.parent else -1  # the last row of what is before an item
    first, marked = -1, False
    for child in node.named_children:
        row = child.start_point[0]
        if child.type == "inner_attribute_item" and _is_test(child):
            yield range(node.start_point[0] + 1, node.end_point[0] + 2)
            return
        if child.type in _COMMENTS and row <= above:
            continue
        first = row if first < 0 else first
        if child.type in ("attribute_item", *_COMMENTS):
            marked = marked or _is_test(child)
            continue
        if marked:
            yield range(first + 1, child.end_point[0] + 2)
        elif child.type in _HOLDERS and (body := child.child_by_field_name("body")):
            yield from _tests_below(body)
        above, first, marked = child.end_point[0], -1, False


def _is_test(node: Node) -> bool:
    text = (node.text or b"").decode("utf-8", "replace")
    return node.type not in _COMMENTS and bool(_ATTRIBUTE.match(text))
