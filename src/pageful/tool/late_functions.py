"""Functions whose module is loaded when they are called: a list of tools needs none of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def late_function(module: str, name: str) -> Callable[..., Any]:
    """Return a function that loads a module, and calls the one of that name in it."""

    def call(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **named)

    call.__name__ = name
    return call


def late_functions(package: str, modules: Mapping[str, str]) -> Callable[[str], Callable[..., Any]]:
    """Return the `__getattr__` of a package, from its functions' names to the modules in it."""

    def find(name: str) -> Callable[..., Any]:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = modules[name]
        return late_function(module if "." in module else f"{package}.{module}", name)

    return find


class LateModule:
    """Stands for a module of functions."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, function: str) -> Callable[..., Any]:
        """Return what calls a function of the module."""
        return late_function(self._name, function)
