"""Regular expressions that a caller gives, compiled or refused with the reason."""

from __future__ import annotations

import regex

# > (a|(?1))
# > (?P<x>a(?&x))
_RECURSION = regex.compile(r"\(\?(?:R\)|[+-]?\d|&|P>)")
"""Groups that call a group: their memory is not limited."""

_UNREADABLE = (RecursionError, OverflowError, MemoryError, ValueError, LookupError, TypeError)


class InvalidPatternError(Exception):
    """A text that is no regular expression, or none that is run; the message says why."""


def compile_pattern(source: str, flags: int = 0) -> regex.Pattern[str]:
    """Compile a regular expression.

    Raises:
        InvalidPatternError: it is none, it calls itself, or it is too complex.
    """
    if _RECURSION.search(source):
        raise InvalidPatternError("it calls itself")
    try:
        return regex.compile(source, flags)
    except regex.error as error:
        raise InvalidPatternError(str(error)) from None
    except _UNREADABLE:
        raise InvalidPatternError("it is too complex") from None
