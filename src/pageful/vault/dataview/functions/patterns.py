"""Functions of regular expressions, in JavaScript's dialect."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from pageful.vault.dataview.context import Context
from pageful.vault.dataview.functions.overloads import Implementation, Overloads, null, on
from pageful.vault.javascript_regex import PatternError, compile_regex
from pageful.vault.javascript_regex.within_budget import within_budget
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.values import Value

if TYPE_CHECKING:
    from pageful.vault.javascript_regex import JavaScriptRegex

# ECMAScript takes the limit of `split` modulo 2³².
_LIMITS = 2**32


def _false(*_: object) -> Value:
    return False


@lru_cache(maxsize=256)
def _expression(pattern: str, flags: str) -> JavaScriptRegex:
    try:
        return compile_regex(pattern, flags)
    except PatternError as error:
        raise EvaluationError(f"Invalid regular expression '{pattern}': {error}") from None


def _contains_match(context: Context, pattern: str, text: str) -> bool:
    with within_budget(pattern, context.budget):
        return _expression(pattern, "").search(text) is not None


def _match(context: Context, pattern: str, text: str) -> Value:
    """Match the whole text, unless the pattern begins with `^` or ends with `$`."""
    if not pattern.startswith("^") and not pattern.endswith("$"):
        pattern = f"^{pattern}$"
    return _contains_match(context, pattern, text)


def _predicate(name: str, test: Implementation) -> Overloads:
    return Overloads(
        name,
        on("string string", test),
        on("null *", _false),
        on("* null", _false),
        vectors={2: (0, 1)},
    )


regextest = _predicate("regextest", _contains_match)
regexmatch = _predicate("regexmatch", _match)


def _replace(context: Context, text: str, pattern: str, by: str) -> Value:
    with within_budget(pattern, context.budget):
        return _expression(pattern, "g").replace(text, by, made=context.budget.allocate)


regexreplace = Overloads(
    "regexreplace",
    on("string string string", _replace),
    on("null * *", null),
    on("* null *", null),
    on("* * null", null),
    vectors={3: (0, 1, 2)},
)


def _split(context: Context, text: str, pattern: str, limit: float = _LIMITS - 1) -> Value:
    """Split a text, with captured groups between the pieces; an unmatched group is empty."""
    with within_budget(pattern, context.budget):
        pieces = _expression(pattern, "").split(text)
    context.budget.allocate(len(text) + len(pieces))
    kept = int(limit) % _LIMITS if math.isfinite(limit) else 0
    return tuple([piece or "" for piece in pieces[:kept]])


split = Overloads(
    "split",
    on("string string", _split),
    on("string string number", _split),
    on("null *", null),
    on("* null", null),
    on("* * null", null),
    on("* null *", null),
    on("null * *", null),
)
