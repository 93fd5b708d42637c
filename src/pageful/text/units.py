"""Numbers as words: 0.8s, 3 errors, 4.5 KB, 21–40 of 205."""

from __future__ import annotations

from collections.abc import Sequence


def seconds(milliseconds: int) -> str:
    """Write milliseconds as seconds with one decimal, halves rounded up: 800 is `0.8s`."""
    tenths = (milliseconds + 50) // 100
    return f"{tenths // 10}.{tenths % 10}s"


def plural(noun: str) -> str:
    """Form the regular English plural of a noun or of a phrase that ends in one."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    return noun + "s"


def amount(number: int, noun: str) -> str:
    """Write a number with its noun, thousands apart: `1 note`, `1,340 notes`."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def count(number: int, noun: str) -> str:
    """Write a number with its noun: `1 error`, `3 errors`."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def size(octets: int) -> str:
    """Write a size in bytes, in units of 1024 with one decimal from 1 KB on."""
    if octets < 1024:
        return f"{octets} B"
    amount = octets / 1024
    for unit in ("KB", "MB"):
        if amount < 1023.95:
            return f"{amount:.1f} {unit}"
        amount /= 1024
    return f"{amount:.1f} GB"


def age(elapsed: float) -> str:
    """Write seconds as an age in the largest unit that they fill: `40s`, `5 min`, `3 h`, `2 days`.

    A negative age, of a clock that was set back, is `0s`.
    """
    for unit, length in (("s", 60), (" min", 60), (" h", 24)):
        if elapsed < length:
            return f"{max(0, int(elapsed))}{unit}"
        elapsed /= length
    return count(int(elapsed), "day")


def list_names(names: Sequence[str], most: int) -> str:
    """Write the first few names and how many more there are: `a, b and 3 more`."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")


def extent(first: int, shown: int, total: int) -> str:
    """Write which items are shown of all, counted from `first`: `1–200 of 1,340`."""
    last = first + shown - 1
    span = f"{first:,}" if first == last else f"{first:,}–{last:,}"
    return f"{span} of {total:,}"


def page_label(page: int, pages: int) -> str:
    """Write the number of a page, ` (page 2 of 3)`; nothing if it is the only one."""
    return f" (page {page:,} of {pages:,})" if pages > 1 else ""
