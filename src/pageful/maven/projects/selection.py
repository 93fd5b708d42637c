"""The modules of a reactor that a caller names, and Maven's arguments for them."""

from __future__ import annotations

import difflib
import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pageful.maven.projects.module import Module
from pageful.tool.errors import ToolError

_FEW = 30
_CLOSEST = 10
"""Names in a refusal: all where they fit into some lines, else the first that may be meant."""


def selection_args(names: Sequence[str], modules: Sequence[Module]) -> tuple[str, ...]:
    """Return Maven's arguments for modules and those that they need; empty for no names.

    A module is named by its artifactId, `group:artifactId`, or its directory relative to the
    root; with `!` before it, it is left out. One that lists others means those too.

    Raises:
        ToolError: a name is no module's, or there are none.
    """
    if not names:
        return ()
    if not modules:
        raise ToolError(
            "`modules` names modules of a project that has several, and this one has none.",
            "Call it again without `modules`.",
        )
    selectors = _selectors(modules)
    meant, out = _split_selection(names, modules)
    asked = [selectors[each] for each in meant]
    listed = ",".join(dict.fromkeys((*asked, *(f"!{selectors[each]}" for each in out))))
    return ("-pl", listed, "-am") if asked else ("-pl", listed)


def chosen_modules(names: Sequence[str], modules: Sequence[Module]) -> tuple[Module, ...]:
    """Return the modules that are named; all but those left out where no other is named."""
    asked, out = map(frozenset, _split_selection(names, modules))
    return tuple(each for each in modules if each not in out and (each in asked or not asked))


def _split_selection(
    names: Sequence[str], modules: Sequence[Module]
) -> tuple[list[Module], list[Module]]:
    """Return the modules that are asked for and those that are left out, in the order of names."""
    asked, out = list[Module](), list[Module]()
    for name in (name.strip() for each in names for name in each.split(",")):
        (out if name[:1] == "!" else asked).extend(_find_modules(name.removeprefix("!"), modules))
    return asked, out


def shortest_names(modules: Sequence[Module]) -> dict[Module, str]:
    """Return a name that a caller can give for each module: its artifactId where that is unique."""
    return {module: each.removeprefix(":") for module, each in _selectors(modules).items()}


def _selectors(modules: Sequence[Module]) -> dict[Module, str]:
    artifacts = Counter(module.artifact for module in modules)
    keys = Counter(module.key for module in modules)
    return {
        module: f":{module.artifact}"
        if artifacts[module.artifact] == 1 and _is_plain(module.artifact)
        else module.key
        if keys[module.key] == 1 and _is_plain(module.key)
        else module.directory
        for module in modules
    }


def _is_plain(name: str) -> bool:
    """Return whether a name is free of properties that only Maven knows, and of separators."""
    return bool(name) and not set(name) & set("${},! ")


def _find_modules(name: str, modules: Sequence[Module]) -> Iterator[Module]:
    found = [module for module in modules if has_name(module, name)]
    if not found:
        raise _unknown_module_error(name, modules)
    for each in modules:
        if each in found or (not each.in_profile and any(_is_below(each, one) for one in found)):
            yield each


def has_name(module: Module, name: str) -> bool:
    """Return whether a name is the module's: its artifactId, `group:artifactId`, or directory."""
    plain = name.removeprefix(":")
    directory = posixpath.normpath(name.replace("\\", "/"))
    return bool(plain) and (plain in (module.artifact, module.key) or directory == module.directory)


def _is_below(module: Module, aggregator: Module) -> bool:
    """Return whether a module is below the directory of one that only lists modules."""
    if aggregator.packaging != "pom" or module.directory.startswith("../"):
        return False
    return aggregator.directory == "." or module.directory.startswith(f"{aggregator.directory}/")


def _unknown_module_error(name: str, modules: Sequence[Module]) -> ToolError:
    """Return the error with all modules, or the closest where there are many, the closest first."""
    names = shortest_names(modules)
    closest = sorted(modules, key=lambda each: -_similarity(name, each))
    shown = closest if len(closest) <= _FEW else closest[:_CLOSEST]
    more = len(closest) - len(shown)
    rest = f" and {more} more" if more else ""
    listed = ", ".join(_quote_names(names[each] for each in shown))
    return ToolError(
        f"There is no module {name!r} in this project.",
        f"Name modules by artifactId or directory: {listed}{rest}.",
    )


def _similarity(name: str, module: Module) -> float:
    known = (module.artifact, module.key, module.directory)
    return max(difflib.SequenceMatcher(None, name[:200], each[:200]).ratio() for each in known)


def _quote_names(names: Iterable[str]) -> Iterator[str]:
    return (name if name.isprintable() else repr(name) for name in names)
