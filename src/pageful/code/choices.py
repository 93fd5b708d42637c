"""Defaults of parameters of the code tools that other rooms need too."""

from __future__ import annotations

LINES = 40
"""Lines of text of a page of find_code: some 1,000 tokens."""

MOST_HITS = 50
"""Hits of a page of search_code at most."""
