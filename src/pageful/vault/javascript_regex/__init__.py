"""Regular expressions in JavaScript's dialect, each search limited in time.

The dialect is ECMAScript 2024's with its annex B. An expression is read and checked by the rules of
the standard, and written anew for the `regex` package. Characters are Unicode code points, with the
flag `u` or without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pageful.vault.javascript_regex.errors import PatternError, SlowPattern

if TYPE_CHECKING:
    from pageful.vault.javascript_regex.expression import JavaScriptMatch, JavaScriptRegex

__all__ = ["JavaScriptMatch", "JavaScriptRegex", "PatternError", "SlowPattern", "compile_regex"]


def compile_regex(source: str, flags: str = "") -> JavaScriptRegex:
    """Compile an expression as JavaScript's `new RegExp(source, flags)` does.

    Raises:
        PatternError: the source is not an expression; the message says where and why.
        ToolError: the flags are not JavaScript's.
    """
    # Few searches have an expression, and what reads one takes long to load.
    from pageful.vault.javascript_regex import expression

    return expression.compile_regex(source, flags)
