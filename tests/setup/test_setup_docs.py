"""docs/setup.md: complete, and its example of settings is one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pageful.main import FAMILIES
from pageful.setup.server_forms import FORMS
from terminal import Terminal

TEXT = (Path(__file__).parent.parent.parent / "docs" / "setup.md").read_text("utf-8")
# >   --deadline SECONDS    for a server to list its tools (default 20)
_OPTION = re.compile(r"^  (?:-h, )?(--[\w-]+)", re.MULTILINE)


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    for name in ("home", "shop"):
        (tmp_path / name).mkdir()
    return Terminal(tmp_path / "home", tmp_path / "shop")


@pytest.mark.parametrize("command", ["init", "doctor", "config"])
def test_every_option_is_documented_and_help_has_examples(terminal: Terminal, command: str) -> None:
    ended = terminal.run(command, "--help")
    assert ended.code == 0
    assert f"examples:\n  pageful {command}\n" in ended.out
    for option in _OPTION.findall(ended.out):
        assert option == "--help" or f"`{option}" in TEXT


def test_every_client_is_documented_with_its_files() -> None:
    for form in FORMS:
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{form.client.name}`"))
        assert form.client.title in row
        for file in form.client.files[1:]:
            assert f"`{file}`" in row
        assert ("the real client" in row) is form.was_tried


def test_every_setting_that_a_project_may_not_set_is_named() -> None:
    for name in FAMILIES:
        for setting in FAMILIES[name]().for_users:
            assert f"`{setting.replace('_', '-')}`" in TEXT


def test_the_settings_of_the_example_are_taken(terminal: Terminal) -> None:
    match = re.search(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert match
    file = terminal.home / ".config" / "pageful" / "pageful.toml"
    file.parent.mkdir(parents=True)
    file.write_text(match[1], "utf-8")
    ended = terminal.run("config")
    assert ended.code == 0, ended.err
    for value in ("3600", "12000", "markdown", str(terminal.home / "notes"), "page"):
        assert f"|{value}|{file}|" in ended.out.replace("3600.0", "3600")
