"""The parameters of a function: their JSON schema, and the check of what a caller sends."""

from __future__ import annotations

import difflib
import inspect
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Strict, ValidationError, create_model
from pydantic.fields import FieldInfo

from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

# A model's text for a number; eighteen digits are within 64 bits.
# > -3
_INTEGER = re.compile(r"-?[0-9]{1,18}", re.ASCII)
# Not `inf` and the like.
# > 0.5
# > 30
_NUMBER = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?", re.ASCII)
# From 2**53 on a float no longer tells neighbouring integers apart.
_FLOATS_END = 2**53
_BOOLEANS = {"true": True, "false": False}


@dataclass(frozen=True)
class Parameters:
    """The parameters of a function (or a dataclass), read from its annotated signature.

    A parameter's public name is its `Field(alias=…)`, or its Python name. A parameter of type
    `Caller` is no part of it: the layer itself fills that one.
    """

    model: type[BaseModel]
    caller: str | None = None

    @classmethod
    def of(
        cls,
        function: Callable[..., object],
        name: str,
        more: Mapping[str, tuple[Any, Any]] = MappingProxyType({}),
    ) -> Parameters:
        """Read the parameters of a signature; messages call the function by its `name`.

        `more` are parameters after the function's own: type and default by name.
        """
        annotated = function.__init__ if inspect.isclass(function) else function
        hints = get_type_hints(annotated, include_extras=True)
        fields: dict[str, Any] = {}
        caller = None
        for parameter in inspect.signature(function).parameters.values():
            annotation = hints[parameter.name]
            if annotation is Caller:
                caller = parameter.name
                continue
            default = ... if parameter.default is parameter.empty else parameter.default
            fields[parameter.name] = (_wire_type(annotation), default)
        config = ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=True)
        return cls(create_model(name, __config__=config, **(fields | dict(more))), caller)

    @cached_property
    def fields(self) -> Mapping[str, FieldInfo]:
        """Each parameter's declaration by its public name."""
        return {info.alias or name: info for name, info in self.model.model_fields.items()}

    @cached_property
    def schema(self) -> dict[str, Any]:
        """JSON Schema 2020-12 of the arguments, as short as it can be."""
        schema = self.model.model_json_schema()
        properties = {
            name: _shorten_schema(each) for name, each in schema.get("properties", {}).items()
        }
        brief: dict[str, Any] = {"type": "object", "properties": properties}
        if schema.get("required"):
            brief["required"] = schema["required"]
        return brief | {"additionalProperties": False}

    def parse(self, arguments: Mapping[str, object]) -> dict[str, object]:
        """Read the arguments that were sent in another form.

        Models send the texts `true`, `2` and `["a"]` where a boolean, a number or a list is meant,
        and `2.0` for 2, which JSON Schema takes for an integer, too. An argument that can't be read
        stays as it is, for `validate` to refuse.
        """
        return {
            name: _read(value, _plain_type(self.fields[name].annotation))
            if isinstance(value, str | float) and name in self.fields
            else value
            for name, value in arguments.items()
        }

    def validate(self, arguments: Mapping[str, object]) -> dict[str, Any]:
        """Check parsed arguments, and return them by Python name, with defaults filled in.

        Raises:
            ToolError: one is unknown, missing, of a wrong type or out of range.
        """
        try:
            model = self.model.model_validate(dict(arguments))
        except ValidationError as error:
            problems = "\n".join(map(self._problem, error.errors(include_url=False)))
            raise ToolError(problems, f"Its parameters: {', '.join(self.fields)}.") from None
        return {name: getattr(model, name) for name in self.model.model_fields}

    def _problem(self, error: Mapping[str, Any]) -> str:
        where = ".".join(map(str, error["loc"]))
        if error["type"] == "extra_forbidden":
            close = difflib.get_close_matches(where, list(self.fields), n=1)
            hint = f" Did you mean `{close[0]}`?" if close else ""
            return f"{self.model.__name__} has no parameter `{where}`.{hint}"
        if error["type"] == "missing":
            return f"{self.model.__name__} needs the parameter `{where}`."
        return f"`{where}`: {error['msg']}, but got {show_value(error['input'])}."


def _wire_type(annotation: Any) -> Any:
    """Return the type of an argument as it is sent: a path is sent as text."""
    return Annotated[annotation, Strict(False)] if _is_path(annotation) else annotation  # noqa: FBT003


def _is_path(annotation: Any) -> bool:
    within = () if get_origin(annotation) is list else get_args(annotation)
    return annotation is Path or any(map(_is_path, within))


def _plain_type(annotation: object) -> object:
    """Return the type without `None`; of a list or its one item, the list."""
    plain = [each for each in get_args(annotation) if each is not NoneType]
    lists = [each for each in plain if get_origin(each) is list]
    if lists and get_origin(annotation) is not list:
        return lists[0]
    return plain[0] if len(plain) == 1 and NoneType in get_args(annotation) else annotation


def _read(text: str | float, kind: object) -> object:
    """Read a value of a kind from a text, or an integer from a float; else return it as it is."""
    if isinstance(text, float):
        is_meant = kind is int and text.is_integer() and abs(text) < _FLOATS_END
        return int(text) if is_meant else text
    if kind is bool:
        return _BOOLEANS.get(text.strip().lower(), text)
    if kind is int:
        return int(text) if _INTEGER.fullmatch(text.strip()) else text
    if kind is float:
        return float(text) if _NUMBER.fullmatch(text.strip()) else text
    return _read_list(text) if get_origin(kind) is list else text


def _read_list(text: str) -> object:
    try:
        read: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return read if isinstance(read, list) else text


def _shorten_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a property's schema without titles, and without `null` if it may be left out."""
    branches = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    rest = {key: value for key, value in schema.items() if key not in ("title", "anyOf")}
    if rest.get("default", ...) is None:
        del rest["default"]
    return (
        branches[0] | rest
        if len(branches) == 1
        else rest | ({"anyOf": branches} if branches else {})
    )


def show_value(value: object) -> str:
    """Write a value as an error shows it: at most 80 characters, so that the problem is seen."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]}…"
