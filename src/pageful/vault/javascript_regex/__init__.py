"""Regular expressions in JavaScript's dialect, each search limited in time.

The dialect is ECMAScript 2024's with its annex B. An expression is read and checked by the rules of
the standard, and written anew for the `regex` package. Characters are Unicode code points, with the
flag `u` or without.
"""

from pageful.vault.javascript_regex.cursor import PatternError
from pageful.vault.javascript_regex.expression import (
    JavaScriptMatch,
    JavaScriptRegex,
    SlowPattern,
    compile_regex,
)

__all__ = ["JavaScriptMatch", "JavaScriptRegex", "PatternError", "SlowPattern", "compile_regex"]
