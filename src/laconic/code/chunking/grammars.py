"""The parsers, loaded when a language is first met."""

from __future__ import annotations

import importlib
import threading
from typing import TYPE_CHECKING

from tree_sitter import Language, Parser

from laconic.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node

_languages: dict[tuple[str, str], Language] = {}
_local = threading.local()


def parse(source: bytes, syntax: Syntax) -> Node:
    """The root of the syntax tree of UTF-8 text; broken code gives a tree with error nodes.

    Raises:
        ImportError: the grammar is not installed.
        ValueError: the grammar and the installed tree-sitter do not fit.
    """
    return _parser(syntax).parse(source).root_node


def _parser(syntax: Syntax) -> Parser:
    # A parser keeps state while it parses, so that each thread needs its own.
    parsers: dict[tuple[str, str], Parser] = _local.__dict__.setdefault("parsers", {})
    key = (syntax.package, syntax.function)
    if key not in parsers:
        parsers[key] = Parser(_language(*key))
    return parsers[key]


def _language(package: str, function: str) -> Language:
    key = (package, function)
    if key not in _languages:
        grammar = importlib.import_module(package)
        _languages[key] = Language(getattr(grammar, function)())
    return _languages[key]
