"""Functions that choose or format values for display."""

from __future__ import annotations

import re

from pageful.vault.dataview.context import Context
from pageful.vault.dataview.functions.lists import join_texts
from pageful.vault.dataview.functions.overloads import Overloads, null, on
from pageful.vault.dataview.markdown_text import without_markdown
from pageful.vault.values.currencies import currency_text
from pageful.vault.values.date_formats import format_date, format_duration
from pageful.vault.values.dates import Parts, date_from, in_zone, parts
from pageful.vault.values.hashing import cyrb53
from pageful.vault.values.printing import text_of
from pageful.vault.values.truth import is_true
from pageful.vault.values.values import Date, Duration, Link, Value

# Of characters for each one of the pattern: no text is longer, a zone's name (`z`) has about 30.
_LONGEST_TOKEN = 64
# > [[Starter|Rosa]]
_SHOWN = re.compile(r"\[\[.*\|(.*)\]\]")


def _or(_: Context, value: Value, otherwise: Value) -> Value:
    return otherwise if value is None else value


default = Overloads("default", on("* *", _or), vectors={2: (0, 1)})
ldefault = Overloads("ldefault", on("* *", _or))


def _choice(_: Context, condition: Value, first: Value, second: Value) -> Value:
    return first if is_true(condition) else second


choice = Overloads("choice", on("* * *", _choice), vectors={3: (0,)})


def _display_all(context: Context, elements: tuple[Value, ...]) -> Value:
    return join_texts(context, [str(display(context, element)) for element in elements], ", ")


def _display_text(context: Context, text: str) -> Value:
    context.budget.check_time()
    context.budget.allocate(len(text))
    return without_markdown(text)


def _display_link(_: Context, link: Link) -> Value:
    if link.display:
        return without_markdown(link.display)
    return _SHOWN.sub(lambda found: found[1], text_of(link), count=1)


display = Overloads(
    "display",
    on("null", lambda *_: ""),
    on("array", _display_all),
    on("string", _display_text),
    on("link", _display_link),
    on("*", lambda context, value: text_of(value, context.budget)),
)


def _strip_time(context: Context, date: Date) -> Value:
    shown = parts(date)
    return date_from(Parts(shown.year, shown.month, shown.day), context.clock.zone)


def _local_time(context: Context, date: Date) -> Value:
    return in_zone(date, context.clock.zone)


striptime = Overloads("striptime", on("date", _strip_time), on("null", null), vectors={1: (0,)})
localtime = Overloads("localtime", on("date", _local_time), on("null", null), vectors={1: (0,)})


def _format_date(context: Context, date: Date, pattern: str) -> Value:
    context.budget.allocate(len(pattern) * _LONGEST_TOKEN)
    return format_date(date, pattern)


def _format_duration(context: Context, length: Duration, pattern: str) -> Value:
    context.budget.allocate(len(pattern) * _LONGEST_TOKEN)
    return format_duration(length, pattern)


dateformat = Overloads(
    "dateformat", on("date string", _format_date), on("null string", null), vectors={2: (0,)}
)
durationformat = Overloads(
    "durationformat",
    on("duration string", _format_duration),
    on("null string", null),
    vectors={2: (0,)},
)


def _currency(_: Context, amount: float, currency: str = "USD") -> Value:
    return currency_text(amount, currency)


currencyformat = Overloads(
    "currencyformat",
    on("number string", _currency),
    on("null string", null),
    on("number", _currency),
    on("null", null),
    vectors={2: (0,)},
)


def _hash(context: Context, seed: str, variant: float) -> Value:
    context.budget.step(len(seed))
    return cyrb53(seed, variant)


def _hash_both(context: Context, seed: str, text: str, variant: float = 0) -> Value:
    return _hash(context, seed + text, variant)


hash_ = Overloads(
    "hash",
    on("string number", _hash),
    on("string string", _hash_both),
    on("string string number", _hash_both),
)


def _meta(_: Context, link: Link) -> Value:
    return {
        "display": link.display,
        "embed": link.embed,
        "path": link.path,
        "subpath": link.subpath,
        "type": link.type,
    }


meta = Overloads("meta", on("link", _meta))
