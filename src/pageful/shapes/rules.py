"""The rules by which a table says a thing once, so that each can be left out and weighed."""

from __future__ import annotations

from typing import Literal, get_args

Rule = Literal["legends", "constants", "templates"]

RULES: frozenset[Rule] = frozenset(get_args(Rule))
"""All rules: what a page is made with."""
