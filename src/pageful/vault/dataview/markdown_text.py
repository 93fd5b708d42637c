"""Plain text of Markdown, for `display()`."""

from __future__ import annotations

import re

from pageful.vault.javascript_regex import SlowPattern, compile_regex

# > see [[Starter]]
_LINK = re.compile(r"\[\[([^|]*?)\]\]")
# > see [[Starter|Rosa]]
_NAMED_LINK = re.compile(r"\[\[.*?\|(.*?)\]\]")
# > **dark** rye
_MARKUP = re.compile(r"[-*_+\d=~`<\[!>#]")

_SIGNS = [
    (r"^(?:[-*_]\s*?){3,}\s*", "gm", ""),
    (r"^([^\S\n]*)(?:[*+-]|\d+\.)\s+", "gm", "$1"),
    (r"\n={2,}", "g", "\n"),
    (r"~{3}.*\n", "g", ""),
    (r"~~", "g", ""),
    (r"`{3}.*\n", "g", ""),
    (r"<[^>]*>", "g", ""),
    (r"^[=-]{2,}\s*$", "", ""),
    (r"\[\^.+?\](?:: .*?$)?", "g", ""),
    (r"\s{0,2}\[.*?\]: .*?$", "g", ""),
    (r"!\[(.*?)\][[(].*?[\])]", "g", "$1"),
    (r"\[([^\]]*?)\][[(].*?[\])]", "g", "$1"),
    (r"^(\n)?\s{0,3}>\s?", "gm", "$1"),
    (r"^\s{1,2}\[.*?\]: \S+(?: \".*?\")?\s*$", "", ""),
    (r"^(\n)?\s*#{1,6}\s*(?: (.+))? +#+$|^(\n)?\s*#{1,6}\s*(?: (.+))?$", "gm", "$1$2$3$4"),
    (r"(\*+)(\S)(.*?\S)??\1", "g", "$2$3"),
    (r"(^|\W)(_+)(\S)(.*?\S)??\2($|\W)", "g", "$1$3$4$5"),
    (r"(`{3,})(.*?)\1", "gm", "$2"),
    (r"`(.+?)`", "g", "$1"),
    (r"~(.*?)~", "g", "$1"),
]
"""Rules, list marks, underlines, fences, tags, footnotes, references, images, links, quotes,
headings, emphasis, code and deletions, in the order they are taken away."""


def without_markdown(text: str) -> str:
    """Strip Markdown: replace links by their display texts, and remove markup.

    A text on which this takes too long is left as it is.
    """
    text = _NAMED_LINK.sub(lambda found: found[1], _LINK.sub(r"\1", text), count=1)
    if not _MARKUP.search(text):
        return text
    try:
        return _without_signs(text)
    except SlowPattern:
        return text


def _without_signs(text: str) -> str:
    for pattern, flags, by in _SIGNS:
        text = compile_regex(pattern, flags).replace(text, by)
    return text
