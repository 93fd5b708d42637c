"""The parameters of a function, read without `inspect` where that is simple."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, MethodType

from pageful.lazy.record_class import MISSING, parameters_of
from pageful.tool.field import REQUIRED

_TAKES_MORE = 0x04 | 0x08
"""The flags of code with `*args` or `**kwargs`."""


def signature_of(function: Callable[..., object]) -> list[tuple[str, object]]:
    """Return the name of each parameter with its default, which is `REQUIRED` where it has none."""
    if isinstance(function, type):
        known = parameters_of(function)
        if known is not None:
            return [(name, REQUIRED if each is MISSING else each) for name, each in known]
    plain = function.__func__ if isinstance(function, MethodType) else function
    if not isinstance(plain, FunctionType) or hasattr(plain, "__wrapped__"):
        return _inspect(function)
    if plain.__code__.co_flags & _TAKES_MORE or hasattr(plain, "__signature__"):
        return _inspect(function)
    found = list(_parameters(plain.__code__, plain))
    return found[1:] if isinstance(function, MethodType) else found


def _parameters(code: CodeType, function: FunctionType) -> Iterator[tuple[str, object]]:
    positional = code.co_varnames[: code.co_argcount]
    defaults = function.__defaults__ or ()
    required = len(positional) - len(defaults)
    for number, name in enumerate(positional):
        yield name, REQUIRED if number < required else defaults[number - required]
    keywords = function.__kwdefaults__ or {}
    for name in code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]:
        yield name, keywords.get(name, REQUIRED)


def _inspect(function: Callable[..., object]) -> list[tuple[str, object]]:
    import inspect

    return [
        (each.name, REQUIRED if each.default is each.empty else each.default)
        for each in inspect.signature(function).parameters.values()
    ]
