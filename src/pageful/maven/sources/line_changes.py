"""Lines of a file that differ from an earlier text of it, spot by spot, within bounds of work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from pageful.builds.results import ChangedLine, ChangedSpot

_MOST_COMPARED = 400
"""Lines between the first and the last that differ, on either side: difflib's work grows with their
product, and more are no spots but another file."""

_LONGEST_LINE = 110
"""Characters of a line that is shown."""


def changed_spots(path: str, before: str, after: str) -> tuple[ChangedSpot, ...]:
    """Return the spots in which a file differs from a text before it, without blank lines.

    A file of which more was rewritten than is compared has none.
    """
    old, new = _lines(before), _lines(after)
    head = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), -1)
    head = min(len(old), len(new)) if head < 0 else head
    most = min(len(old), len(new)) - head
    tail = next((n for n in range(most) if old[-n - 1] != new[-n - 1]), most)
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    if max(len(old), len(new)) > _MOST_COMPARED:
        return ()
    return tuple(_spots(path, old, new, head))


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.split("\n")]


def _spots(path: str, old: Sequence[str], new: Sequence[str], head: int) -> Iterator[ChangedSpot]:
    for kind, i, j, m, n in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        removed = _changed_lines(old[i:j], head + i + 1, removed=True)
        added = _changed_lines(new[m:n], head + m + 1, removed=False)
        if lines := (*removed, *added):
            yield ChangedSpot(path, head + m + 1, lines)


def _changed_lines(lines: Sequence[str], first: int, *, removed: bool) -> Iterator[ChangedLine]:
    for number, line in enumerate(lines, first):
        if line:
            yield ChangedLine(number, _clip(line), removed)


def _clip(line: str) -> str:
    text = line.strip()
    return text if len(text) <= _LONGEST_LINE else f"{text[: _LONGEST_LINE - 1]}…"
