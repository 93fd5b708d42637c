"""Calls of tools as command lines that can be pasted, and texts that name tools in such words."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pageful.lazy.dataclasses import dataclass
from pageful.page.calls import Call
from pageful.shell.options import kebab_case
from pageful.shell.suggestions import quote
from pageful.tool.field import Parameter
from pageful.tool.tool import Tool

# > vault_read
# > testFilter
# > maven_build(wait=60)
_NAME = re.compile(
    r"(?<![\w/.'\"-])(?P<name>[A-Za-z_]\w*)(?:\((?P<named>[^()]*)\))?(?![\w/'\"=]|\.\w)"
)
# > `failedOnly`
_QUOTED = re.compile(r"(?<=`)(?P<name>[A-Za-z_]\w*)(?P<named>)(?=`)")
# > `vault_read(places=["Rye#Starter", "Log"])`
_CALL = re.compile(r"`(?P<name>[A-Za-z_]\w*)\((?P<arguments>\w+=[^`]*)\)`")
# > wait=60
_ARGUMENT = re.compile(r"(\w+)=(\S+?)(?:,\s*|$)")


@dataclass(frozen=True)
class CommandLines:
    """The tools of one family in a shell's words.

    `program` stands before each command, `everywhere` are options that every one of them gets: the
    settings that this command was given.
    """

    program: str
    tools: Sequence[Tool[Any]]
    everywhere: Mapping[str, Any]

    verb = "run"

    @cached_property
    def _by_name(self) -> Mapping[str, Tool[Any]]:
        return {tool.name: tool for tool in self.tools}

    def call(self, call: Call) -> str:
        """Write a call as the command that does the same, quoted for a shell."""
        tool = self._by_name.get(call.tool)
        if tool is None:
            return repr(call)
        words = [self.program, tool.command, *self._words(tool, call.arguments)]
        for name, value in self.everywhere.items():
            words += _option(name, value)
        return " ".join(words)

    def tool(self, name: str) -> str:
        """Write the name of a tool as its command."""
        tool = self._by_name.get(name)
        return f"{self.program} {tool.command}" if tool else name

    def _words(self, tool: Tool[Any], arguments: Mapping[str, object]) -> Iterator[str]:
        fields = tool.parameters.fields
        first = [name for name in arguments if _is_first(tool, name, fields)]
        for name in sorted(first, key=list(fields).index):
            yield from _first_words(arguments[name])
        for name, value in arguments.items():
            if name == "raw" or (name, value) == ("response_format", "json"):
                yield from ["--json"] if value else []
            elif name not in first and not _is_default(value, fields.get(name)):
                yield from _option(name, value)

    def _example(self, match: re.Match[str]) -> str:
        """Write a call between backticks as a command."""
        try:
            return f"`{self.call(Call(match['name'], _arguments(match['arguments'])))}`"
        except ValueError:
            return match[0]

    def words_of(self, tool: Tool[Any]) -> Any:
        """Return what puts a text of a tool's definition into a shell's words."""
        return lambda text: self.in_words_of_a_shell(text, tool)

    def in_words_of_a_shell(self, text: str, tool: Tool[Any], *, quoted: bool = False) -> str:
        """Write commands for the tools that a text of ours names, and options for parameters.

        Where names of users may stand in it too, only what is between backticks counts: `quoted`.
        """
        if not quoted:
            text = _CALL.sub(self._example, text)
            text = self.in_words_of_a_shell(text, tool, quoted=True)

        def spell(match: re.Match[str]) -> str:
            name, named = match["name"], match["named"]
            if name in self._by_name:
                command = f"{self.program} {self._by_name[name].command}"
                options = (f" --{kebab_case(a)} {b}" for a, b in _ARGUMENT.findall(named or ""))
                return command + "".join(options)
            if name in tool.parameters.fields and (quoted or not name.islower() or "_" in name):
                return f"{_parameter_text(tool, name)}{match[0][len(name) :]}"
            return match[0]

        written = (_QUOTED if quoted else _NAME).sub(spell, text)
        for verb, other in (("call", "run"), ("Call", "Run")):
            written = written.replace(f"{verb} {self.program}", f"{other} {self.program}")
        return written


def _arguments(text: str) -> dict[str, object]:
    """Read the arguments of a call that a page could have printed: values are JSON.

    Raises:
        ValueError: a value is no JSON.
    """
    arguments: dict[str, object] = {}
    while text:
        name, _, rest = text.partition("=")
        arguments[name], end = json.JSONDecoder().raw_decode(rest)
        text = rest[end:].removeprefix(",").lstrip()
    return arguments


def _parameter_text(tool: Tool[Any], name: str) -> str:
    """Write the name of a parameter as a command has it."""
    is_argument = _is_first(tool, name, tool.parameters.fields)
    return kebab_case(name).upper() if is_argument else f"--{kebab_case(name)}"


def _is_first(tool: Tool[Any], name: str, fields: Mapping[str, Parameter]) -> bool:
    """Tell whether a command takes a parameter as its argument, without an option."""
    return name == tool.shell.positional or (name in fields and fields[name].is_required)


def _first_words(value: object) -> list[str]:
    values = value if isinstance(value, list | tuple) else [value]
    return [quote(_text(each)) for each in values]


def _is_default(value: object, parameter: Parameter | None) -> bool:
    return value is None or (parameter is not None and value == parameter.default)


def _option(name: str, value: object) -> list[str]:
    option = f"--{kebab_case(name)}"
    if isinstance(value, bool):
        return [option if value else f"--no-{option[2:]}"]
    if isinstance(value, list | tuple):
        return [word for each in value for word in _option(name, each)]
    text = _text(value)
    return [f"{option}={quote(text)}"] if text.startswith("-") else [option, quote(text)]


def _text(value: object) -> str:
    if isinstance(value, str | os.PathLike):
        return os.fspath(value)
    return json.dumps(value, ensure_ascii=False)
