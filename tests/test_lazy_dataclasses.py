"""Dataclasses whose methods are made when they are used, beside the standard library's."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import typing
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
import pytest

from pageful.lazy import record_class

Maker = Callable[..., Any]
BOTH = pytest.mark.parametrize(
    ("dataclass", "field"),
    [(dataclasses.dataclass, dataclasses.field), (record_class.dataclass, record_class.field)],
    ids=["standard", "lazy"],
)
OPTIONS = pytest.mark.parametrize("options", [{}, {"frozen": True}, {"slots": True}])


def point(dataclass: Maker, field: Maker, **options: Any) -> Any:
    @dataclass(**options)
    class Point:
        kind: ClassVar[str] = "point"
        x: int
        y: int = 2
        names: list[str] = field(default_factory=list)
        note: str = field(default="", compare=False, repr=False)
        size: int = field(default=7, init=False)

    return Point


@BOTH
@OPTIONS
def test_instances_have_their_values_and_defaults(
    dataclass: Maker, field: Maker, options: dict[str, Any]
) -> None:
    made = point(dataclass, field, **options)
    one = made(1, names=["a"])
    assert (one.x, one.y, one.names, one.note, one.size) == (1, 2, ["a"], "", 7)
    assert made(1).names is not made(1).names
    assert made.kind == "point"
    assert repr(one).endswith("Point(x=1, y=2, names=['a'], size=7)")
    assert one == made(1, 2, ["a"], "another note")
    assert one != made(1, 3, ["a"])
    assert one != 1
    assert made.__match_args__ == ("x", "y", "names", "note")
    with pytest.raises(TypeError):
        made()
    with pytest.raises(TypeError):
        made(1, size=8)


@BOTH
@OPTIONS
def test_a_changed_copy_has_the_other_values(
    dataclass: Maker, field: Maker, options: dict[str, Any]
) -> None:
    one = point(dataclass, field, **options)(1)
    for replace in (dataclasses.replace, record_class.replace):
        assert replace(one, y=5) == type(one)(1, 5)
        # Python 3.13 raises the latter.
        with pytest.raises((ValueError, TypeError), match="init=False"):
            replace(one, size=3)


@BOTH
@OPTIONS
def test_others_see_the_fields(dataclass: Maker, field: Maker, options: dict[str, Any]) -> None:
    made = point(dataclass, field, **options)
    assert [each.name for each in dataclasses.fields(made)] == ["x", "y", "names", "note", "size"]
    assert dataclasses.fields(made)[2].default_factory is list
    assert dataclasses.asdict(made(1))["names"] == []
    assert dataclasses.is_dataclass(made(1))
    assert list(inspect.signature(made).parameters) == ["x", "y", "names", "note"]
    assert inspect.signature(made).parameters["y"].default == 2
    assert typing.get_type_hints(made.__init__)["names"] == list[str]
    assert msgspec.json.encode(made(1)).startswith(b'{"x":1,"y":2,"names":[],"note":""')


@BOTH
def test_what_is_frozen_can_not_be_changed(dataclass: Maker, field: Maker) -> None:
    @dataclass(frozen=True)
    class Frozen:
        x: int

    one: Any = Frozen(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        one.x = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'x'"):
        del one.x
    assert hash(one) == hash(Frozen(1))
    assert {one: "kept"}[Frozen(1)] == "kept"


@BOTH
def test_hashes_are_those_that_equality_allows(dataclass: Maker, field: Maker) -> None:
    assert point(dataclass, field).__hash__ is None
    same = dataclass(frozen=True, eq=False)(type("Same", (), {"__annotations__": {"x": "int"}}))
    assert same(1) != same(1)
    assert hash(same(1)) is not None

    @dataclass(frozen=True)
    class Own:
        x: int

        def __hash__(self) -> int:
            return 5

        def __repr__(self) -> str:
            return "own"

    assert (hash(Own(1)), repr(Own(1))) == (5, "own")


@BOTH
def test_slots_are_slots_and_a_base_keeps_its_own(dataclass: Maker, field: Maker) -> None:
    @dataclass(frozen=True, slots=True)
    class Base:
        x: int
        y: int = 1

    @dataclass(frozen=True, slots=True)
    class Derived(Base):
        z: int = 3
        y: int = 9

    assert Derived(1) == Derived(1, 9, 3)
    assert (vars(Base)["__slots__"], vars(Derived)["__slots__"]) == (("x", "y"), ("z",))
    assert not hasattr(Derived(1), "__dict__")
    assert copy.copy(Derived(4)) == Derived(4)


@BOTH
def test_what_follows_the_constructor_runs(dataclass: Maker, field: Maker) -> None:
    @dataclass(kw_only=True)
    class Sized:
        x: int
        doubled: int = field(init=False)

        def __post_init__(self) -> None:
            self.doubled = 2 * self.x

    assert Sized(x=2).doubled == 4
    with pytest.raises(TypeError):
        Sized(2)  # type: ignore[call-arg]


@record_class.dataclass(frozen=True, slots=True)
class Pickled:
    x: int
    rest: tuple[int, ...] = ()


@record_class.dataclass
class Nested:
    inner: Any = None


def test_an_instance_is_pickled_and_one_that_holds_itself_is_printed() -> None:
    assert pickle.loads(pickle.dumps(Pickled(1, (2,)))) == Pickled(1, (2,))  # type: ignore[call-arg]
    nested = Nested()
    nested.inner = nested
    assert repr(nested) == "Nested(inner=...)"


def test_a_class_of_the_standard_library_can_follow_one_and_go_before_one() -> None:
    @dataclasses.dataclass(frozen=True)
    class Below(Pickled):
        more: int = 0

    assert [each.name for each in dataclasses.fields(Below)] == ["x", "rest", "more"]
    below: Any = Below
    assert below(1, more=3).more == 3
    standard = dataclasses.make_dataclass("Standard", [("x", int)])
    assert record_class.replace(standard(1), x=2) == standard(2)
