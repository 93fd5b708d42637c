"""A text cut into pages of whole lines; a line that is too long is cut between characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import regex

_LEAST_ROOM = 8
_LOOK_BACK = 64
# > 👩‍👩‍👧
_GRAPHEME = regex.compile(r"\X")


class Extent(NamedTuple):
    """The offsets of a page in the text, and those of its line if it is a part of one.

    `line_start` and `line_end` bound the whole line, its end not included; both are -1 for a page
    of whole lines.
    """

    start: int
    end: int
    line_start: int = -1
    line_end: int = -1

    def shift(self, by: int) -> Extent:
        """Return the extent of a text's part as one of the text."""
        if not self.is_partial:
            return Extent(self.start + by, self.end + by)
        return Extent(*(offset + by for offset in self))

    @property
    def is_partial(self) -> bool:
        """Tell whether the page is a part of one line."""
        return self.line_start >= 0


def text_pages(text: str, room: int) -> Iterator[Extent]:
    """Cut a text into pages of at most `room` characters (at least 8), one after the other.

    An empty text is one empty page. The same text and room give the same pages. A line is cut at a
    boundary of grapheme clusters (Unicode Standard Annex 29) where one is near.
    """
    room = max(room, _LEAST_ROOM)
    start = 0
    while len(text) - start > room:
        end = _last_line_end(text, start, start + room)
        if end > start:
            yield Extent(start, end)
        else:
            for extent in _of_long_line(text, start, room):
                yield extent
                end = extent.end
        start = end
    if start < len(text) or not text:
        yield Extent(start, len(text))


def _last_line_end(text: str, start: int, end: int) -> int:
    """Return the offset behind the last end of a line between two; the first without any."""
    halved = text[end - 1] == "\r" and text[end : end + 1] == "\n"
    feed = text.rfind("\n", start, end)
    carriage = text.rfind("\r", start, end - 1 if halved else end)
    return max(feed + 1, carriage + 1, start)


def _of_long_line(text: str, start: int, room: int) -> Iterator[Extent]:
    """Cut the line that begins at `start`; its last piece holds its end."""
    line_end, following = _first_line_end(text, start)
    place = start
    while following - place > room:
        cut = min(place + room, line_end - 1)
        end = _between_graphemes(text, place, cut)
        yield Extent(place, end, start, line_end)
        place = end
    yield Extent(place, following, start, line_end)


def _first_line_end(text: str, start: int) -> tuple[int, int]:
    """Return the offsets at which the line from `start` ends and the next one begins."""
    feed = text.find("\n", start)
    feed = len(text) if feed < 0 else feed
    carriage = text.find("\r", start, feed)
    if carriage < 0:
        return feed, min(feed + 1, len(text))
    return carriage, carriage + (2 if carriage + 1 == feed < len(text) else 1)


def _between_graphemes(text: str, start: int, cut: int) -> int:
    """Return the last grapheme boundary at `cut` or shortly before it, else `cut`."""
    if text[cut - 1 : cut + 1].isascii():
        return cut
    near = max(start, cut - _LOOK_BACK)
    around = text[near : cut + _LOOK_BACK]
    ends = (near + match.end() for match in _GRAPHEME.finditer(around))
    return max((end for end in ends if start < end <= cut), default=cut)
