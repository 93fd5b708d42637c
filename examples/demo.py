"""A real client and real servers: each page beside the JSON that it replaces."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from foreign_server import ForeignServer, find_server
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import TextContent

from pageful.hook.decision import decide
from pageful.hook.installing import find_starter

EXAMPLES = Path(__file__).parent
REPOSITORY = EXAMPLES.parent
BUILDS: tuple[tuple[str, tuple[tuple[str, dict[str, object]], ...]], ...] = (
    ("green", (("maven_test", {}),)),
    ("compile-error", (("maven_compile", {}),)),
    (
        "failing-tests",
        (
            ("maven_test", {}),
            ("maven_build", {"show": "log", "pattern": "Tests run:.*Errors: [1-9]"}),
            ("maven_dependencies", {"includes": "opentest4j"}),
        ),
    ),
)
SEARCHES = (
    "how is a page cut to its budget?",
    "ToolError",
)
EXACT_CALLS: tuple[tuple[str, dict[str, object]], ...] = (
    ("find_code", {"text": ["fill_pages"]}),
    ("show_code", {"places": ["pagination.py::fill_pages", "units.py::size"]}),
)
VAULT_CALLS: tuple[tuple[str, dict[str, object]], ...] = (
    ("vault_search", {"query": "rye starter", "page_size": 3}),
    ("vault_search", {"query": "task-todo:Marta OR [hydration:>=80]"}),
    ("vault_search", {"query": "why does my bread not rise", "page_size": 3}),
    ("vault_find", {"queries": ["flour", "links:Marta"], "show": "lines"}),
    ("vault_read", {"path": "Journal/2025-03-08.md"}),
    ("vault_read", {"path": "Baguette", "heading": "Baking"}),
    ("vault_about", {"topic": "rye starter", "length": 2000}),
    ("vault_list", {"recursive": True}),
    ("view_file", {"path": "Baguette", "text": "steam", "window": 6}),
    ("graph_traverse", {"path": "Marta", "max_nodes": 8}),
    ("graph_path", {"source": "Journal/2025-03-15.md", "target": "Equipment/Deck oven.md"}),
    ("vault_tags", {}),
    ("base_query", {"path": "Recipes", "view": "Vegan or not"}),
    ("base_query", {"path": "Journal/Sales.base"}),
    ("system_info", {}),
)


def server(*options: str) -> StdioServerParameters:
    """How to start `pageful serve` with some options."""
    return StdioServerParameters(command=sys.executable, args=["-m", "pageful", "serve", *options])


async def answer(client: Client, tool: str, arguments: Mapping[str, object]) -> str:
    """The text that a tool answers with."""
    result = await client.call_tool(tool, dict(arguments))
    content = result.content[0]
    assert isinstance(content, TextContent)
    return content.text


def show(title: str, page: str, data: str) -> None:
    """Print a page, and how much longer the JSON of the same is."""
    print(f"━━━ {title} ━━━\n\n{page}\n")
    print(f"({len(page):,} characters; as compact JSON {len(data):,})\n", flush=True)


def shown_call(tool: str, arguments: Mapping[str, object]) -> str:
    """A call as it is written."""
    given = ", ".join(f"{name}={json.dumps(each)}" for name, each in arguments.items())
    return f"{tool}({given})"


async def search_this_repository(data: Path) -> None:
    """Index the repository that this file is in, and search it."""
    print("Indexing and searching this very repository …\n", flush=True)
    page = {"response_format": "markdown", "detail_level": "concise"}
    async with Client(stdio_client(server("code", "--data", str(data)))) as client:
        index = {"repo_path": str(REPOSITORY), "project_id": "pageful"}
        shown = await answer(client, "index_repository", index | page)
        show("index_repository", shown, await answer(client, "index_repository", index))
        for query in SEARCHES:
            search = {"query": query, "limit": 5}
            shown = await answer(client, "search_code", search | page)
            show(f'search_code("{query}")', shown, await answer(client, "search_code", search))
        for tool, arguments in EXACT_CALLS:
            of_page = {**arguments, "response_format": "markdown"}
            shown = await answer(client, tool, of_page)
            show(shown_call(tool, arguments), shown, await answer(client, tool, arguments))


async def walk_the_vault(directory: Path) -> None:
    """Search, read and walk a copy of the example vault."""
    print("Searching, reading and walking the vault of a bakery …\n", flush=True)
    vault = Path(shutil.copytree(EXAMPLES / "vault", directory / "vault"))
    async with Client(stdio_client(server("vault", str(vault)))) as client:
        for tool, arguments in VAULT_CALLS:
            shown = await answer(client, tool, arguments)
            raw = await answer(client, tool, arguments | {"raw": True})
            show(shown_call(tool, arguments), shown, raw)


FIRST_LINES = 14
"""Lines of a long text that show what it is like."""


async def put_pages_in_front(directory: Path) -> None:
    """Call a tool of a server that others wrote: as it answers, and behind the gateway."""
    print("Putting the gateway in front of a server that others wrote …\n", flush=True)
    found = find_server(directory)
    if isinstance(found, str):
        print(f"(none could be installed: {found})\n", flush=True)
        return
    async with _connect(found, found.command) as client:
        result = await client.call_tool(found.tool, dict(found.arguments))
    before = "\n".join(each.text for each in result.content if isinstance(each, TextContent))
    if result.structured_content is not None:
        before += json.dumps(result.structured_content, ensure_ascii=False)
    title = f"{shown_call(found.tool, found.arguments)} of {found.name}"
    print(f"━━━ {title}, as it answers ━━━\n\n{_beginning(before)}\n")
    print(f"({len(before):,} characters, with structured content where there is any)\n", flush=True)
    gateway = (sys.executable, "-m", "pageful", "gateway", "--budget", "3000", "--")
    async with _connect(found, (*gateway, *found.command)) as client:
        page = await answer(client, found.tool, found.arguments)
        print(f"━━━ The same behind the gateway, with --budget 3000 ━━━\n\n{page}\n")
        if kept := re.search(r'recall\(id="(\w+)"', page):
            recall = {"id": kept[1], **found.rest}
            rest = await answer(client, "recall", recall)
            print(f"━━━ {shown_call('recall', recall)} ━━━\n\n{rest}\n", flush=True)


@asynccontextmanager
async def _connect(server: ForeignServer, command: Sequence[str]) -> AsyncIterator[Client]:
    """Start a command with the server's environment; what it says on stderr is not shown."""
    environment = {**os.environ, **server.environment}
    start = StdioServerParameters(command=command[0], args=list(command[1:]), env=environment)
    with Path(os.devnull).open("w") as nowhere:
        async with Client(stdio_client(start, errlog=nowhere)) as client:
            yield client


def _beginning(text: str) -> str:
    lines = text.splitlines()
    more = f"\n  … {len(lines) - FIRST_LINES:,} more lines …" if len(lines) > FIRST_LINES else ""
    return "\n".join(lines[:FIRST_LINES]) + more


async def build(project: Path, calls: Sequence[tuple[str, Mapping[str, object]]]) -> None:
    """Call Maven tools on one project."""
    async with Client(stdio_client(server("maven", "--project", str(project)))) as client:
        for tool, arguments in calls:
            page = await answer(client, tool, arguments)
            raw = await answer(client, tool, {**arguments, "raw": True})
            show(f"{shown_call(tool, arguments)} on examples/{project.name}", page, raw)


async def build_the_examples(directory: Path) -> None:
    """Build a copy of every example project."""
    print("Building the three example projects with the real Maven …\n", flush=True)
    for name, calls in BUILDS:
        ignored = shutil.ignore_patterns("target")
        copy = shutil.copytree(EXAMPLES / name, directory / name, ignore=ignored)
        await build(Path(copy), calls)


TYPED = 'mvn -q test 2>&1 | tail -40; echo "exit of the pipe: $?"'
LEFT = ("mvn test | grep ERROR", "mvn spring-boot:run", "mvn test > log.txt")


_QUIET: Mapping[str, Any] = {"capture_output": True, "text": True}


def change_a_typed_line(directory: Path) -> None:
    """Give lines to the hook as Claude Code does, and run one as it was typed and as it is then."""
    print("Putting a hook before what an agent types …\n", flush=True)
    project = shutil.copytree(EXAMPLES / "failing-tests", directory / "typed")
    changed = _hook_answer(TYPED, project)
    for title, line in (("as it was typed", TYPED), ("as the hook changes it", changed)):
        done = subprocess.run(["/bin/sh", "-c", line], cwd=project, check=False, **_QUIET)
        print(f"━━━ {title}: {line} ━━━\n\n{done.stdout}\n({len(done.stdout):,} characters)\n")
    for line in LEFT:
        assert _hook_answer(line, project) == line
        print(f"{line}   stays: {decide(line).reason}")
    print(flush=True)


def _hook_answer(line: str, project: Path) -> str:
    """The line that Claude Code runs in place of one that was typed."""
    event = {"cwd": str(project), "tool_name": "Bash", "tool_input": {"command": line}}
    starter = find_starter()
    words = starter.words("claude")
    done = subprocess.run(words, input=json.dumps(event), check=False, **_QUIET)
    if not done.stdout:
        return line
    return str(json.loads(done.stdout)["hookSpecificOutput"]["updatedInput"]["command"])


def missing() -> list[str]:
    """What to install before Maven can be shown."""
    packages = {"java": "default-jdk", "mvn": "maven"}
    return [package for program, package in packages.items() if not shutil.which(program)]


async def main() -> None:
    """Show every family."""
    with tempfile.TemporaryDirectory() as directory:
        await search_this_repository(Path(directory, "data"))
        await put_pages_in_front(Path(directory))
        await walk_the_vault(Path(directory))
        if not missing():
            await build_the_examples(Path(directory))
            change_a_typed_line(Path(directory))
    pageful = Path(sys.executable).parent / "pageful"
    print("To connect Claude Code:\n")
    print(
        f"  claude mcp add code -- {pageful} serve code --repo /path/to/repository"
        " --response-format markdown --detail-level concise"
    )
    print(f"  claude mcp add vault -- {pageful} serve vault /path/to/vault")
    print(f"  claude mcp add maven -- {pageful} serve maven --project /path/to/project")
    memory = "npx -y @modelcontextprotocol/server-memory"
    print(f"  claude mcp add memory -- {pageful} gateway -- {memory}\n")
    print("Other clients start the same commands; the README has their configuration.")


if __name__ == "__main__":
    asyncio.run(main())
    if missing():
        install = f"apt-get install {' '.join(missing())}"
        sys.exit(f"The Maven tools need a JDK and Maven (Debian, Ubuntu: {install}).")
