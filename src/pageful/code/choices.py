"""Numbers of the code tools that several of their rooms need."""

from __future__ import annotations

LINES = 40
"""The least lines of a long answer of find_code that are text: some 1,000 tokens."""

MOST_HITS = 50
"""Hits of a page of search_code at most."""

NUMBERED = 40
"""Rows of an excerpt up to which each has its number: an edit is made in one of a few lines.

On 31 pages of ten requests to two repositories that cost 2 % of the tokens, up to 60 rows 4 %.
"""
