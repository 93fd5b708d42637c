"""Beginnings and ends of HTML blocks: CommonMark 0.31, section 4.6."""

from __future__ import annotations

import re
from typing import Final

_BLOCKS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details"
    "|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head"
    "|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p"
    "|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
# in <a href="a.html">
_ATTRIBUTE = r"\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?"
TAG: Final = (
    rf"(?:[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE}){{0,1000}}\s*+/?+|/[A-Za-z][A-Za-z0-9-]*+\s*+)>"
)
"""The pattern of a tag, opening or closing, behind its `<`.

What could be given back of an attribute never lets the rest match, so nothing is tried twice; the
bound keeps the memory small that `re` takes for each.
"""

BLANK: Final = re.compile(r"(?!)")
"""A pattern that matches no line: the block ends at an empty one."""

# > <!-- draft
_BEGINNING = re.compile(
    r"<(?:(?P<raw>(?:script|pre|style|textarea)(?=[ \t>]|$))|(?P<comment>!--)|(?P<instruction>\?)"
    rf"|(?P<declaration>![A-Z])|(?P<data>!\[CDATA\[)|(?P<block>/?(?:{_BLOCKS})(?=[ \t>]|/>|$)))",
    re.IGNORECASE,
)
_ENDS = {
    # > </script>
    "raw": re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    # > draft -->
    "comment": re.compile(r"-->"),
    # > php ?>
    "instruction": re.compile(r"\?>"),
    # > <!DOCTYPE html>
    "declaration": re.compile(r">"),
    # > x < y ]]>
    "data": re.compile(r"\]\]>"),
    "block": BLANK,
}
# > <div class="note">
_ALONE = re.compile(rf"<{TAG}[ \t]*+$")


def html_end(line: str, start: int, *, within_paragraph: bool) -> re.Pattern[str] | None:
    """Return the pattern of the end of the HTML block that begins at `start`, or `None`.

    The pattern may match the same line. A tag that only has a line for itself ends no paragraph.
    """
    begins = _BEGINNING.match(line, start)
    if begins:
        return _ENDS[begins.lastgroup or ""]
    return BLANK if not within_paragraph and _ALONE.match(line, start) else None
