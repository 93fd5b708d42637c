"""The use that a line makes of a text: it defines, calls, imports, mentions, quotes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pageful.code.chunking import lines
from pageful.code.chunking.symbols import SymbolTable
from pageful.code.languages.table import LANGUAGES
from pageful.code.results.lines import FileClass, Use
from pageful.lazy import patterns

if TYPE_CHECKING:
    from tree_sitter import Node

_WORDS = sorted({word for language in LANGUAGES for word in language.imports.split()})
# > from collections import abc
# > import java.util.List;
_IMPORT = patterns.compile(rf"\s*(?:{'|'.join(_WORDS)})\b")
# > // the oven
# > <!-- the oven -->
_COMMENT = patterns.compile(r"\s*(?:#|//|/\*|\*[ /]|--|<!--|;)")
# > import_from_statement
# > preproc_include
_IMPORT_NODE = patterns.compile(r"(?:^|_)(?:import|include|use|using)(?:_|$)")
# > interpreted_string_literal
_STRING_NODE = patterns.compile(r"(?:^|_)(?:string|heredoc|char|character)(?:_|$)")
# > template_substitution
_CODE_IN_STRING = patterns.compile(r"interpolation|substitution")
# >  = 30
# > ": int = 30
# >'] := 30
_VALUE = patterns.compile(r"[\w\]'\")]*\s*(?::\s*[^=:]{0,60})?(?::?=(?![=>~]))")
_HEIGHT = 8  # nodes above a name within which an import or a string ends: more are never seen
_PROSE = frozenset({FileClass.DOCS, FileClass.CHANGELOG, FileClass.LOCALE, FileClass.DATA})


def use_of(
    line: str, number: int, span: tuple[int, int], table: SymbolTable, file_class: FileClass
) -> Use:
    """Return the use that a line with this number makes of the text at `span` in it."""
    if file_class is FileClass.TESTS:
        return Use.TEST
    found = line[slice(*span)]
    if any(found in each.names for each in table.symbols if each.line == number):
        return Use.DEFINITION
    if file_class in _PROSE:
        return Use.OTHER
    use = _use_in_tree(table.tree, line, number, span) if table.tree else _use_in_line(line)
    if use is Use.OTHER and line[span[1] :].lstrip().startswith("(") and found[-1:].isidentifier():
        return Use.CALL
    return use


def may_define(line: str, texts: tuple[str, ...]) -> bool:
    """Tell by a line alone whether it may define one of these names."""
    if lines.defined_name(line) in texts:
        return True
    ends = line.rstrip()[-1:] in ("{", ":")
    return ends and any(f"{text}(" in line for text in texts) and not _IMPORT.match(line)


def sets(line: str, span: tuple[int, int]) -> bool:
    """Tell by a line alone whether it gives a value to what is at `span` in it."""
    return bool(_VALUE.match(line, span[1]))


def imports(line: str) -> bool:
    """Tell by a line alone whether it only brings names in."""
    return bool(_IMPORT.match(line))


def _use_in_line(line: str) -> Use:
    if _COMMENT.match(line):
        return Use.COMMENT
    return Use.IMPORT if _IMPORT.match(line) else Use.OTHER


def _use_in_tree(tree: Node, line: str, number: int, span: tuple[int, int]) -> Use:
    start, end = (len(line[:at].encode("utf-8", "replace")) for at in span)
    node = tree.descendant_for_point_range((number - 1, start), (number - 1, max(start, end - 1)))
    string = False
    for above in _upwards(node):
        if "comment" in above.type:
            return Use.COMMENT
        if _CODE_IN_STRING.search(above.type):
            break
        string = string or bool(_STRING_NODE.search(above.type))
        if above.is_named and _IMPORT_NODE.search(above.type):
            return Use.IMPORT
    return Use.STRING if string else Use.OTHER


def _upwards(node: Node | None) -> Iterator[Node]:
    for _ in range(_HEIGHT):
        if node is None:
            return
        yield node
        node = node.parent
