"""`server.json` for the MCP registry and the plugins for Claude Code: their shape and commands."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pageful.main import FAMILIES
from pageful.shell.commands import CommandLine

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SERVER = json.loads((ROOT / "server.json").read_text("utf-8"))
OWN = ("maven", "code", "vault")


def _assert_served(words: list[str]) -> str:
    """Read a command as the program does, without running it; return the family that it serves."""
    assert words[0] == "serve"
    assert callable(CommandLine(FAMILIES, "pageful").read(words))
    return words[1]


def _words(argument: dict[str, Any]) -> Iterator[str]:
    if argument["type"] == "named":
        yield argument["name"]
    yield argument.get("value", ".")


def test_the_registry_knows_the_version_and_the_description_fits() -> None:
    # The registry takes names of a namespace that its owner has proved, and 100 characters.
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", SERVER["name"])
    assert 1 <= len(SERVER["description"]) <= 100
    assert SERVER["version"] == PROJECT["version"]
    assert SERVER["$schema"].startswith("https://static.modelcontextprotocol.io/schemas/")
    assert set(SERVER) == {"$schema", "name", "title", "description", "version", "packages"}


def test_each_package_of_the_registry_starts_one_family_with_its_extra() -> None:
    served = []
    for package in SERVER["packages"]:
        assert package["registryType"] == "pypi"
        assert (package["identifier"], package["version"]) == ("pageful", PROJECT["version"])
        assert package["transport"] == {"type": "stdio"}
        words = [word for each in package["packageArguments"] for word in _words(each)]
        family = _assert_served(words)
        (source,) = package["runtimeArguments"]
        wanted = f"pageful[{family}]=={PROJECT['version']}"
        assert list(_words(source)) == ["--from", wanted]
        assert family in PROJECT["optional-dependencies"]
        served.append(family)
    assert served == list(OWN)


def test_what_a_user_has_to_say_is_described() -> None:
    for package in SERVER["packages"]:
        for argument in package["packageArguments"]:
            assert argument["type"] in ("named", "positional")
            if "value" not in argument:
                assert argument["isRequired"]
                assert argument["format"] == "filepath"
                assert argument["description"].endswith(".")


def test_the_marketplace_has_a_plugin_for_each_family() -> None:
    file = ROOT / "plugin" / ".claude-plugin" / "marketplace.json"
    marketplace = json.loads(file.read_text("utf-8"))
    assert marketplace["name"] == "pageful"
    assert marketplace["owner"]["name"]
    assert [each["source"] for each in marketplace["plugins"]] == [f"./{name}" for name in OWN]
    for each in marketplace["plugins"]:
        assert (file.parent.parent / each["source"] / ".claude-plugin" / "plugin.json").is_file()


@pytest.mark.parametrize("name", OWN)
def test_a_plugin_serves_its_family_for_the_directory_that_is_worked_in(name: str) -> None:
    directory = ROOT / "plugin" / name
    manifest = json.loads((directory / ".claude-plugin" / "plugin.json").read_text("utf-8"))
    marketplace = json.loads((directory.parent / ".claude-plugin" / "marketplace.json").read_text())
    listed = {each["name"]: each["description"] for each in marketplace["plugins"]}
    assert re.fullmatch(r"[a-z0-9-]+", manifest["name"])
    assert listed[manifest["name"]] == manifest["description"]
    assert manifest["version"] == PROJECT["version"]
    assert manifest["license"] == PROJECT["license"]
    ((server, entry),) = json.loads((directory / ".mcp.json").read_text())["mcpServers"].items()
    assert (server, entry["command"]) == (name, "pageful")
    assert _assert_served(entry["args"]) == name
    assert "." in entry["args"]
    # A plugin holds its manifest and its server, and nothing that would run beside them.
    files = {str(each.relative_to(directory)) for each in directory.rglob("*") if each.is_file()}
    assert files == {".claude-plugin/plugin.json", ".mcp.json"}
