"""Functions that dispatch on the types of their arguments, and may map over lists.

The first variant whose types fit is taken. A function that is vectorised at some positions is
called, where one of them holds an array, once for each element; the shortest array ends it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from pageful.vault.dataview.context import Context
from pageful.vault.values.failures import EvaluationError
from pageful.vault.values.values import Value, type_name

Implementation: TypeAlias = Callable[..., Value]
"""A function of the context and the arguments."""

Vectors: TypeAlias = dict[int, tuple[int, ...]]
"""For each number of arguments the positions that are vectorised."""

_ANY = "*"
_REMEMBERED = 4


class Variant:
    """An implementation of a function for arguments of some types."""

    __slots__ = ("run", "types")

    def __init__(self, types: str | None, run: Implementation) -> None:
        self.types = None if types is None else tuple(types.split())
        self.run = run

    def fits(self, types: tuple[str, ...]) -> bool:
        """Return whether the variant accepts arguments of these types."""
        if self.types is None:
            return True
        return len(types) == len(self.types) and all(
            wanted in (_ANY, given) for wanted, given in zip(self.types, types, strict=True)
        )


def on(types: str, run: Implementation) -> Variant:
    """Make a variant for types such as `"string number"`; `*` is any type."""
    return Variant(types, run)


def otherwise(run: Implementation) -> Variant:
    """Make a variant for any number of arguments of any types."""
    return Variant(None, run)


def null(*_: object) -> Value:
    """Return null, whatever the arguments."""
    return None


class Overloads:
    """A function of several variants."""

    __slots__ = ("_chosen", "_name", "_variants", "_vectors")

    def __init__(self, name: str, *variants: Variant, vectors: Vectors | None = None) -> None:
        self._name = name
        self._variants = variants
        self._vectors = vectors or {}
        self._chosen: dict[tuple[type, ...], Implementation] = {}

    def __call__(self, context: Context, *arguments: Value) -> Value:
        """Call the variant that accepts these arguments.

        Raises:
            EvaluationError: No variant takes arguments of these types.
        """
        context.budget.step()
        classes = tuple(map(type, arguments))
        chosen = self._chosen.get(classes)
        if chosen is None:
            types = tuple([type_name(argument) for argument in arguments])
            chosen = self._choose(types)
            if len(classes) <= _REMEMBERED:
                self._chosen[classes] = chosen
        value = chosen(context, *arguments)
        if isinstance(value, str | tuple):
            context.budget.allocate(len(value))
        return value

    def _choose(self, types: tuple[str, ...]) -> Implementation:
        positions = self._vectors.get(len(types), ())
        arrays = tuple(at for at in positions if types[at] == "array")
        if arrays:
            return self._for_each(arrays)
        for variant in self._variants:
            if variant.fits(types):
                return variant.run
        return self._unfit(types)

    def _for_each(self, positions: tuple[int, ...]) -> Implementation:
        def run(context: Context, *arguments: Value) -> Value:
            given = list(arguments)
            columns = [cast("tuple[Value, ...]", arguments[at]) for at in positions]
            results = list[Value]()
            for elements in zip(*columns, strict=False):
                for at, element in zip(positions, elements, strict=True):
                    given[at] = element
                results.append(self(context, *given))
            context.budget.allocate(len(results))
            return tuple(results)

        return run

    def _unfit(self, types: tuple[str, ...]) -> Implementation:
        def fail(*_: object) -> Value:
            given = ", ".join(types)
            raise EvaluationError(
                f"No implementation of '{self._name}' found for arguments: {given}."
            )

        return fail
