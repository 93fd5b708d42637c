"""Tables of tools whose functions are methods of classes, and the tools of objects of these."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pageful.lazy.dataclasses import replace
from pageful.tool.tool import Tool


def bind_tools(table: Iterable[Tool[Any]], *objects: object) -> tuple[Tool[Any], ...]:
    """Bind the function of each tool to the one of the objects that has it as a method."""
    return tuple(replace(tool, function=_method(tool.name, objects)) for tool in table)


def _method(name: str, objects: tuple[object, ...]) -> Any:
    return next(getattr(each, name) for each in objects if hasattr(each, name))
