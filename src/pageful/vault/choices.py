"""Words that parameters of the vault tools choose from, and their largest numbers."""

from __future__ import annotations

from typing import Literal, TypeAlias

Sort: TypeAlias = Literal["relevance", "name", "modified", "created"]
Direction: TypeAlias = Literal["both", "out", "back"]
"""Links followed as they point, against it, or either way."""

MOST_ROWS = 1_000
"""The largest limit of rows: with short ones about ten pages."""

MOST_PLACES = 20
"""Places of one call: a page has room for few more, whatever they are."""

MOST_QUERY_ROWS = 10_000
"""Rows of a page of a query at most."""
