"""Compact JSON of a whole result, which every page has beside it."""

from __future__ import annotations

import base64
import dataclasses
import json
import re
from collections.abc import Mapping
from datetime import date, time
from enum import Enum
from pathlib import PurePath
from typing import Any

# > "\ud83d"
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# > {"name":"\ud83d"}
_ESCAPED_SURROGATE = re.compile(r"(?<!\\)(?:\\\\)*\\ud[89a-f]")


def to_json(result: object) -> str:
    """Write dataclasses, mappings, sequences and sets as JSON without spaces.

    Fields of dataclasses that are `None` are left out. Dates and times are in ISO 8601, as
    `isoformat` writes them; bytes are Base64 (RFC 4648, padded). A set is a list in ascending
    order; where its elements can't be compared, in that of their JSON. Lone surrogates are written
    as escapes, so that nothing is lost.

    Raises:
        TypeError: a value has no JSON form.
        ValueError: a number is not finite.
    """
    text = _dump(_to_plain(result))
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _dump(plain: object) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def to_object(text: str) -> dict[str, object] | None:
    """Read the object that `to_json` wrote.

    Returns:
        The object; `None` where the text is something else, or has a lone surrogate, which no
        encoder takes.
    """
    if not text.startswith("{") or _ESCAPED_SURROGATE.search(text):
        return None
    data: dict[str, object] = json.loads(text)
    return data


def _to_plain(value: object) -> object:
    match value:
        case Enum():
            return _to_plain(value.value)
        case PurePath():
            return value.as_posix()
        case Mapping():
            return {str(key): _to_plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_to_plain(item) for item in value]
        case set() | frozenset():
            return _sort([_to_plain(item) for item in value])
        case date() | time():
            return value.isoformat()
        case bytes() | bytearray():
            return base64.b64encode(value).decode("ascii")
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = (
                (field.name, getattr(value, field.name)) for field in dataclasses.fields(value)
            )
            return {name: _to_plain(item) for name, item in fields if item is not None}
        case _:
            return value


def _sort(items: list[Any]) -> list[Any]:
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=_dump)
