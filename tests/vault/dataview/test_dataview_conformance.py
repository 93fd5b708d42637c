"""The language answers as Dataview 0.5.70 did where it was recorded."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pageful.tool.errors import ToolError
from pageful.vault.dataview import (
    expression_parsing,
    inline_values,
    lexemes,
    query_parsing,
    source_parsing,
)
from pageful.vault.dataview.context import Context, NoLinks
from pageful.vault.dataview.evaluation import evaluate
from pageful.vault.dataview.grammar import whole
from pageful.vault.dataview.scanner import Scanner
from pageful.vault.dataview.syntax import (
    Binary,
    CalendarHeader,
    Call,
    CombinedSource,
    CsvSource,
    Expression,
    Flatten,
    FolderSource,
    GroupBy,
    Header,
    Index,
    Lambda,
    LateFrom,
    Limit,
    LinkSource,
    ListHeader,
    ListOf,
    Literal,
    NamedField,
    NegatedSource,
    Negation,
    ObjectOf,
    Query,
    Sort,
    SortKey,
    Source,
    Step,
    TableHeader,
    TagSource,
    TaskHeader,
    Variable,
    Where,
)
from pageful.vault.values.clock import Clock
from pageful.vault.values.date_text import parse_date
from pageful.vault.values.dates import iso_text
from pageful.vault.values.values import Date, Duration, Function, Link, Value
from pageful.vault.values.zones import Zone

CASES = Path(__file__).parents[4] / "shared/conformance/dataview/cases.jsonl"
UTC = Zone("UTC", ZoneInfo("UTC"), local=True)
RECORDED = parse_date("2026-11-21T00:48:14.628", UTC)
assert RECORDED is not None
CLOCK = Clock(RECORDED.millis, UTC)


def cases(kind: str) -> list[Any]:
    if not CASES.exists():
        return []
    found = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    of_kind = [case for case in found if case["kind"] == kind]
    return [pytest.param(case, id=f"{n}-{case['test']}") for n, case in enumerate(of_kind)]


def value_json(value: Value) -> Any:
    match value:
        case Date():
            return {"$date": iso_text(value)}
        case Duration():
            return {"$dur": dict(value.amounts)}
        case Link():
            named = asdict(value)
            return {"$link": {key: part for key, part in named.items() if part is not None}}
        case Function():
            return {"$fn": 1}
        case tuple():
            return [value_json(element) for element in value]
        case Mapping():
            return {key: value_json(part) for key, part in value.items()}
        case _:
            return value


def expression_json(field: Expression) -> Any:
    match field:
        case Literal(value):
            return {"type": "literal", "value": value_json(value)}
        case Variable(name):
            return {"type": "variable", "name": name}
        case Binary(left, operator, right):
            sides = {"left": expression_json(left), "right": expression_json(right)}
            return {"type": "binaryop", "op": operator, **sides}
        case Negation(child):
            return {"type": "negated", "child": expression_json(child)}
        case Index(of, index):
            parts = {"object": expression_json(of), "index": expression_json(index)}
            return {"type": "index", **parts}
        case Call(function, arguments):
            made = [expression_json(argument) for argument in arguments]
            return {"type": "function", "func": expression_json(function), "arguments": made}
        case Lambda(parameters, body):
            return {
                "type": "lambda",
                "arguments": list(parameters),
                "value": expression_json(body),
            }
        case ListOf(elements):
            return {"type": "list", "values": [expression_json(each) for each in elements]}
        case ObjectOf(entries):
            return {
                "type": "object",
                "values": {name: expression_json(part) for name, part in entries},
            }


def source_json(source: Source) -> Any:
    match source:
        case TagSource(tag):
            return {"type": "tag", "tag": tag}
        case FolderSource(folder):
            return {"type": "folder", "folder": folder}
        case LinkSource(file, direction):
            return {"type": "link", "file": file, "direction": direction}
        case CsvSource(path):
            return {"type": "csv", "path": path}
        case NegatedSource(child):
            return {"type": "negate", "child": source_json(child)}
        case CombinedSource(left, operator, right):
            sides = {"left": source_json(left), "right": source_json(right)}
            return {"type": "binaryop", "op": operator, **sides}


def named_json(field: NamedField) -> Any:
    return {"name": field.name, "field": expression_json(field.field)}


def sort_json(key: SortKey) -> Any:
    return {"field": expression_json(key.field), "direction": key.direction}


def header_json(header: Header) -> Any:
    match header:
        case TableHeader(fields, show_id):
            named = [named_json(field) for field in fields]
            return {"type": "table", "fields": named, "showId": show_id}
        case ListHeader(form, show_id):
            shown = None if form is None else expression_json(form)
            return {"type": "list", "format": shown, "showId": show_id}
        case TaskHeader():
            return {"type": "task"}
        case CalendarHeader(field):
            return {"type": "calendar", "showId": True, "field": named_json(field)}


def step_json(step: Step) -> Any:
    match step:
        case Where(condition):
            return {"type": "where", "clause": expression_json(condition)}
        case Sort(keys):
            return {"type": "sort", "fields": [sort_json(key) for key in keys]}
        case Limit(amount):
            return {"type": "limit", "amount": expression_json(amount)}
        case GroupBy(field):
            return {"type": "group", "field": named_json(field)}
        case Flatten(field):
            return {"type": "flatten", "field": named_json(field)}
        case LateFrom(source):
            return source_json(source)


def query_json(query: Query) -> Any:
    return {
        "header": header_json(query.header),
        "source": source_json(query.source),
        "operations": [step_json(step) for step in query.steps],
    }


def shown(rule: Callable[[Scanner], Any], as_json: Callable[[Any], Any]) -> Callable[..., Any]:
    def read(scanner: Scanner) -> Any:
        found = rule(scanner)
        return None if found is None else (as_json(found),)

    return read


RULES: dict[str, Callable[[Scanner], Any]] = {
    "number": shown(lexemes.number, value_json),
    "string": shown(lexemes.string, value_json),
    "bool": shown(lexemes.boolean, value_json),
    "tag": shown(lexemes.tag, value_json),
    "identifier": shown(lexemes.identifier, value_json),
    "link": shown(lexemes.link, value_json),
    "date": shown(expression_parsing.date_literal, value_json),
    "datePlus": shown(expression_parsing.date_or_shorthand, value_json),
    "dateField": shown(expression_parsing.date, expression_json),
    "duration": shown(expression_parsing.duration_literal, value_json),
    "field": shown(expression_parsing.expression, expression_json),
    "binaryOpField": shown(expression_parsing.expression, expression_json),
    "inlineField": shown(inline_values.inline_value, value_json),
    "source": shown(source_parsing.source, source_json),
    "comment": shown(lexemes.comment, value_json),
    "namedField": shown(query_parsing.named_field, named_json),
    "sortField": shown(query_parsing.sort_key, sort_json),
    "queryType": shown(query_parsing.query_type, value_json),
    "query": shown(query_parsing.query, query_json),
}


def without_settings(recorded: Any) -> Any:
    if isinstance(recorded, dict) and "settings" in recorded:
        return {key: part for key, part in recorded.items() if key != "settings"}
    return recorded


@pytest.mark.skipif(not CASES.exists(), reason="the recorded cases are not here")
@pytest.mark.parametrize("case", cases("parse"))
def test_a_text_is_read_as_it_was_recorded(case: Any) -> None:
    rule = RULES[case["rule"]]
    if not case["ok"]:
        with pytest.raises(ToolError):
            whole(rule, case["input"], CLOCK)
        return
    assert whole(rule, case["input"], CLOCK) == (without_settings(case["out"]),)


def value_from(recorded: Any) -> Value:
    match recorded:
        case {"$date": text}:
            date = parse_date(text.replace("+00:00", ""), UTC)
            assert date is not None
            return date
        case {"$dur": amounts}:
            return Duration(tuple((unit, float(amount)) for unit, amount in amounts.items()))
        case {"$link": fields}:
            return Link(**fields)
        case {"$fn": 1}:
            return Function(lambda *_: 6.0)
        case list():
            return tuple(value_from(element) for element in recorded)
        case dict():
            return {key: value_from(part) for key, part in recorded.items()}
        case bool():
            return recorded
        case int():
            return float(recorded)
        case _:
            return recorded  # type: ignore[no-any-return]


def expression_from(recorded: Any) -> Expression:
    match recorded["type"]:
        case "literal":
            return Literal(value_from(recorded["value"]))
        case "variable":
            return Variable(recorded["name"])
        case "binaryop":
            left, right = expression_from(recorded["left"]), expression_from(recorded["right"])
            return Binary(left, recorded["op"], right)
        case "negated":
            return Negation(expression_from(recorded["child"]))
        case "index":
            return Index(expression_from(recorded["object"]), expression_from(recorded["index"]))
        case "function":
            arguments = tuple(expression_from(each) for each in recorded["arguments"])
            return Call(expression_from(recorded["func"]), arguments)
        case "lambda":
            return Lambda(tuple(recorded["arguments"]), expression_from(recorded["value"]))
        case "list":
            return ListOf(tuple(expression_from(each) for each in recorded["values"]))
        case _:
            named = recorded["values"].items()
            return ObjectOf(tuple((name, expression_from(part)) for name, part in named))


class RecordedLinks(NoLinks):
    """Every link leads to the one page that the recorded cases know."""

    def resolve(self, path: str) -> Mapping[str, Value] | None:
        return {"inner": {"final": 6.0}} if path == "test" else None


@pytest.mark.skipif(not CASES.exists(), reason="the recorded cases are not here")
@pytest.mark.parametrize("case", cases("eval"))
def test_an_expression_has_the_value_that_was_recorded(case: Any) -> None:
    seen = {name: value_from(value) for name, value in case["globals"].items()}
    context = Context(RecordedLinks(), seen, CLOCK)
    assert value_json(evaluate(expression_from(case["field"]), context)) == case["out"]
