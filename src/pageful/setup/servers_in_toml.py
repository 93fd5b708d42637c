"""Servers put at the end of a client's file of TOML, a table each, and taken out to the byte."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pageful.clients.config_file import parse_document
from pageful.clients.document import Node
from pageful.clients.edits import write_string, write_strings
from pageful.setup.server_forms import ServerForm
from pageful.text.appended_part import append_part, part_start
from pageful.tool.errors import ToolError


def put_toml_servers(
    path: Path, text: str | None, form: ServerForm, servers: Mapping[str, Sequence[str]]
) -> str:
    """Put a table for each server at the end of a file, or into a new one.

    Raises:
        ToolError: the file is no TOML, or would be none.
    """
    for name, words in servers.items():
        text = append_part(text, _table(form, name, words))
    assert text is not None
    parse_document(path, text)
    return text


def take_toml_servers(
    path: Path, text: str, form: ServerForm, is_ours: Callable[[str, Any], bool]
) -> str | None:
    """Return the text without our tables; nothing where we have written the file."""
    while True:
        found = parse_document(path, text).root.at(form.keys)
        ours = (
            [each for each in found.members if is_ours(each.key, each.node.value)] if found else []
        )
        if not ours:
            return text
        node = ours[-1].node
        if node.in_braces:
            problem = f"{path}: the server `{ours[-1].key}` stands within braces."
            raise ToolError(problem, "Take it out by hand.")
        start, end = part_start(text, node.start), _line_end(text, _last_end(node))
        text = text[:start] + text[end:]
        if not text and not start and node.start == 0:
            return None


def _table(form: ServerForm, name: str, words: Sequence[str]) -> str:
    header = ".".join((*form.keys, name))
    return f"[{header}]\ncommand = {write_string(words[0])}\nargs = [{write_strings(words[1:])}]\n"


def _last_end(node: Node) -> int:
    return max([node.end, *(_last_end(each.node) for each in node.members)])


def _line_end(text: str, position: int) -> int:
    for newline in ("\r\n", "\n"):
        if text.startswith(newline, position):
            return position + len(newline)
    return position
