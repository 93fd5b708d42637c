"""Functions that make values: dates, numbers, links, lists, objects."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pageful.vault.dataview.context import Context
from pageful.vault.dataview.functions.overloads import Overloads, null, on
from pageful.vault.values.date_parsing import parse_by_pattern
from pageful.vault.values.date_text import (
    parse_date,
    parse_date_or_shorthand,
    parse_duration,
)
from pageful.vault.values.dates import date_at
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.links import with_display, with_embed
from pageful.vault.values.objects import object_of
from pageful.vault.values.printing import text_of
from pageful.vault.values.values import ExternalLink, Link, Value, type_name
from pageful.vault.values.whitespace import strip_whitespace

# > 18 g
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_EPOCH_FORMATS = {"x": 1, "X": 1000}


def _itself(_: Context, value: Value) -> Value:
    return value


def list_(context: Context, *elements: Value) -> Value:
    """Return the arguments as an array."""
    context.budget.allocate(len(elements))
    return elements


def object_(context: Context, *arguments: Value) -> Value:
    """Make an object, as `object(key, value, …)`.

    Raises:
        EvaluationError: A key is no string, or the last one has no value.
    """
    if len(arguments) % 2:
        raise EvaluationError("object() requires an even number of arguments.")
    context.budget.allocate(len(arguments))
    keys = [key for key in arguments[::2] if isinstance(key, str)]
    if len(keys) * 2 < len(arguments):
        raise EvaluationError("keys should be of type string for object(key1, value1, ...).")
    return object_of(zip(keys, arguments[1::2], strict=True))


def _file_link(
    context: Context, path: str, display: str | None = None, embed: bool = False
) -> Value:
    return Link(context.links.normalize(path), display=display, embed=embed)


def _shown_as(_: Context, link: Link, display: str) -> Value:
    return with_display(link, display)


link: Overloads = Overloads(
    "link",
    on("string", _file_link),
    on("link", _itself),
    on("null", null),
    on("string string", _file_link),
    on("string string boolean", _file_link),
    on("link string", _shown_as),
    on("null *", null),
    on("* null", lambda context, path, _: link(context, path)),
    vectors={1: (0,), 2: (0, 1)},
)


def _embed(_: Context, link: Link, embed: bool = True) -> Value:
    return with_embed(link, embed)


embed = Overloads(
    "embed",
    on("link", _embed),
    on("link boolean", _embed),
    on("null", null),
    on("null *", null),
    on("* null", null),
    vectors={1: (0,), 2: (0, 1)},
)


def _external(_: Context, url: str, display: str | None = None) -> Value:
    return ExternalLink(url, url if display is None else display)


elink: Overloads = Overloads(
    "elink",
    on("string string", _external),
    on("string null", _external),
    on("null *", null),
    on("string", _external),
    on("null", null),
    vectors={1: (0,), 2: (0,)},
)


def _date(context: Context, text: str) -> Value:
    return parse_date_or_shorthand(text, context.clock)


def _date_of_link(context: Context, of: Link) -> Value:
    """Return the date in a link's display, else the one in its path, else the day of its note."""
    for text in (of.display, of.path):
        if text and (date := parse_date(text, context.clock.zone)):
            return date
    fields = context.links.resolve(of.path)
    file = fields.get("file") if fields else None
    return file.get("day") if isinstance(file, Mapping) else None


_MOST_DIGITS = 25
"""The most digits of a number of milliseconds: more are beyond any calendar."""


def _date_by_format(context: Context, text: str, pattern: str) -> Value:
    if pattern not in _EPOCH_FORMATS:
        return parse_by_pattern(text, pattern, context.clock)
    found = _NUMBER.search(text)
    if not found:
        raise EvaluationError(f"'{text}' is no number for the format '{pattern}'.")
    whole = int(found[0].partition(".")[0][:_MOST_DIGITS])
    return date_at(whole * _EPOCH_FORMATS[pattern], context.clock.zone)


date = Overloads(
    "date",
    on("string", _date),
    on("date", _itself),
    on("link", _date_of_link),
    on("string string", _date_by_format),
    on("null string", null),
    on("null", null),
    vectors={1: (0,)},
)
dur = Overloads(
    "dur",
    on("string", lambda _, text: parse_duration(strip_whitespace(text))),
    on("duration", _itself),
    on("null", null),
    vectors={1: (0,)},
)


def _number(_: Context, text: str) -> Value:
    found = _NUMBER.search(text)
    return float(found[0]) if found else None


number = Overloads(
    "number", on("number", _itself), on("string", _number), on("null", null), vectors={1: (0,)}
)


def _text(context: Context, value: Value) -> Value:
    text = text_of(value, context.budget)
    context.budget.allocate(len(text))
    return text


string = Overloads("string", on("*", _text))
typeof = Overloads("type", on("*", lambda _, value: type_name(value)))
