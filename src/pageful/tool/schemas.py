"""JSON Schema of parameters of plain types, as pydantic would write it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pageful.tool.field import Parameter, may_be_none, takes_one_item, without_none

_TYPES: Mapping[Any, Mapping[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Path: {"type": "string", "format": "path"},
}


def value_schema(parameter: Parameter) -> dict[str, Any]:
    """Return the JSON Schema of a plain parameter's value, without `null`."""
    said: dict[str, Any] = {}
    if parameter.description:
        said["description"] = parameter.description
    if not parameter.is_required and parameter.default is not None:
        said["default"] = _json_default(parameter.default)
    plain = without_none(parameter.kind)
    kind = _type_schema(plain) | _limit_schema(parameter)
    if takes_one_item(parameter.kind):
        kind = {"anyOf": [kind, _type_schema(get_args(plain)[0])]}
    # The order is pydantic's, so that a definition costs the same tokens whoever writes it.
    if may_be_none(parameter.kind):
        return dict(sorted(kind.items())) | dict(sorted(said.items()))
    return dict(sorted((kind | said).items()))


def _json_default(value: object) -> object:
    return os.fspath(value) if isinstance(value, Path) else value


def _type_schema(kind: Any) -> dict[str, Any]:
    if get_origin(kind) is Literal:
        values = get_args(kind)
        return {"const": values[0], "type": "string"} if len(values) == 1 else _enumeration(values)
    if get_origin(kind) is list:
        return {"items": _type_schema(get_args(kind)[0]), "type": "array"}
    return dict(_TYPES[kind])


def _enumeration(values: tuple[str, ...]) -> dict[str, Any]:
    return {"enum": list(values), "type": "string"}


def _limit_schema(parameter: Parameter) -> dict[str, Any]:
    limits = parameter.field
    is_list = get_origin(without_none(parameter.kind)) is list
    named = {
        "minimum": limits.ge,
        "exclusiveMinimum": limits.gt,
        "maximum": limits.le,
        "exclusiveMaximum": limits.lt,
        "minItems" if is_list else "minLength": limits.min_length,
        "maxItems" if is_list else "maxLength": limits.max_length,
        "pattern": limits.pattern,
    }
    return {name: value for name, value in named.items() if value is not None}
