"""Tool calls as a page prints them: a name and arguments, to be copied as they are."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol

from pageful.lazy.dataclasses import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Spelling(Protocol):
    """The way in which calls are written on a page; `verb` says what is done with one."""

    @property
    def verb(self) -> str:
        """The verb for the use of a call: `call`, or `run`."""

    def call(self, call: Call) -> str:
        """Write a call."""

    def tool(self, name: str) -> str:
        """Write the name of a tool."""


@dataclass(frozen=True, slots=True, repr=False)
class Call:
    """A call of the tool `tool`; its arguments are JSON values, or paths."""

    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        """Print the call as who reads it can use it."""
        return _spelling.get(_FOR_MODELS).call(self)

    def __repr__(self) -> str:
        """Print the call as `tool(name=value)`, with each value as JSON."""
        values = (f"{name}={_value(value)}" for name, value in self.arguments.items())
        return f"{self.tool}({', '.join(values)})"


def _value(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=os.fspath)
    return text if text.isprintable() else json.dumps(value, default=os.fspath)


class ToolCalls:
    """Calls as a model makes them: `tool(name=value)`."""

    verb = "call"

    def call(self, call: Call) -> str:
        """Write a call."""
        return repr(call)

    def tool(self, name: str) -> str:
        """Write the name of a tool."""
        return name


_FOR_MODELS = ToolCalls()
_spelling: ContextVar[Spelling] = ContextVar("spelling")


@contextmanager
def spelling(spelling: Spelling) -> Iterator[None]:
    """Have calls written in another way, in pages and errors that are made within."""
    token = _spelling.set(spelling)
    try:
        yield
    finally:
        _spelling.reset(token)


def verb() -> str:
    """Return what a reader does with a call: `call` a tool, or `run` a command."""
    return _spelling.get(_FOR_MODELS).verb


def tool_name(name: str, *, quoted: bool = False) -> str:
    """Write the name of a tool as who reads it can use it, between backticks if `quoted`."""
    written = _spelling.get(_FOR_MODELS).tool(name)
    return f"`{written}`" if quoted or written != name else written
