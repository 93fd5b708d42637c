"""Signatures and docstrings, read without `inspect` where that is simple."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.lazy.dataclasses import dataclass, field
from pageful.text.docstring import clean_docstring
from pageful.tool.field import REQUIRED
from pageful.tool.signature import signature_of


@given(st.text(alphabet="a \t\n", max_size=40))
def test_a_docstring_is_cleaned_as_inspect_does_it(text: str) -> None:
    assert clean_docstring(text) == inspect.cleandoc(text)


class Tools:
    def method(self, a: int, b: str = "x", *, c: bool, d: int = 2) -> None:
        """Do nothing."""

    @classmethod
    def of_class(cls, a: int) -> None:
        """Do nothing."""

    @staticmethod
    def alone(a: int, b: int = 1) -> None:
        """Do nothing."""

    def __call__(self, q: int) -> None:
        """Do nothing."""


@functools.wraps(Tools().method)
def wrapped(*args: Any, **kwargs: Any) -> None:
    """Do nothing."""


@dataclass
class Settings:
    a: int
    b: str = "x"
    c: list[str] = field(default_factory=list)
    d: int = field(default=1, init=False)


class Plain:
    def __init__(self, a: int, b: int = 2) -> None:
        self.a = a + b


def several(*args: int, a: int = 1, **kwargs: int) -> None:
    """Do nothing."""


@pytest.mark.parametrize(
    "function",
    [
        Tools().method,
        Tools.method,
        Tools.of_class,
        Tools.alone,
        Tools(),
        wrapped,
        Plain,
        several,
        functools.partial(Tools.alone, b=3),
    ],
    ids=[
        "a method",
        "a function of a class",
        "a method of the class",
        "a static method",
        "an object that is called",
        "a wrapped function",
        "a class",
        "any number of arguments",
        "a partial call",
    ],
)
def test_parameters_are_those_that_inspect_finds(function: Any) -> None:
    wanted = [
        (each.name, REQUIRED if each.default is each.empty else each.default)
        for each in inspect.signature(function).parameters.values()
    ]
    assert signature_of(function) == wanted


def test_of_settings_what_is_made_anew_can_be_given_back() -> None:
    names, defaults = zip(*signature_of(Settings), strict=True)
    assert (names, defaults[:2]) == (("a", "b", "c"), (REQUIRED, "x"))
    assert Settings(1, "y", defaults[2]) == Settings(1, "y", [])
