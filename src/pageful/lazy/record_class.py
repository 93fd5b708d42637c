"""Dataclasses whose constructor is compiled with the first instance."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from reprlib import recursive_repr
from types import FunctionType
from typing import Any, Final, NamedTuple

MISSING: Final = object()
"""The default of a field that has none."""

MADE_ANEW: Final = object()
"""What stands for the default of a field that is made anew for each instance."""

SHAPE = "__lazy_dataclass__"
"""The attribute of a class that has its `Shape`."""


class Field:
    """The options of one field, as `dataclasses.field` takes them."""

    __slots__ = ("compare", "default", "default_factory", "hash", "init", "repr")

    def __init__(
        self,
        default: Any,
        default_factory: Any,
        *,
        init: bool = True,
        repr: bool = True,  # noqa: A002 - the name is the standard library's
        hash: bool | None = None,  # noqa: A002
        compare: bool = True,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare


class Shape(NamedTuple):
    """All fields of a class in their order, the types of them as they are written, and options."""

    fields: Mapping[str, Field]
    types: Mapping[str, Any]
    frozen: bool
    slots: bool
    eq: bool
    kw_only: bool


def field(*, default: Any = MISSING, default_factory: Any = MISSING, **options: Any) -> Any:
    """Say more of a field than its type."""
    return Field(default, default_factory, **options)


def dataclass(
    cls: type | None = None,
    /,
    *,
    frozen: bool = False,
    slots: bool = False,
    eq: bool = True,
    repr: bool = True,  # noqa: A002
    kw_only: bool = False,
) -> Any:
    """Make a class with fields of the annotations in its body."""

    def decorate(cls: type) -> type:
        return _record_class(
            cls, _shape(cls, frozen=frozen, slots=slots, eq=eq, kw_only=kw_only), shows=repr
        )

    return decorate if cls is None else decorate(cls)


def replace(record: Any, /, **changes: Any) -> Any:
    """Return a record with some other values.

    Raises:
        ValueError: a value is of a field that the constructor does not take.
    """
    shape: Shape | None = getattr(type(record), SHAPE, None)
    if shape is None:
        from dataclasses import replace as standard

        return standard(record, **changes)
    for name, each in shape.fields.items():
        if not each.init:
            if name in changes:
                raise ValueError(f"field {name} is declared with init=False")
        elif name not in changes:
            changes[name] = getattr(record, name)
    return type(record)(**changes)


def _shape(cls: type, *, frozen: bool, slots: bool, eq: bool, kw_only: bool) -> Shape:
    fields: dict[str, Field] = {}
    types: dict[str, Any] = {}
    for base in cls.__mro__[-1:0:-1]:
        if isinstance(of_base := vars(base).get(SHAPE), Shape):
            fields.update(of_base.fields)
            types.update(of_base.types)
    for name, kind in vars(cls).get("__annotations__", {}).items():
        if not str(kind).startswith(("ClassVar", "typing.ClassVar")):
            said = vars(cls).get(name, MISSING)
            if type(said).__module__ == "dataclasses":
                raise TypeError(f"{cls.__name__}.{name} has a field of the standard library's")
            fields[name] = said if isinstance(said, Field) else Field(said, MISSING)
            types[name] = kind
    return Shape(fields, types, frozen, slots, eq, kw_only)


def _record_class(cls: type, shape: Shape, *, shows: bool) -> type:
    """Return a class with its methods; another one where it is to have slots."""
    made = _with_slots(cls, shape) if shape.slots else _with_defaults(cls, shape)
    given = vars(made)
    names = tuple(name for name, each in shape.fields.items() if each.compare)
    methods: dict[str, object] = {
        SHAPE: shape,
        "__dataclass_fields__": _Standard("__dataclass_fields__", shape),
        "__dataclass_params__": _Standard("__dataclass_params__", shape),
    }
    if "__init__" not in given:
        methods["__signature__"] = _Signature(made, shape)
    usual: dict[str, object] = {
        "__init__": _first_init(made, shape),
        "__match_args__": tuple(
            name for name, each in shape.fields.items() if each.init and not shape.kw_only
        ),
    }
    if shows:
        usual["__repr__"] = _repr(tuple(name for name, each in shape.fields.items() if each.repr))
    if shape.eq:
        usual["__eq__"] = _eq(_values(names))
    if shape.frozen:
        usual |= _frozen_methods(made, frozenset(shape.fields))
        if shape.slots:
            usual |= {"__getstate__": _state, "__setstate__": _set_state}
    for name, value in methods.items():
        setattr(made, name, value)
    hashes = _hash(made, shape)
    for name, value in usual.items():
        if name not in given:
            setattr(made, name, value)
    if hashes is not MISSING:
        made.__hash__ = hashes  # type: ignore[method-assign]
    return made


def _with_defaults(cls: type, shape: Shape) -> type:
    """Put the defaults of fields in the place of what was said of them."""
    for name, each in shape.fields.items():
        if vars(cls).get(name) is each:
            if each.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, each.default)
    return cls


def _with_slots(cls: type, shape: Shape) -> type:
    """Return the same class with slots, which a class can't be given later."""
    body = dict(vars(cls))
    above = {name for base in cls.__mro__[1:-1] for name in _slots(base)}
    body["__slots__"] = tuple(name for name in shape.fields if name not in above)
    for name in (*shape.fields, "__dict__", "__weakref__"):
        body.pop(name, None)
    made: type = type(cls)(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


def _slots(cls: type) -> Iterator[str]:
    slots = vars(cls).get("__slots__", ())
    return iter((slots,) if isinstance(slots, str) else slots)


def _values(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """Return what gets the values of some fields as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple(getattr(record, name) for name in names)


def _eq(values: Callable[[Any], Any]) -> Callable[[Any, object], bool]:
    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        if other.__class__ is self.__class__:
            return bool(values(self) == values(other))
        return NotImplemented

    return __eq__


def _hash(cls: type, shape: Shape) -> Any:
    """Return the hash of a class; `MISSING` where it keeps that which it has."""
    explicit = vars(cls).get("__hash__", MISSING)
    if not shape.eq or not (explicit is MISSING or (explicit is None and "__eq__" in vars(cls))):
        return MISSING
    if not shape.frozen:
        return None
    values = _values(
        tuple(
            name
            for name, each in shape.fields.items()
            if (each.compare if each.hash is None else each.hash)
        )
    )

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(values(self))

    return __hash__


def _repr(names: tuple[str, ...]) -> Callable[[Any], str]:
    @recursive_repr()
    def __repr__(self: Any) -> str:  # noqa: N807
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({values})"

    return __repr__


def _frozen_methods(cls: Any, names: frozenset[str]) -> dict[str, object]:
    def __setattr__(self: Any, name: str, value: object) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            _refuse("assign to", name)
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            _refuse("delete", name)
        super(cls, self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _refuse(change: str, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot {change} field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in getattr(type(self), SHAPE).fields]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(getattr(type(self), SHAPE).fields, state, strict=True):
        object.__setattr__(self, name, value)


def _first_init(cls: type, shape: Shape) -> Callable[..., None]:
    """Return a constructor that compiles the real one in its place."""
    compile_init = _compiled_init

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807
        init = compile_init(cls, shape)
        cls.__init__ = init  # type: ignore[misc]
        init(self, *args, **kwargs)

    # Of the class's own module, as annotations are looked up there.
    first = FunctionType(__init__.__code__, _globals(cls), "__init__", None, __init__.__closure__)
    return _annotated(first, cls, shape)


def _globals(cls: type) -> dict[str, Any]:
    return vars(sys.modules[cls.__module__]) if cls.__module__ in sys.modules else {}


def _annotated(init: Callable[..., None], cls: type, shape: Shape) -> Callable[..., None]:
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {
        name: shape.types[name] for name, each in shape.fields.items() if each.init
    } | {"return": None}
    return init


def parameters_of(cls: type) -> list[tuple[str, object]] | None:
    """Return what the constructor of a class of ours takes: names, and defaults or `MISSING`.

    The default of what is made anew for each instance is an object that stands for that.
    """
    shape: Shape | None = vars(cls).get(SHAPE)
    if shape is None or "__signature__" not in vars(cls):
        return None
    return [
        (name, each.default if each.default_factory is MISSING else MADE_ANEW)
        for name, each in shape.fields.items()
        if each.init
    ]


def _compiled_init(cls: type, shape: Shape) -> Callable[..., None]:
    """Compile the constructor of a class."""
    lines, known = [], dict[str, object]()
    parameters = ["self", "*"] if shape.kw_only else ["self"]
    known["_set"], known["_made_anew"] = object.__setattr__, MADE_ANEW
    for name, each in shape.fields.items():
        value = name
        if each.default_factory is not MISSING:
            known[f"_make_{name}"] = each.default_factory
            value = f"_make_{name}()"
            if each.init:
                parameters.append(f"{name}=_made_anew")
                value += f" if {name} is _made_anew else {name}"
        elif each.default is not MISSING:
            known[f"_default_{name}"] = each.default
            if each.init:
                parameters.append(f"{name}=_default_{name}")
            elif shape.slots:
                value = f"_default_{name}"
            else:
                continue  # it is the class's
        elif each.init:
            parameters.append(name)
        else:
            continue
        lines.append(f"_set(self, {name!r}, {value})" if shape.frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "".join(f"  {line}\n" for line in lines or ["pass"])
    source = f"def make({', '.join(known)}):\n def __init__({', '.join(parameters)}):\n{body}"
    made: dict[str, Any] = {}
    exec(f"{source} return __init__", _globals(cls), made)  # noqa: S102 - of names of fields alone
    return _annotated(made["make"](**known), cls, shape)


class _Standard:
    """The attributes that `dataclasses` sets on a class, made when they are asked for."""

    def __init__(self, name: str, shape: Shape) -> None:
        self._name = name
        self._shape = shape
        self._made: object = None

    def __get__(self, record: object, cls: type) -> object:
        if self._made is None:
            from pageful.lazy.standard_class import standard_class

            self._made = getattr(standard_class(self._shape), self._name)
        return self._made


class _Signature:
    """The parameters of a class, made when they are asked for."""

    def __init__(self, cls: type, shape: Shape) -> None:
        self._cls = cls
        self._shape = shape

    def __get__(self, record: object, cls: type) -> object:
        from inspect import signature

        if record is not None or cls is not self._cls:
            raise AttributeError("__signature__")
        whole = signature(_compiled_init(self._cls, self._shape))
        return whole.replace(parameters=list(whole.parameters.values())[1:])
