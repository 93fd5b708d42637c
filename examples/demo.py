"""A real client, a real server, real builds: each page beside the JSON that it replaces."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import TextContent

EXAMPLES = Path(__file__).parent
CALLS = (
    ("green", "maven_test"),
    ("compile-error", "maven_compile"),
    ("failing-tests", "maven_test"),
)


async def answer(client: Client, tool: str, *, raw: bool) -> str:
    """The text that a tool answers with."""
    result = await client.call_tool(tool, {"raw": raw})
    content = result.content[0]
    assert isinstance(content, TextContent)
    return content.text


async def show(project: Path, tool: str) -> None:
    """Call one tool on one project and print its page."""
    arguments = ["-m", "laconic", "serve", "maven", "--project", str(project)]
    server = StdioServerParameters(command=sys.executable, args=arguments)
    async with Client(stdio_client(server)) as client:
        page = await answer(client, tool, raw=False)
        json = await answer(client, tool, raw=True)
    print(f"━━━ {tool} on examples/{project.name} ━━━\n\n{page}\n")
    print(f"({len(page):,} characters; as compact JSON {len(json):,})\n", flush=True)


async def main() -> None:
    """Show every example."""
    print("Building the three example projects with the real Maven …\n", flush=True)
    with tempfile.TemporaryDirectory() as directory:
        for name, tool in CALLS:
            ignored = shutil.ignore_patterns("target")
            await show(
                Path(shutil.copytree(EXAMPLES / name, Path(directory) / name, ignore=ignored)), tool
            )
    command = f"{Path(sys.executable).parent / 'laconic'} serve maven --project /path/to/project"
    print(f"To connect Claude Code:\n\n  claude mcp add maven -- {command}\n")
    print("Other clients start the same command; the README has their configuration.")


def missing() -> list[str]:
    """What to install before the demo can be shown."""
    packages = {"java": "default-jdk", "mvn": "maven"}
    return [package for program, package in packages.items() if not shutil.which(program)]


if __name__ == "__main__":
    if missing():
        sys.exit(
            f"The demo needs a JDK and Maven. Install: {' '.join(missing())} (Debian, Ubuntu)."
        )
    asyncio.run(main())
