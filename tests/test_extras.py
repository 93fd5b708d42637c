"""Extras: each room imports only what the base installs, or what its family's extra brings."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest

from pageful.main import FAMILIES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "pageful"
EXTRA_OF_ROOM = {
    "serve": "mcp",
    "usage": "mcp",
    "builds": "maven",
    "jvm": "maven",
    "embedding": "vault",
    "maven": "maven",
    "code": "code",
    "vault": "vault",
}
EXTRA_WITHIN_ROOM = {"code/store/postgres": "postgres"}
"""Extras of parts of a room, which the rest of it does without."""

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _required(requirements: list[str]) -> Iterator[str]:
    """The distributions that requirements name, with those of our own extras among them."""
    for requirement in requirements:
        match = re.match(r"(?P<name>[\w.-]+)(?:\[(?P<extras>[\w,]+)\])?", requirement)
        assert match
        if match["name"] != "pageful":
            yield match["name"].lower()
            continue
        for extra in match["extras"].split(","):
            yield from _required(PROJECT["optional-dependencies"][extra])


@cache
def _distributions() -> Mapping[str, list[str]]:
    return metadata.packages_distributions()


def _installed_with(extra: str | None) -> set[str]:
    extras = PROJECT["optional-dependencies"][extra] if extra else []
    return {*_required(PROJECT["dependencies"]), *_required(extras)}


def _imported(path: Path) -> Iterator[str]:
    """The foreign packages that a module imports, but those that only types need."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


BY_TYPE_CHECKERS_ALONE = {"_typeshed"}
GUARDED = {
    "checks.py": {"pydantic"},
    "pydantic_parameters.py": {"pydantic"},
    "server_command.py": {"anyio"},
    "storage.py": {"platformdirs"},
    "tree_watch.py": {"inotify_simple"},
    "terminal.py": {"rich"},
    "testing.py": {"pytest"},
    "token_counts.py": {"splintr"},
    "yaml_text.py": {"yaml"},
}
"""Imports that a module does without: it names them, or works as on other systems."""

FOR_FAMILIES = {"bm25.py": {"numpy"}}
"""Imports of modules that only families with these packages import."""

OF_ONE_SYSTEM = {"inotify-simple"}

WITH_ANOTHER = {"mcp_types": "mcp", "h11": "uvicorn"}
"""Packages that come with one that is required."""


@pytest.mark.parametrize(
    "room", sorted({path.name for path in SOURCE.iterdir() if path.name != "__pycache__"})
)
def test_a_room_imports_only_what_is_installed_with_it(room: str) -> None:
    distributions = _distributions()
    files = sorted((SOURCE / room).rglob("*.py")) if "." not in room else [SOURCE / room]
    for path in files:
        if path.suffix != ".py":
            continue
        part = EXTRA_WITHIN_ROOM.get(path.parent.relative_to(SOURCE).as_posix())
        installed = _installed_with(part or EXTRA_OF_ROOM.get(room))
        allowed = GUARDED.get(path.name, set()) | FOR_FAMILIES.get(path.name, set())
        allowed |= BY_TYPE_CHECKERS_ALONE
        for name in set(_imported(path)) - sys.stdlib_module_names - {"pageful"} - allowed:
            owner = WITH_ANOTHER.get(name) or distributions[name][0]
            assert owner.lower() in installed, f"{path.relative_to(SOURCE)} imports {name}"


def test_the_base_installs_few_packages() -> None:
    assert set(_required(PROJECT["dependencies"])) == {"markdown-it-py"}


@pytest.mark.parametrize("name", ["maven", "code", "vault"])
def test_a_family_names_the_modules_of_its_extra(name: str) -> None:
    family = FAMILIES[name]()
    distributions = _distributions()
    owners = {distributions[module][0].lower() for module in family.modules}
    grammars = {each for each in _installed_with(name) if each.startswith("tree-sitter-")}
    shared = _installed_with("mcp") | _installed_with("terminal")
    assert owners | grammars | shared == _installed_with(name) - OF_ONE_SYSTEM
    assert all(find_spec(module) for module in family.modules)
