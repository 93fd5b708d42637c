"""What authors of tools import: all of it there, light, and as the documentation says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import TextContent

import pageful

_DOCS = Path(__file__).parent.parent / "docs" / "library.md"
_TEXT = _DOCS.read_text(encoding="utf-8")
_HEAVY = ("anyio", "markdown_it", "mcp", "numpy", "pydantic", "rich", "uvicorn")


def _example(name: str) -> str:
    match = re.search(rf"<!-- example: {name} -->\n```\w+\n(.*?)```", _TEXT, re.DOTALL)
    assert match, name
    return match[1]


def _page(name: str) -> str:
    match = re.search(rf"<!-- page: {name} -->\n````markdown\n(.*?)````", _TEXT, re.DOTALL)
    assert match, name
    return match[1]


@pytest.fixture
def weather(tmp_path: Path) -> Path:
    """The directory of the program that the documentation has."""
    (tmp_path / "weather.py").write_text(_example("tool"), encoding="utf-8")
    return tmp_path


def _python(directory: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(directory)}
    return subprocess.run(
        [sys.executable, *argv], capture_output=True, encoding="utf-8", env=environment
    )


def _call(directory: Path, *argv: str) -> str:
    shell = _python(directory, str(directory / "weather.py"), "weather", "forecast", *argv)
    assert not shell.stderr
    return shell.stdout


def test_pages_need_nothing_heavy() -> None:
    program = f"import pageful, sys; print([m for m in {_HEAVY} if m in sys.modules])"
    assert _python(Path(), "-c", program).stdout == "[]\n"


def test_every_name_is_there() -> None:
    assert all(getattr(pageful, name) is not None for name in pageful.__all__)
    assert set(pageful.__all__) <= set(dir(pageful))
    assert list(pageful.__all__) == sorted(pageful.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pageful.nothing  # noqa: B018


def test_every_name_is_documented() -> None:
    assert [name for name in pageful.__all__ if f"`{name}" not in _TEXT] == []


def test_a_tool_of_ones_own_takes_less_than_40_lines() -> None:
    assert len(_example("tool").splitlines()) < 40


@pytest.mark.parametrize(
    ("name", "argv"),
    [
        ("whole", ("Bern", "--days", "3")),
        ("detailed", ("Bern", "--days", "1", "--detail-level", "detailed")),
        ("cut", ("Bern", "--budget", "500")),
        ("json", ("Bern", "--days", "2", "--json")),
    ],
)
def test_its_command_gives_what_the_documentation_shows(
    weather: Path, name: str, argv: tuple[str, ...]
) -> None:
    assert f"`python weather.py weather forecast {' '.join(argv)}`" in _TEXT
    assert _call(weather, *argv) == _page(name)


def test_following_its_calls_reaches_every_day(weather: Path) -> None:
    days: list[int] = []
    while len(days) < 100:
        page = _call(weather, "Bern", "--budget", "500", "--first", str(len(days) + 1))
        days += [int(number) for number in re.findall(r"^\|day (\d+)\|", page, re.MULTILINE)]
        more = re.findall(r"forecast\(city=\"Bern\", first=(\d+)\)", page)
        assert more == ([str(len(days) + 1)] if len(days) < 100 else [])
    assert days == list(range(1, 101))


@pytest.mark.anyio
async def test_its_server_answers_a_client(weather: Path) -> None:
    program = [str(weather / "weather.py"), "serve", "weather", "--budget", "500"]
    server = StdioServerParameters(command=sys.executable, args=program)
    async with Client(stdio_client(server)) as client:
        (tool,) = (await client.list_tools()).tools
        result = await client.call_tool("forecast", {"city": "Bern", "days": 3})
    assert tool.output_schema is None
    assert result.structured_content is None
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert f"{content.text}\n" == _page("whole")


@pytest.mark.parametrize("name", ["fastmcp", "sdk"])
def test_other_servers_give_the_same_page(weather: Path, name: str) -> None:
    (weather / "other.py").write_text(_example(name), encoding="utf-8")
    client = "fastmcp" if name == "fastmcp" else "mcp"
    shell = _python(
        weather,
        "-c",
        f"""
import asyncio
from {client} import Client
from other import server

async def main():
    async with Client(server) as client:
        result = await client.call_tool("forecast", {{"city": "Bern", "days": 3}})
        assert result.structured_content is None
        print(result.content[0].text)

asyncio.run(main())
""",
    )
    assert shell.stdout == _page("whole"), shell.stderr


@pytest.mark.parametrize("name", ["page", "any", "outcome", "declared"])
def test_the_other_examples_run(weather: Path, name: str) -> None:
    shell = _python(weather, "-c", _example(name))
    assert not shell.stderr
    assert shell.stdout == _page(name)


def test_the_entry_point_of_the_documentation_is_the_one_that_is_looked_for() -> None:
    from pageful.main import GROUP

    assert f'[project.entry-points."{GROUP}"]' in _example("entry-point")
