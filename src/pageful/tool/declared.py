"""Tools declared by hand with a JSON Schema, where there is no signature: proxied tools."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, TypeVar

from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.field import REQUIRED, Field, Parameter
from pageful.tool.parameters import Parameters

R = TypeVar("R")


@dataclass(frozen=True)
class Declared(Generic[R]):
    """A tool's name, its description, the JSON Schema of its arguments (an object), and its work.

    `run` gets the arguments that were sent, under their own names, and the caller. Names, required
    parameters, plain types and enumerations are checked before; the rest of the schema is for
    `run`.
    """

    name: str
    description: str
    schema: Mapping[str, Any]
    run: Callable[[Mapping[str, Any], Caller], R]


def json_value(text: str) -> object:
    """Read an argument of a shell command that is JSON.

    Raises:
        ValueError: it is not JSON.
    """
    value: object = json.loads(text)
    return value


_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (Mapping,),
    "null": (type(None),),
}
_PLAIN = {"string": str, "integer": int, "number": float, "boolean": bool}


@dataclass(frozen=True)
class DeclaredParameters:
    """The parameters of a JSON Schema, and those that choose the form of an answer.

    Raises:
        ValueError: the schema has a parameter of the same name as such a choice.
    """

    name: str
    declared: Mapping[str, Any]
    choices: Parameters
    caller: None = None

    def __post_init__(self) -> None:
        """Refuse a parameter that would hide a choice."""
        if shared := [name for name in self.choices.fields if name in self._properties]:
            raise ValueError(f"{self.name} has a parameter `{shared[0]}` already: leave the choice")

    @property
    def _properties(self) -> Mapping[str, Mapping[str, Any]]:
        properties: Mapping[str, Mapping[str, Any]] = self.declared.get("properties", {})
        return properties

    @property
    def _required(self) -> tuple[str, ...]:
        return tuple(self.declared.get("required", ()))

    @cached_property
    def fields(self) -> Mapping[str, Parameter]:
        """Each parameter as a shell command takes it: a plain value, or JSON."""
        own = {
            name: _parameter(name, schema, required=name in self._required)
            for name, schema in self._properties.items()
        }
        return {**own, **self.choices.fields}

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The schema as it was declared, with the choices in it."""
        properties = {**self._properties, **self.choices.schema["properties"]}
        return {"type": "object", **self.declared, "properties": properties}

    def parse(self, arguments: Mapping[str, object]) -> dict[str, object]:
        """Read choices that were sent as text; the declared arguments stay as they were sent."""
        return {**arguments, **self.choices.parse(_select(arguments, self.choices.fields))}

    def validate(self, arguments: Mapping[str, object]) -> dict[str, Any]:
        """Check the arguments, and return them as they were sent, with every choice.

        Raises:
            ToolError: one is unknown, missing or of a wrong type.
        """
        choices = _select(arguments, self.choices.fields)
        own = {name: value for name, value in arguments.items() if name not in choices}
        if problems := list(self._problems(own)):
            raise ToolError("\n".join(problems), f"Its parameters: {', '.join(self.fields)}.")
        return {**own, **self.choices.validate(choices)}

    def _problems(self, arguments: Mapping[str, object]) -> Iterator[str]:
        for name in self._required:
            if name not in arguments:
                yield f"{self.name} needs the parameter `{name}`."
        for name, value in arguments.items():
            schema = self._properties.get(name)
            if schema is not None:
                yield from _type_problems(name, value, schema)
            elif self.declared.get("additionalProperties") is False:
                yield f"{self.name} has no parameter `{name}`."


def _select(arguments: Mapping[str, object], names: Iterable[str]) -> dict[str, object]:
    return {name: arguments[name] for name in names if name in arguments}


def _type_problems(name: str, value: object, schema: Mapping[str, Any]) -> Iterator[str]:
    kinds = _kinds(schema)
    if kinds and not any(_is_of_type(value, kind) for kind in kinds):
        yield f"`{name}`: it has to be of type {' or '.join(kinds)}, but got {value!r:.80}."
    elif "enum" in schema and value not in schema["enum"]:
        allowed = ", ".join(map(json.dumps, schema["enum"]))
        yield f"`{name}`: it has to be one of {allowed}, but got {value!r:.80}."


def _kinds(schema: Mapping[str, Any]) -> list[str]:
    """List the types that a value may have; none where the schema has no `type`."""
    kinds = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _is_of_type(value: object, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES.get(kind, (object,)))


def _parameter(name: str, schema: Mapping[str, Any], *, required: bool) -> Parameter:
    said = Field(description=schema.get("description") or "")
    default = REQUIRED if required else schema.get("default")
    return Parameter(name, Annotated[_annotation(schema), said], default)


def _annotation(schema: Mapping[str, Any]) -> Any:
    literal: Any = Literal
    several: Any = list
    enum = schema.get("enum", ())
    if enum and all(isinstance(each, str) for each in enum):
        return literal[tuple(enum)]
    kinds = [kind for kind in _kinds(schema) if kind != "null"]
    if kinds == ["array"]:
        item = _annotation(schema.get("items", {}))
        return several[item] if item in _PLAIN.values() else json_value
    return _PLAIN.get(kinds[0], json_value) if len(kinds) == 1 else json_value
