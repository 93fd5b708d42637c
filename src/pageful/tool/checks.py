"""The check of arguments of plain types, with pydantic's words: its own start would take longer."""

from __future__ import annotations

import copy
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from pageful.lazy.dataclasses import dataclass
from pageful.tool.field import Field, Parameter, may_be_none, takes_one_item, without_none
from pageful.tool.schemas import value_schema

_Place: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of the argument at `place`; `value` is the part of it that is wrong."""

    place: _Place
    message: str
    value: object


UNKNOWN = "unknown"
"""The message of a problem: there is no such parameter."""

MISSING = "missing"
"""The message of a problem: it has to be given."""


class WrongValueError(Exception):
    """Arguments have problems."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(problems)
        self.problems = problems


_WORDS = {str: "string", int: "integer", float: "number", bool: "boolean"}


@dataclass(frozen=True, slots=True)
class PlainCheck:
    """The check of a call's arguments where every parameter is plain."""

    parameters: Sequence[Parameter]

    def check(self, arguments: Mapping[str, object]) -> dict[str, Any]:
        """Return the arguments by Python name, with defaults.

        Raises:
            WrongValueError: one is unknown, missing, of a wrong type or out of range.
        """
        values: dict[str, Any] = {}
        problems: list[Problem] = []
        for each in self.parameters:
            try:
                values[each.name] = _read_argument(each, arguments)
            except WrongValueError as error:
                problems += error.problems
        known = {each.public_name for each in self.parameters}
        unknown = (name for name in arguments if name not in known)
        problems += [Problem((name,), UNKNOWN, arguments[name]) for name in unknown]
        if problems:
            raise WrongValueError(*problems)
        return values

    def properties(self) -> dict[str, dict[str, Any]]:
        """Return the JSON Schema of each argument."""
        return {each.public_name: value_schema(each) for each in self.parameters}


def _read_argument(parameter: Parameter, arguments: Mapping[str, object]) -> object:
    if parameter.public_name in arguments:
        return check_value(parameter, arguments[parameter.public_name])
    if parameter.is_required:
        raise WrongValueError(Problem((parameter.public_name,), MISSING, None))
    default = parameter.default
    # What a call changes of a list must not be the next one's default.
    return copy.deepcopy(default) if type(default).__hash__ is None else default


_NO_UNICODE = "Input should be a valid string, unable to parse raw data as a unicode string"


def is_plain(parameter: Parameter) -> bool:
    """Tell whether a parameter's type and limits are all known here."""
    kind = without_none(parameter.kind)
    item = get_args(kind)[0] if get_origin(kind) is list else kind
    remarks = (*parameter.remarks, parameter.default)
    return _is_plain_type(item) and not any(map(_is_of_pydantic, remarks))


def _is_of_pydantic(remark: object) -> bool:
    return type(remark).__module__.partition(".")[0] in ("annotated_types", "pydantic")


def _is_plain_type(kind: object) -> bool:
    if get_origin(kind) is Literal:
        return all(isinstance(each, str) for each in get_args(kind))
    return kind is Path or kind in _WORDS


def check_value(parameter: Parameter, value: object) -> object:
    """Return a value as its parameter has it: of its type, within its limits.

    Raises:
        WrongValueError: it is of another type, or out of range.
    """
    place = (parameter.public_name,)
    if value is None and may_be_none(parameter.kind):
        return None
    kind, limits = without_none(parameter.kind), parameter.field
    if get_origin(kind) is list and (isinstance(value, list) or not takes_one_item(parameter.kind)):
        return _read_list(value, get_args(kind)[0], limits, place)
    if get_origin(kind) is list:
        kind, limits = get_args(kind)[0], Field()
    read = _make_path(value, place) if kind is Path else _read(value, kind, place)
    if message := _limit_problem(read, limits):
        raise WrongValueError(Problem(place, message, value))
    return read


def _read(value: object, kind: Any, place: _Place) -> object:
    """Read a value that is sent as its own type."""
    if get_origin(kind) is Literal:
        if isinstance(value, str) and value in get_args(kind):
            return value
        is_text = not isinstance(value, str) or _is_encodable(value)
        message = f"Input should be {_either(get_args(kind))}" if is_text else _NO_UNICODE
        raise WrongValueError(Problem(place, message, value))
    if kind is Path:
        if isinstance(value, Path):
            return value
        raise WrongValueError(Problem(place, "Input should be an instance of Path", value))
    if not isinstance(value, (int, float) if kind is float else kind) or (
        isinstance(value, bool) and kind is not bool
    ):
        raise WrongValueError(Problem(place, f"Input should be a valid {_WORDS[kind]}", value))
    if kind is float:
        return _make_float(value, place)
    return value


def _make_float(value: Any, place: _Place) -> float:
    try:
        return float(value)
    except OverflowError:
        raise WrongValueError(Problem(place, "Input should be a valid number", value)) from None


def _make_path(value: object, place: _Place) -> Path:
    try:
        if isinstance(value, str | os.PathLike):
            return Path(value)
    except TypeError:
        pass  # a path of bytes
    message = f"Input is not a valid path for {Path}"
    raise WrongValueError(Problem(place, message, value))


def _read_list(value: object, kind: Any, limits: Field, place: _Place) -> list[object]:
    if not isinstance(value, list):
        raise WrongValueError(Problem(place, "Input should be a valid list", value))
    if limits.max_length is not None and len(value) > limits.max_length:
        message = f"List should have at most {_items(limits.max_length)}, not {len(value)}"
        raise WrongValueError(Problem(place, message, value))
    read: list[object] = []
    problems: list[Problem] = []
    for position, item in enumerate(value):
        try:
            read.append(_read(item, kind, (*place, position)))
        except WrongValueError as error:
            problems += error.problems
    if problems:
        raise WrongValueError(*problems)
    if limits.min_length is not None and len(read) < limits.min_length:
        message = f"List should have at least {_items(limits.min_length)}, not {len(read)}"
        raise WrongValueError(Problem(place, message, value))
    return read


def _items(number: int) -> str:
    return f"{number} item{'' if number == 1 else 's'} after validation"


def _limit_problem(value: Any, limits: Field) -> str | None:
    """Say which limit a value of a right type breaks."""
    if isinstance(value, str):
        return next(_text_problems(value, limits), None)
    if isinstance(value, Path):
        return None
    return next(_number_problems(value, limits), None)


def _number_problems(value: float, limits: Field) -> Iterator[str]:
    # `not` and the opposite: a number that is none (`nan`) is within no limit.
    if limits.le is not None and not value <= limits.le:
        yield f"Input should be less than or equal to {limits.le}"
    if limits.lt is not None and not value < limits.lt:
        yield f"Input should be less than {limits.lt}"
    if limits.ge is not None and not value >= limits.ge:
        yield f"Input should be greater than or equal to {limits.ge}"
    if limits.gt is not None and not value > limits.gt:
        yield f"Input should be greater than {limits.gt}"


def _text_problems(text: str, limits: Field) -> Iterator[str]:
    limited = (limits.max_length, limits.min_length, limits.pattern) != (None, None, None)
    if limited and not _is_encodable(text):
        yield _NO_UNICODE
    if limits.max_length is not None and len(text) > limits.max_length:
        yield f"String should have at most {_characters(limits.max_length)}"
    if limits.min_length is not None and len(text) < limits.min_length:
        yield f"String should have at least {_characters(limits.min_length)}"
    if limits.pattern is not None and not _matches(limits.pattern, text):
        yield f"String should match pattern '{limits.pattern}'"


def _characters(number: int) -> str:
    return f"{number} character{'' if number == 1 else 's'}"


def _matches(pattern: str, text: str) -> bool:
    r"""Tell whether a pattern is found in a text, as in JSON Schema: `$` is the very end."""
    if not text.isascii():
        return _matches_beyond_ascii(pattern, text)
    if pattern.endswith("$"):
        pattern = rf"{pattern[:-1]}\Z"
    return re.search(pattern, text) is not None


def _matches_beyond_ascii(pattern: str, text: str) -> bool:
    r"""Leave to pydantic which characters `\w` and its like are: Python's `re` has fewer."""
    try:
        from pydantic import StringConstraints, TypeAdapter, ValidationError
    except ImportError:
        return re.search(pattern, text) is not None
    try:
        TypeAdapter(Annotated[str, StringConstraints(pattern=pattern)]).validate_python(text)
    except ValidationError:
        return False
    return True


def _is_encodable(text: str) -> bool:
    """Tell whether a text has no lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _either(values: tuple[str, ...]) -> str:
    """Name the values of which one is meant: `'a', 'b' or 'c'`."""
    *others, last = map(repr, values)
    return f"{', '.join(others)} or {last}" if others else last
