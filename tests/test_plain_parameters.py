"""Plain parameters are checked and announced as pydantic does it, without loading it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.tool.checks import PlainCheck, WrongValueError, is_plain
from pageful.tool.field import REQUIRED, Field, Parameter
from pageful.tool.pydantic_parameters import PydanticCheck

_PARAMETERS = (
    Parameter("text", str),
    Parameter("short", Annotated[str, Field(min_length=2, max_length=4, pattern=r"^a\w*$")], "ab"),
    Parameter("count", Annotated[int, Field(ge=1, le=10, description="How many.")], 3),
    Parameter("maybe", Annotated[int | None, Field(gt=0, alias="maybeSo")], None),
    Parameter("seconds", Annotated[float | None, Field(ge=0, lt=3600.5)], None),
    Parameter("deep", bool, default=False),
    Parameter("form", Literal["plain", "loud", "mute"], "plain"),
    Parameter("only", Literal["one"] | None, None),
    Parameter("words", Annotated[list[str], Field(min_length=1, max_length=3)], REQUIRED),
    Parameter("numbers", list[int] | None, None),
    Parameter("place", Annotated[Path | None, Field(description="Where.")], None),
    Parameter("root", Path, Path()),
    Parameter("places", list[Path], []),
)  # fmt: skip
_PLAIN = PlainCheck(_PARAMETERS)
_PYDANTIC = PydanticCheck("call", _PARAMETERS)

_NAMES = [each.public_name for each in _PARAMETERS]
_VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 12),
    st.floats(),
    st.sampled_from(
        [
            10**400,
            "plain",
            "loud",
            "one",
            "a",
            "abc",
            "abcd",
            "ab\n",
            "\ud800",
            "ae\u0301",
            "a\xe9",
            b"x",
        ]
    ),
    st.text(max_size=5),
    st.just(Path("x")),
    st.lists(st.one_of(st.text(max_size=2), st.integers(), st.booleans()), max_size=4),
    st.tuples(st.text(max_size=2)),
    st.just([Path("x")]),
    st.just({}),
)


def _outcome(check: Any, arguments: dict[str, Any]) -> Any:
    try:
        return repr(check.check(arguments))
    except WrongValueError as error:
        return [(each.place, each.message, _shown(each)) for each in error.problems]


def _shown(problem: Any) -> str:
    """The value that is wrong; of a parameter that is missing no value is shown."""
    return "" if problem.message == "missing" else repr(problem.value)


def test_every_parameter_here_is_plain() -> None:
    assert all(map(is_plain, _PARAMETERS))


@given(st.dictionaries(st.sampled_from([*_NAMES, "other", "maybe"]), _VALUES, max_size=5))
def test_arguments_are_taken_and_refused_as_pydantic_does_it(arguments: dict[str, Any]) -> None:
    assert _outcome(_PLAIN, arguments) == _outcome(_PYDANTIC, arguments)


@given(st.sampled_from(_NAMES), _VALUES)
def test_each_value_is_taken_or_refused_as_pydantic_does_it(name: str, value: Any) -> None:
    arguments = {"text": "x", "words": ["x"], name: value}
    assert _outcome(_PLAIN, arguments) == _outcome(_PYDANTIC, arguments)


_BORDERS: dict[str, list[Any]] = {
    "text": ["", "\ud800", 1, None],
    "short": ["a", "ab", "abcd", "abcde", "ab\n", "a-", "aé", "a—", "\ud800", 2],
    "count": [0, 1, 10, 11, 2.0, True, "3", None],
    "maybeSo": [0, 1, None, 1.5],
    "seconds": [-0.1, 0, 3600, 3600.5, float("nan"), 10**400, True, "1", None],
    "deep": [True, 1, "true"],
    "form": ["plain", "mute", "none", "\ud800", 1, None],
    "only": ["one", "two", None],
    "words": [[], ["a"], ["a"] * 3, ["a"] * 4, ["a", 1, None], "a", None, ("a",)],
    "numbers": [[], [1], [1, True], ["1"], None],
    "place": ["x", Path("x"), 1, b"x", None],
    "root": ["", 1, None],
    "places": [[Path("x")], ["x"], None],
    "other": [1],
}
"""Values on both sides of every limit."""


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in _BORDERS.items() for value in values]
)
def test_each_limit_is_where_pydantic_has_it(name: str, value: Any) -> None:
    arguments = {"text": "x", "words": ["x"], name: value}
    assert _outcome(_PLAIN, arguments) == _outcome(_PYDANTIC, arguments)


_LIMITED = (
    Parameter("few", Annotated[list[str], Field(min_length=2, max_length=1)], []),
    Parameter("one", Annotated[str, Field(min_length=1, max_length=1)], ""),
    Parameter("above", Annotated[int, Field(gt=2, lt=4)], 3),
    Parameter("begun", Annotated[str, Field(pattern="^a")], "a"),
)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("few", []), ("few", ["a"]), ("few", ["a", "b"]),
        ("one", ""), ("one", "a"), ("one", "ab"),
        ("above", 2), ("above", 3), ("above", 4),
        ("begun", "ab"), ("begun", "ba"), ("begun", "aé"), ("begun", "éa"),
    ],
)  # fmt: skip
def test_every_kind_of_limit_is_said_as_pydantic_says_it(name: str, value: Any) -> None:
    check, theirs = PlainCheck(_LIMITED), PydanticCheck("call", _LIMITED)
    assert _outcome(check, {name: value}) == _outcome(theirs, {name: value})


def test_a_default_is_not_shared_between_calls() -> None:
    given = {"text": "x", "words": ["x"]}
    _PLAIN.check(given)["places"].append(Path("x"))
    assert _PLAIN.check(given)["places"] == []


def test_the_schema_is_pydantics_without_titles() -> None:
    plain, theirs = _PLAIN.properties(), _PYDANTIC.properties()
    assert list(plain) == list(theirs)
    for name, schema in plain.items():
        expected = {key: value for key, value in theirs[name].items() if key != "title"}
        branches = expected.pop("anyOf", [])
        expected |= next((each for each in branches if each != {"type": "null"}), {})
        if expected.get("default", 0) is None:
            del expected["default"]
        assert schema == expected, name


class _Odd:
    """A type that is not plain."""


@pytest.mark.parametrize("kind", [_Odd, dict[str, int], list[list[str]], int | str, Literal[1, 2]])
def test_other_types_are_left_to_pydantic(kind: Any) -> None:
    assert not is_plain(Parameter("x", kind))
