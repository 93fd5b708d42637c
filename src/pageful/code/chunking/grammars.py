"""Tree-sitter parsers, each loaded when its language is first met."""

from __future__ import annotations

import importlib
import threading
from time import thread_time
from typing import TYPE_CHECKING

from tree_sitter import Language, Parser

from pageful.code.chunking.syntax import Syntax

if TYPE_CHECKING:
    from tree_sitter import Node

# Seconds of processor time: the largest files that people write, of 350 KB, take 0.1.
_SECONDS = 2.0
# Bytes that the parser gets at once: so few that the time is looked at often.
_READ = 2048

_languages: dict[tuple[str, str], Language] = {}
_local = threading.local()


def parse(source: bytes, syntax: Syntax) -> Node:
    """Parse UTF-8 text, and return the root of its tree; broken code gives error nodes.

    Raises:
        ImportError: the grammar is not installed.
        ValueError: the grammar and the installed tree-sitter do not fit, or parsing took more
            than a few seconds of processor time, which only text that is no code ever does.
    """
    parser = _parser(syntax)
    latest = thread_time() + _SECONDS

    def late(*_: object) -> bool:
        return thread_time() > latest

    def read(offset: int, _: object) -> bytes:
        # Some scanners read on and on within one step of the parser: let the text end for them.
        return b"" if late() else source[offset : offset + _READ]

    try:
        root = parser.parse(read, progress_callback=late).root_node
    except ValueError:
        parser.reset()
        raise
    if late():
        raise ValueError("Parsing took too long")
    return root


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
