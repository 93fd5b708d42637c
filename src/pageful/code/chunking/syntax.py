"""The syntax of a language: its grammar, and which of its nodes define, hold and lead."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from pageful.code.chunking.naming import Kind


@dataclass(frozen=True, slots=True)
class Syntax:
    """A language's grammar and its kinds of nodes.

    `package` and `function` say where its grammar is. `kinds` define something; `holders` may
    contain definitions and are looked into, `tall` ones only if they have several rows; `leading`
    nodes belong to what stands below them; `comments` do too, unless they stand behind code.
    """

    package: str
    kinds: Mapping[str, Kind]
    holders: frozenset[str]
    tall: frozenset[str] = frozenset()
    comments: frozenset[str] = frozenset({"comment"})
    leading: frozenset[str] = frozenset()
    function: str = "language"


_MODULES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "bash": ("bash", "SYNTAX"),
        "c": ("c", "SYNTAX"),
        "cpp": ("cpp", "SYNTAX"),
        "csharp": ("csharp", "SYNTAX"),
        "elixir": ("elixir", "SYNTAX"),
        "go": ("go", "SYNTAX"),
        "haskell": ("haskell", "SYNTAX"),
        "java": ("java", "SYNTAX"),
        "javascript": ("javascript", "SYNTAX"),
        "kotlin": ("kotlin", "SYNTAX"),
        "lua": ("lua", "SYNTAX"),
        "php": ("php", "SYNTAX"),
        "python": ("python", "SYNTAX"),
        "ruby": ("ruby", "SYNTAX"),
        "rust": ("rust", "SYNTAX"),
        "scala": ("scala", "SYNTAX"),
        "swift": ("swift", "SYNTAX"),
        "tsx": ("typescript", "TSX"),
        "typescript": ("typescript", "TYPESCRIPT"),
    }
)
PARSED = frozenset(_MODULES)


@cache
def syntax_of(language: str) -> Syntax | None:
    """Load the language's syntax; `None` where no grammar is known."""
    if language not in _MODULES:
        return None
    module, name = _MODULES[language]
    tables = importlib.import_module(f"pageful.code.chunking.syntaxes.{module}")
    syntax: Syntax = getattr(tables, name)
    return syntax
