"""Tool calls as a page prints them: a name and arguments, to be copied as they are."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the tool `tool`; its arguments are JSON values, or paths."""

    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        """Print the call as `tool(name=value)`, with each value as JSON."""
        values = (f"{name}={_value(value)}" for name, value in self.arguments.items())
        return f"{self.tool}({', '.join(values)})"


def _value(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=os.fspath)
    return text if text.isprintable() else json.dumps(value, default=os.fspath)
