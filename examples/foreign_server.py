"""A server that others wrote, to put the gateway in front of: of npm, else of PyPI.

It is filled with facts about this repository: its modules, and which of them imports which.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
_SOURCE = REPOSITORY / "src"
_INSTALLED = REPOSITORY / ".venv" / "foreign"
_NPM = "@modelcontextprotocol/server-memory@2026.8.31"
_PYPI = ("mcp-server-sqlite==2025.4.25", "mcp<2")
_ROOMS = ("gateway", "anything", "shapes", "page")
_PATIENCE = 300
"""Seconds until an installation is given up."""


@dataclass(frozen=True)
class ForeignServer:
    """A server: its name, how it is started, and the call that gives a large result.

    `rest` is the rest of a `recall` that asks for a part of it.
    """

    name: str
    command: tuple[str, ...]
    tool: str
    arguments: Mapping[str, object]
    rest: Mapping[str, object]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Module:
    """A module, how long it is, what it is for, and what it imports of this package."""

    name: str
    lines: int
    summary: str
    imports: tuple[str, ...]


def modules() -> Iterator[Module]:
    """Yield the modules of some rooms of this package."""
    for room in _ROOMS:
        for file in sorted((_SOURCE / "pageful" / room).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            tree = ast.parse(text)
            named = [
                node.module for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pageful.")
            ]  # fmt: skip
            name = ".".join(file.relative_to(_SOURCE).with_suffix("").parts)
            imports = tuple(dict.fromkeys(each for each in named if each))
            yield Module(name, text.count("\n"), _summary(file), imports)


def _summary(file: Path) -> str:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]


def find_server(directory: Path) -> ForeignServer | str:
    """Install a server and fill it with facts, or say why there is none."""
    reasons = []
    for make in (_memory_server, _sqlite_server):
        try:
            return make(directory)
        except (OSError, subprocess.SubprocessError, LookupError) as error:
            reasons.append(str(error).splitlines()[0])
    return "; ".join(reasons)


def _memory_server(directory: Path) -> ForeignServer:
    """A knowledge graph, of npm: pretty JSON, and the same once more as structured content."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        raise LookupError("there is no node with npm")
    place = _INSTALLED / "npm"
    main = place / "node_modules" / "@modelcontextprotocol" / "server-memory" / "dist" / "index.js"
    if not main.exists():
        quiet = ("--silent", "--no-fund", "--no-audit", "--ignore-scripts")
        place.mkdir(parents=True, exist_ok=True)
        _run([npm, "install", *quiet, "--prefix", str(place), _NPM], main.exists)
    graph = directory / "graph.jsonl"
    graph.write_text("\n".join(map(json.dumps, _graph())), encoding="utf-8")
    rest = {"path": "relations", "where": "to=pageful.shapes.values", "columns": "from"}
    environment = {"MEMORY_FILE_PATH": str(graph)}
    return ForeignServer(
        "server-memory, of npm", (node, str(main)), "read_graph", {}, rest, environment
    )


def _graph() -> Iterator[Mapping[str, object]]:
    for room in _ROOMS:
        said = [_summary(_SOURCE / "pageful" / room / "__init__.py")]
        yield {"type": "entity", "name": room, "entityType": "room", "observations": said}
    for each in modules():
        for name in each.imports:
            yield {"type": "relation", "from": each.name, "to": name, "relationType": "imports"}


def _sqlite_server(directory: Path) -> ForeignServer:
    """A database, of PyPI: rows as Python prints them."""
    place = _INSTALLED / "pypi"
    program = place / "bin" / "mcp-server-sqlite"
    if not program.exists():
        venv.create(place, with_pip=True, clear=True)
        pip = [str(place / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
        # What is pinned for pageful itself is another version of the SDK.
        os.environ.pop("PIP_CONSTRAINT", None)
        _run([*pip, *_PYPI], program.exists)
    database = directory / "modules.db"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE module (name, lines, summary)")
        rows = [(each.name, each.lines, each.summary) for each in modules()]
        connection.executemany("INSERT INTO module VALUES (?, ?, ?)", rows)
    query = {"query": "SELECT * FROM module ORDER BY name"}
    rest = {"where": "lines>=200", "columns": "name,lines", "sort": "-lines"}
    command = (str(program), "--db-path", str(database))
    return ForeignServer("mcp-server-sqlite, of PyPI", command, "read_query", query, rest)


def _run(command: list[str], is_there: Callable[[], bool]) -> None:
    ran = subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
        stdin=subprocess.DEVNULL,
    )
    if ran.returncode or not is_there():
        last = (ran.stderr.strip() or ran.stdout.strip() or "it failed").splitlines()[-1]
        raise LookupError(f"{Path(command[0]).name} can't install {command[-1]}: {last}")


if __name__ == "__main__":
    sys.exit("This is a part of demo.py.")
