"""Modules that are loaded when one of their functions is called: a list of tools needs none."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


class LateModule:
    """Stands for a module of functions, which is loaded when the first of them is called."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, function: str) -> Callable[..., Any]:
        """Return what calls a function of the module."""

        def call(*arguments: Any, **named: Any) -> Any:
            return getattr(import_module(self._name), function)(*arguments, **named)

        return call
