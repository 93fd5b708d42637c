"""Names of tags: in any case, with levels separated by slashes."""

from __future__ import annotations

from itertools import accumulate

_MOST_LEVELS = 32
"""The deepest level of a tag, chosen by hand: deeper ones count as one, so that a tag costs at most
its length times this."""


def levels(tag: str) -> list[str]:
    """List a tag and the tags above it, from the outermost: `a`, `a/b`, `a/b/c` of `#a/b/c/`."""
    parts = [part for part in tag.removeprefix("#").split("/") if part]
    if len(parts) > _MOST_LEVELS:
        parts[_MOST_LEVELS - 1 :] = ["/".join(parts[_MOST_LEVELS - 1 :])]
    return list(accumulate(parts, "{}/{}".format))


def tag_key(tag: str) -> str:
    """Return a key that all spellings of a tag share: `a/b` of `#A/B/`."""
    return "/".join(part for part in tag.removeprefix("#").split("/") if part).lower()
