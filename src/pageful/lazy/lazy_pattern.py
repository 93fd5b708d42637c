"""A regular expression that is compiled when it is first used."""

from __future__ import annotations

import re
from typing import Any


class LazyPattern:
    """A compiled pattern with `re.Pattern`'s methods and attributes, compiled at first use."""

    def __init__(self, pattern: str | bytes, flags: int = 0) -> None:
        self._arguments: tuple[Any, int] = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        """Compile the expression, and keep what is asked for of it in its place."""
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(re.compile(*self._arguments), name)
        setattr(self, name, value)
        return value
