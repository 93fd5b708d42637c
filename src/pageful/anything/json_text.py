"""JSON read and written without any loss: no key merged, no number changed, no depth too deep."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.encoder import c_make_encoder, encode_basestring  # type: ignore[attr-defined]
from math import copysign, isfinite
from operator import itemgetter
from typing import NoReturn

from pageful.shapes.values import ExactNumber, Json

# > "\ud83d"
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# > -12.5e3
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
# > {"a": [1, null]}
_SPACE = re.compile(r"[ \t\n\r]*")
_SURE_DIGITS = 15
"""A double keeps this many significant digits of any number (IEEE 754)."""
_INT_DIGITS = 4000
"""Python refuses to read longer integers than 4,300 digits, as that takes quadratic time."""
_TYPES = {dict, list, str, int, float, bool, type(None), ExactNumber}
"""The types that JSON is read as: a value of another one may have the JSON of one of these."""
_WORDS: dict[str, Json] = {"null": None, "true": True, "false": False}


class UnreadableJsonError(ValueError):
    """A text that is no JSON, or that could only be read by losing some of it."""


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_STRICT = (False, False, False)
"""Keys as they come, none left out, and no NaN."""
_scan = json.JSONDecoder().scan_once  # type: ignore[attr-defined]
_START = 1_000
"""Characters by which one sees whether JSON is written with spaces."""
_CELL = 10_000
"""Characters up to which JSON is read quickly, then written, which shows whether that was exact."""
_SORTED = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=True
)


def _encode(data: Json) -> str:
    """Write data as the encoder does, without what it makes for each call anew."""
    if type(data) is str:
        return encode_basestring(data)
    if c_make_encoder is None:
        return _ENCODER.encode(data)
    make = c_make_encoder({}, _ENCODER.default, encode_basestring, None, ":", ",", *_STRICT)
    return "".join(make(data, 0))


def write_json(data: Json) -> str:
    """Write data as compact JSON, lone surrogates as escapes.

    Raises:
        ValueError: a number is not finite.
        TypeError: a value, or a key, has no JSON form.
    """
    try:
        text = _encode(data)
    except (RecursionError, TypeError):
        text = "".join(_pieces(data, sort=False))
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return text


def is_equal(one: Json, other: Json) -> bool:
    """Compare data with their types; the order of keys does not matter.

    To Python alone `1`, `1.0` and `true` are equal, and `0.0` and `-0.0`; their JSON is not.
    """
    return _is_alike(one, other) or _has_same_json(one, other)


def _is_alike(one: Json, other: Json) -> bool:
    """Compare all values of a depth at a time; data that are made of other types are not alike."""
    try:
        if one != other:
            return False
    except RecursionError:
        return False
    these, those = [one], [other]
    while these:
        types = list(map(type, these))
        kinds = set(types)
        if not kinds <= _TYPES or types != list(map(type, those)):
            return False
        if float in kinds and _signs_of_zeros(these) != _signs_of_zeros(those):
            return False
        these, those = _values_within(these, those, kinds)
    return True


def _values_within(
    these: list[Json], those: list[Json], kinds: set[type]
) -> tuple[list[Json], list[Json]]:
    """Return what is in the lists and objects of two rows of equal values, in one order."""
    inner: list[Json] = []
    other: list[Json] = []
    if list in kinds:
        inner += chain.from_iterable([each for each in these if type(each) is list])
        other += chain.from_iterable([each for each in those if type(each) is list])
    if dict in kinds:
        objects = [each for each in these if type(each) is dict]
        same = [each for each in those if type(each) is dict]
        if get := _getter(objects):
            inner += chain.from_iterable(map(get, objects))
            other += chain.from_iterable(map(get, same))
            return inner, other
        inner += chain.from_iterable(map(dict.values, objects))
        other += [its[key] for its, keys in zip(same, objects, strict=True) for key in keys]
    return inner, other


def _getter(objects: list[dict[str, Json]]) -> itemgetter[tuple[Json, ...]] | None:
    """Return what gets all values of each object, if all have the same keys, which are several."""
    forms = set(map(tuple, objects))
    return itemgetter(*forms.pop()) if len(forms) == 1 and len(objects[0]) > 1 else None


def _signs_of_zeros(values: list[Json]) -> list[float]:
    numbers = [each for each in values if type(each) is float]
    return [copysign(1, each) for each in numbers if not each] if 0.0 in numbers else []


def _has_same_json(one: Json, other: Json) -> bool:
    try:
        return _SORTED.encode(one) == _SORTED.encode(other)
    except (RecursionError, TypeError):
        return list(_pieces(one, sort=True)) == list(_pieces(other, sort=True))


def read_json(text: str) -> Json:
    """Read JSON.

    Raises:
        UnreadableJsonError: it is none, a key is there twice, or a number is NaN or infinite.
    """
    if len(text) <= _CELL and (found := read_compact(text)):
        return found[0]
    try:
        return _DECODER.decode(text)
    except RecursionError:
        return _read_deep(text)
    except ValueError as error:
        raise UnreadableJsonError(f"this is no JSON that can be read whole: {error}") from error


def read_compact(text: str) -> tuple[Json] | None:
    """Read JSON that is written as `write_json` writes it, and nothing else.

    Python reads it in its own way, and writes it again: the same text shows that nothing was lost.
    """
    start = text[:_START]
    if '": ' in start or "\n" in start or "\\u" in text:
        return None
    try:
        value, end = _scan(text, 0)
        return (value,) if end == len(text) and write_json(value) == text else None
    except (ValueError, RecursionError, StopIteration):
        return None


def read_compact_lines(lines: Sequence[str]) -> list[Json]:
    """Read several texts as `read_compact` does; nothing where it can't read them all."""
    try:
        found = [_scan(line, 0) for line in lines]
        values = [value for value, _ in found]
        whole = all(end == len(line) for (_, end), line in zip(found, lines, strict=True))
        return values if whole and write_json(values) == f"[{','.join(lines)}]" else []
    except (ValueError, RecursionError, StopIteration):
        return []


def read_number(text: str) -> int | float | ExactNumber:
    """Read a number of JSON's spelling, exactly."""
    match = NUMBER.fullmatch(text)
    if match is None:
        raise UnreadableJsonError(f"{text!r} is no number of JSON")
    return _read_float(text) if match[1] or match[2] else _read_int(text)


def _read_int(text: str) -> int | ExactNumber:
    if text == "-0" or len(text) > _INT_DIGITS:
        return ExactNumber(text)
    return int(text)


def _read_float(text: str) -> float | ExactNumber:
    number = float(text)
    if repr(number) == text or (len(text) <= _SURE_DIGITS and "e" not in text.lower()):
        return number
    return number if _is_exact(number, text) else ExactNumber(text)


def _is_exact(number: float, text: str) -> bool:
    from decimal import Decimal

    if not number or not isfinite(number):
        return not number and not text.lower().partition("e")[0].strip("-0.")
    return Decimal(repr(number)) == Decimal(text)


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise UnreadableJsonError("an object has the same key twice")
    return data


def _refuse(word: str) -> NoReturn:
    raise UnreadableJsonError(f"{word} is no number of JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_read_float, parse_int=_read_int, parse_constant=_refuse
)


def _pieces(data: Json, *, sort: bool) -> Iterator[str]:
    """Write data of any depth and any number, without recursion."""
    stack: list[Iterator[tuple[str, Json]]] = [iter([("", data)])]
    ends = [""]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
            yield ends.pop()
            continue
        lead, value = step
        yield lead
        if isinstance(value, dict):
            yield "{"
            ends.append("}")
            stack.append(_members(value, sort=sort))
        elif isinstance(value, list | tuple):
            yield "["
            ends.append("]")
            stack.append((",", each) if n else ("", each) for n, each in enumerate(value))
        else:
            yield value.text if isinstance(value, ExactNumber) else _ENCODER.encode(value)


def _members(data: dict[str, Json], *, sort: bool) -> Iterator[tuple[str, Json]]:
    lead = ""
    items = sorted(data.items(), key=itemgetter(0)) if sort else data.items()
    for key, value in items:
        if not isinstance(key, str):
            raise TypeError(f"a key of JSON is text, but got {key!r}")
        yield f"{lead}{_ENCODER.encode(key)}:", value
        lead = ","


def _read_deep(text: str) -> Json:
    """Read JSON of any depth, without recursion."""
    root: list[Json] = []
    stack: list[Json] = [root]
    at = _skip(text, 0)
    key: str | None = None
    while True:
        here = text[at : at + 1]
        if here in ("{", "["):
            value: Json = {} if here == "{" else []
            _add(stack[-1], key, value)
            stack.append(value)
            at = _skip(text, at + 1)
            if text[at : at + 1] != ("}" if here == "{" else "]"):
                key, at = _read_key(text, at) if here == "{" else (None, at)
                continue
        else:
            value, at = _read_scalar(text, at)
            _add(stack[-1], key, value)
            at = _skip(text, at)
        while len(stack) > 1 and text[at : at + 1] == ("}" if type(stack[-1]) is dict else "]"):
            stack.pop()
            at = _skip(text, at + 1)
        if len(stack) == 1:
            break
        if text[at : at + 1] != ",":
            raise UnreadableJsonError(f"this is no JSON: no comma at character {at}")
        at = _skip(text, at + 1)
        key, at = _read_key(text, at) if type(stack[-1]) is dict else (None, at)
    if at != len(text):
        raise UnreadableJsonError(f"this is no JSON: more text at character {at}")
    return root[0]


def _add(into: Json, key: str | None, value: Json) -> None:
    if key is None or type(into) is list:
        into.append(value)
    elif key in into:
        raise UnreadableJsonError("an object has the same key twice")
    else:
        into[key] = value


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _read_key(text: str, at: int) -> tuple[str, int]:
    if text[at : at + 1] != '"':
        raise UnreadableJsonError(f"this is no JSON: no key at character {at}")
    key, at = scanstring(text, at + 1, True)  # noqa: FBT003
    at = _skip(text, at)
    if text[at : at + 1] != ":":
        raise UnreadableJsonError(f"this is no JSON: no colon at character {at}")
    return key, _skip(text, at + 1)


def _read_scalar(text: str, at: int) -> tuple[Json, int]:
    if text[at : at + 1] == '"':
        try:
            string, end = scanstring(text, at + 1, True)  # noqa: FBT003
        except ValueError as error:
            raise UnreadableJsonError(f"this is no JSON: {error}") from error
        return string, end
    for word, value in _WORDS.items():
        if text.startswith(word, at):
            return value, at + len(word)
    if match := NUMBER.match(text, at):
        return read_number(match[0]), match.end()
    raise UnreadableJsonError(f"this is no JSON: no value at character {at}")
