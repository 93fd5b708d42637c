"""A module of a project by its POM: its names, its directory, and the modules that it needs."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pageful.lazy.dataclasses import dataclass
from pageful.maven.projects.pom import Pom

_NEEDED = ("dependencies/dependency", "build/plugins/plugin", "build/extensions/extension")
_NEEDED_BY_PLUGINS = "build/plugins/plugin/dependencies/dependency"


@dataclass(frozen=True, slots=True)
class Module:
    """One module. `directory` is relative to the root ("." there), with forward slashes.

    `needs` are the modules that it has among its dependencies and plugins, as `group:artifact`;
    `needs_tests` are those of them whose test classes it needs. `in_profile` says that only a
    profile lists it, so that it may not be built.
    """

    group: str
    artifact: str
    version: str
    name: str
    directory: str
    packaging: str = "jar"
    needs: frozenset[str] = frozenset()
    needs_tests: frozenset[str] = frozenset()
    in_profile: bool = False

    @property
    def key(self) -> str:
        """The key by which Maven knows the module: `group:artifact`."""
        return f"{self.group}:{self.artifact}"


def read_modules(root: Path, listed: Sequence[tuple[Pom, bool]]) -> tuple[Module, ...]:
    """Return the modules of these POMs; each comes with whether only a profile lists it.

    They are below or beside the directory `root`.
    """
    keys = frozenset(f"{pom.group}:{pom.artifact}" for pom, _ in listed)
    return tuple(_read_module(root, pom, keys, in_profile=in_profile) for pom, in_profile in listed)


def _read_module(root: Path, pom: Pom, keys: Collection[str], *, in_profile: bool) -> Module:
    needed = {key: tests for key, tests in _needs(pom) if key in keys}
    return Module(
        pom.group,
        pom.artifact,
        pom.version,
        pom.name,
        Path(os.path.relpath(pom.directory, root)).as_posix(),
        pom.packaging,
        frozenset(needed),
        frozenset(key for key, tests in needed.items() if tests),
        in_profile,
    )


def _needs(pom: Pom) -> Iterator[tuple[str, bool]]:
    """List the artifacts that a POM asks for, each with whether it is the tests of one."""
    for path in (*_NEEDED, _NEEDED_BY_PLUGINS):
        for element in pom.every(path):
            group, artifact, type_, classifier = (
                pom.interpolate(element.findtext(f"{{*}}{name}", "").strip())
                for name in ("groupId", "artifactId", "type", "classifier")
            )
            yield f"{group}:{artifact}", type_ == "test-jar" or classifier == "tests"


def closure(keys: Iterable[str], needs: Mapping[str, Collection[str]]) -> frozenset[str]:
    """Return the keys of modules and of all that they need, directly or not."""
    found: set[str] = set()
    left = list(keys)
    while left:
        key = left.pop()
        if key not in found:
            found.add(key)
            left.extend(needs.get(key, ()))
    return frozenset(found)
