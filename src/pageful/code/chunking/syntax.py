"""The syntax of a language: its grammar, and which of its nodes define, hold and lead."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache

from pageful.code.chunking.naming import Kind
from pageful.code.languages.table import LANGUAGES
from pageful.lazy.dataclasses import dataclass


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


_SYNTAXES = {language.name: language.syntax for language in LANGUAGES if language.syntax}
PARSED = frozenset(_SYNTAXES)


@cache
def syntax_of(language: str) -> Syntax | None:
    """Load a language's tables; `None` where no grammar is known."""
    if language not in PARSED:
        return None
    module, _, name = _SYNTAXES[language].partition(".")
    tables = importlib.import_module(f"pageful.code.chunking.syntaxes.{module}")
    syntax: Syntax = getattr(tables, name or "SYNTAX")
    return syntax
