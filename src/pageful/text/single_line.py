"""Names and texts on a single line of a page, whatever characters they have."""

from __future__ import annotations

import json

from pageful.lazy import patterns
from pageful.text.printable import make_printable

# > "tab\x09here"
_UNFIT = patterns.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# > "first\r\nsecond"
_LINE_ENDS = patterns.compile(r"\r\n|[\r\n]")


def name(text: str) -> str:
    """Write a path or another name to the letter.

    A name with line ends or unseen characters is written as a JSON string, which a call takes as
    an argument.
    """
    if _is_fit(text):
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return quoted if _is_fit(quoted) else json.dumps(text)


def join_lines(text: str) -> str:
    """Write a text with spaces for its ends of lines."""
    return _LINE_ENDS.sub(" ", text)


def _is_fit(text: str) -> bool:
    return not _UNFIT.search(text) and make_printable(text) == text
