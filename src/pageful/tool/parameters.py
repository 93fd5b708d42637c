"""The parameters of a function: their JSON schema, and the check of what a caller sends."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, Protocol, get_origin, get_type_hints

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.tool.checks import (
    MISSING,
    UNKNOWN,
    PlainCheck,
    Problem,
    WrongValueError,
    is_plain,
)
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.field import Parameter, without_none
from pageful.tool.signature import signature_of

# A model's text for a number; eighteen digits are within 64 bits.
# > -3
_INTEGER = patterns.compile(r"-?[0-9]{1,18}", re.ASCII)
# Not `inf` and the like.
# > 0.5
# > 30
_NUMBER = patterns.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?", re.ASCII)
# From 2**53 on a float no longer tells neighbouring integers apart.
_FLOATS_END = 2**53
_BOOLEANS = {"true": True, "false": False}


class Check(Protocol):
    """The check of a call's arguments, and the schema that announces it."""

    def check(self, arguments: Mapping[str, object]) -> dict[str, Any]:
        """Return the arguments by Python name, with defaults, or raise `WrongValueError`."""

    def properties(self) -> dict[str, dict[str, Any]]:
        """Return the JSON Schema of each argument."""


@dataclass(frozen=True)
class Parameters:
    """The parameters of a function (or a dataclass), read from its annotated signature.

    A parameter's public name is its `Field(alias=…)`, or its Python name. A parameter of type
    `Caller` is no part of it: the layer itself fills that one. `Field` is ours or pydantic's, which
    is loaded only where a type or a limit is not plain.
    """

    name: str
    declared: tuple[Parameter, ...]
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
        hints = _parameter_types(function)
        declared = []
        caller = None
        for each, default in signature_of(function):
            if hints[each] is Caller:
                caller = each
                continue
            declared.append(Parameter(each, hints[each], default))
        declared += [Parameter(each, kind, default) for each, (kind, default) in more.items()]
        return cls(name, tuple(declared), caller)

    @cached_property
    def _is_plain(self) -> bool:
        return all(map(is_plain, self.declared))

    @cached_property
    def _check(self) -> Check:
        if self._is_plain:
            return PlainCheck(self.declared)
        _need_pydantic(self.name)
        from pageful.tool.pydantic_parameters import PydanticCheck

        return PydanticCheck(self.name, self.declared)

    @cached_property
    def fields(self) -> Mapping[str, Parameter]:
        """Each parameter by its public name."""
        declared = self.declared
        if not self._is_plain:
            _need_pydantic(self.name)
            from pageful.tool.pydantic_parameters import read_field

            declared = tuple(map(read_field, declared))
        return {each.public_name: each for each in declared}

    @cached_property
    def schema(self) -> dict[str, Any]:
        """JSON Schema 2020-12 of the arguments, as short as it can be."""
        properties = {
            name: _shorten_schema(each) for name, each in self._check.properties().items()
        }
        brief: dict[str, Any] = {"type": "object", "properties": properties}
        if required := [name for name, each in self.fields.items() if each.is_required]:
            brief["required"] = required
        return brief | {"additionalProperties": False}

    def parse(self, arguments: Mapping[str, object]) -> dict[str, object]:
        """Read the arguments that were sent in another form.

        Models send the texts `true`, `2` and `["a"]` where a boolean, a number or a list is meant,
        and `2.0` for 2, which JSON Schema takes for an integer, too. An argument that can't be read
        stays as it is, for `validate` to refuse.
        """
        return {
            name: _read(value, without_none(self.fields[name].kind))
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
            return self._check.check(arguments)
        except WrongValueError as error:
            problems = "\n".join(map(self._say, error.problems))
            raise ToolError(problems, f"Its parameters: {', '.join(self.fields)}.") from None

    def _say(self, problem: Problem) -> str:
        where = ".".join(map(str, problem.place))
        if problem.message == UNKNOWN:
            return f"{self.name} has no parameter `{where}`.{self._suggestion(where)}"
        if problem.message == MISSING:
            return f"{self.name} needs the parameter `{where}`."
        return f"`{where}`: {problem.message}, but got {show_value(problem.value)}."

    def _suggestion(self, name: str) -> str:
        import difflib

        close = difflib.get_close_matches(name, list(self.fields), n=1)
        return f" Did you mean `{close[0]}`?" if close else ""


def _need_pydantic(name: str) -> None:
    """Refuse parameters that only pydantic checks where it is not installed.

    Raises:
        ToolError: it is not.
    """
    if find_spec("pydantic") is None:
        raise ToolError(
            f"The parameters of {name} need pydantic, which is not installed.",
            "`pip install 'pageful[mcp]'` brings it.",
        )


def _parameter_types(function: Callable[..., object]) -> dict[str, Any]:
    """Return the type of each parameter; the type of what is returned need not be loaded."""
    if isinstance(function, type):
        function = getattr(function, "__init__")  # noqa: B009 - mypy refuses the attribute
    named = {name: kind for name, kind in function.__annotations__.items() if name != "return"}
    signature = type("Signature", (), {"__annotations__": named})
    return get_type_hints(signature, function.__globals__, include_extras=True)


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
