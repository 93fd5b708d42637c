"""YAML as data: JSON's values alone, so that nothing is another thing than it looks like."""

from __future__ import annotations

import math
from typing import Any, NoReturn

import yaml

_Base: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


_QUOTED = ("'", '"', "|", ">")


class _Loader(_Base):  # type: ignore[misc]
    """A loader that knows null, booleans and numbers as JSON writes them; the rest is text."""


def _construct_scalar(_loader: Any, node: Any) -> Any:
    text = node.value
    if node.style in _QUOTED:
        return text
    return _plain(text)


def _construct_mapping(loader: Any, node: Any) -> dict[str, Any]:
    pairs = [
        (str(loader.construct_object(key, deep=True)), loader.construct_object(value, deep=True))
        for key, value in node.value
    ]
    read = dict(pairs)
    if len(read) < len(pairs):
        raise ValueError("a key stands twice in one mapping")
    return read


def _construct_sequence(loader: Any, node: Any) -> list[Any]:
    return [loader.construct_object(item, deep=True) for item in node.value]


def _refuse_tag(_loader: Any, node: Any) -> NoReturn:
    raise ValueError(f"{node.tag} is no value of JSON")


def _plain(text: str) -> Any:
    words = {"": None, "null": None, "~": None, "true": True, "false": False}
    if text in words:
        return words[text]
    # A number that would be written in another way is a text: 1.10, 0x1F, 007, 1_000.
    for read in (int, float):
        try:
            value = read(text)
        except ValueError:
            continue
        if repr(value) == text and math.isfinite(value):
            return value
    return text


_Loader.add_constructor("tag:yaml.org,2002:str", _construct_scalar)
_Loader.add_constructor("tag:yaml.org,2002:map", _construct_mapping)
_Loader.add_constructor("tag:yaml.org,2002:seq", _construct_sequence)
_Loader.add_constructor(None, _refuse_tag)


def read_yaml(text: str) -> Any:
    """Read a YAML text whose whole is a list or a mapping.

    Raises:
        ValueError: it is none.
    """
    try:
        value = yaml.load(text, Loader=_Loader)  # noqa: S506 -- it makes plain values alone
    except (yaml.YAMLError, AttributeError, TypeError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(value, list | dict):
        raise ValueError("neither a list nor a mapping")
    return value
