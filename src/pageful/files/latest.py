"""A cache of one value, computed from the latest state of some files."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Latest(Generic[Key, Value]):
    """The value of the key that was asked for last, computed once.

    Safe to use from any thread: others wait while a value is computed. Nothing is kept of a
    computation that fails.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: tuple[Key, Value] | None = None

    def get(self, key: Key, compute: Callable[[tuple[Key, Value] | None], Value]) -> Value:
        """Return the value of a key, computed from the last key and value if it is another."""
        with self._lock:
            if self._last is None or self._last[0] != key:
                self._last = key, compute(self._last)
            return self._last[1]
