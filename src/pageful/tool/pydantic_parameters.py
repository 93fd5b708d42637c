"""Parameters of types or limits that only pydantic knows: the model that checks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import pydantic
from pydantic import BaseModel, ConfigDict, Strict, ValidationError, create_model
from pydantic.fields import FieldInfo

from pageful.tool.checks import MISSING, UNKNOWN, Problem, WrongValueError
from pageful.tool.field import REQUIRED, Field, Parameter


def read_field(parameter: Parameter) -> Parameter:
    """Return a parameter with what pydantic's `Field` says of it as a field of ours."""
    default: Any = ... if parameter.is_required else parameter.default
    info = FieldInfo.from_annotated_attribute(_foreign(parameter.annotation), default)
    said = Field(description=info.description or "", alias=info.alias)
    required = info.is_required()
    return Parameter(
        parameter.name,
        Annotated[info.annotation, said],
        REQUIRED if required else info.get_default(call_default_factory=True),
    )


class PydanticCheck:
    """The check of a call's arguments by a model of pydantic."""

    def __init__(self, name: str, parameters: Sequence[Parameter]) -> None:
        fields: dict[str, Any] = {each.name: _field(each) for each in parameters}
        config = ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=True)
        self._model: type[BaseModel] = create_model(name, __config__=config, **fields)

    def check(self, arguments: Mapping[str, object]) -> dict[str, Any]:
        """Return the arguments by Python name, with defaults.

        Raises:
            WrongValueError: one is missing, of a wrong type or out of range.
        """
        try:
            model = self._model.model_validate(dict(arguments))
        except ValidationError as error:
            raise WrongValueError(*map(_problem, error.errors(include_url=False))) from None
        return {name: getattr(model, name) for name in self._model.model_fields}

    def properties(self) -> dict[str, dict[str, Any]]:
        """Return the JSON Schema of each argument, titles included."""
        properties: dict[str, dict[str, Any]] = self._model.model_json_schema()["properties"]
        return properties


_MESSAGES = {"extra_forbidden": UNKNOWN, "missing": MISSING}


def _problem(error: Any) -> Problem:
    message = _MESSAGES.get(error["type"], error["msg"])
    return Problem(tuple(error["loc"]), message, error["input"])


def _field(parameter: Parameter) -> tuple[Any, Any]:
    """Return type and default as `create_model` takes them."""
    annotation = _foreign(parameter.annotation)
    # A path is sent as text.
    wire = Annotated[annotation, Strict(False)] if _is_path(annotation) else annotation  # noqa: FBT003
    return wire, ... if parameter.is_required else parameter.default


def _foreign(annotation: Any) -> Any:
    """Return an annotation with pydantic's fields in place of ours."""
    if get_origin(annotation) is not Annotated:
        return annotation
    kind, *remarks = get_args(annotation)
    return Annotated[kind, *(_foreign_field(each) for each in remarks)]


def _foreign_field(remark: object) -> object:
    if not isinstance(remark, Field):
        return remark
    said = {name: value for name, value in asdict(remark).items() if value not in (None, "")}
    field: object = pydantic.Field(**said)
    return field


def _is_path(annotation: Any) -> bool:
    within = () if get_origin(annotation) is list else get_args(annotation)
    return annotation is Path or any(map(_is_path, within))
