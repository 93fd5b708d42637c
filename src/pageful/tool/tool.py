"""Tools and toolsets: a function, its view, how it is addressed, and one way to call it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from pageful.context import CallContext, NextCall
from pageful.page.blocks import Block, Line
from pageful.page.budget import Cut, fit
from pageful.page.calls import Call
from pageful.page.markdown import to_markdown
from pageful.page.presentation import Detail, View, present
from pageful.tool.compact_json import to_json, to_object
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.options import CHOICES, Choice, Style
from pageful.tool.parameters import Parameters

Data: TypeAlias = Callable[[Any, Detail], object]
"""From a result and a detail to what JSON says of it."""

NOT_RUN = 3
"""Exit code where a tool could not do its work, as opposed to what it found."""

_ERROR_LENGTH = 10_000
"""Characters of an error that clients are sure to pass on."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call gives: its text, the blocks behind a page, and whether the tool itself failed.

    `exit_code` is for a shell: 0 for success, 3 where the tool could not do its work. `data` is the
    object that the text is JSON of, where the caller had the choice and the answer is one.
    """

    text: str
    document: tuple[Block, ...] = ()
    failed: bool = False
    exit_code: int = 0
    data: Mapping[str, object] | None = None

    @classmethod
    def of(cls, error: ToolError) -> Answer:
        """The answer for a failure of the tool itself."""
        document = fit((Line(str(error)),), _ERROR_LENGTH).document
        return cls(to_markdown(document), document, failed=True, exit_code=NOT_RUN)


def _nothing() -> None:
    """Begin nothing."""


def _succeeded(_result: object) -> int:
    return 0


def _whole(result: object, _detail: Detail) -> object:
    return result


@dataclass(frozen=True)
class Tool:
    """A function with its view.

    The function's docstring is the tool's description, its annotated signature the parameters. Its
    result is typed; a failure to work at all is a `ToolError`. `data` says what JSON has of it,
    else all. A page that is cut ends with the call of `follow_up`, one that is whole with that of
    `next_call`. `subject` names the parameter that a shell command takes as its argument although
    it may be left out.
    """

    function: Callable[..., Any]
    view: View[Any]
    choices: tuple[Choice, ...] = ("raw",)
    data: Data = _whole
    follow_up: NextCall[Any] | None = None
    next_call: NextCall[Any] | None = None
    exit_code: Callable[[Any], int] = _succeeded
    read_only: bool = True
    subject: str | None = None

    @property
    def name(self) -> str:
        """The function's name, which is the tool's."""
        return self.function.__name__

    @cached_property
    def description(self) -> str:
        """Instructions to a model: what it gets, and when to use which parameter."""
        return inspect.cleandoc(self.function.__doc__ or "")

    @cached_property
    def parameters(self) -> Parameters:
        """What the function takes, and the choices of form."""
        return Parameters.of(
            self.function, self.name, {name: CHOICES[name] for name in self.choices}
        )

    def schema(self, style: Style) -> dict[str, Any]:
        """JSON Schema of the arguments, with the defaults that the style gives to the choices."""
        schema = self.parameters.schema
        properties: dict[str, Any] = dict(schema["properties"])
        for name, default in style.defaults.items():
            if name in self.choices:
                properties[name] = properties[name] | {"default": default}
        return schema | {"properties": properties}

    def call(self, arguments: Mapping[str, Any], style: Style, caller: Caller) -> Answer:
        """Run the function and present what it found.

        Raises:
            ToolError: the arguments are not the tool's, or it could not do its work.
            Cancelled: the caller gave up.
        """
        # Follow-up calls repeat the arguments: they get what was understood, not how it was spelt.
        arguments = self.parameters.corrected(arguments)
        values = self.parameters.checked(arguments)
        style = style.chosen({name: values.pop(name) for name in self.choices})
        if self.parameters.caller:
            values[self.parameters.caller] = caller
        result = self.function(**values)
        answer = self._data if style.format == "json" else self._page
        return replace(answer(result, arguments, style), exit_code=self.exit_code(result))

    def _data(self, result: object, _arguments: Mapping[str, Any], style: Style) -> Answer:
        text = to_json(self.data(result, style.detail))
        return Answer(text, data=to_object(text) if "response_format" in self.choices else None)

    def _page(self, result: object, arguments: Mapping[str, Any], style: Style) -> Answer:
        context = CallContext(self.name, arguments, style)

        def follow_up(cuts: tuple[Cut, ...]) -> Call | None:
            return self.follow_up(result, replace(context, cuts=cuts)) if self.follow_up else None

        page = present(
            result,
            self.view,
            detail=style.detail,
            budget=style.budget,
            follow_up=follow_up,
            next_call=self.next_call(result, context) if self.next_call else None,
        )
        return Answer(page.text, page.document)


@dataclass(frozen=True)
class Toolset:
    """The tools that one server or one command offers, and how their answers look.

    `start` begins work that calls will need, and returns at once; a server calls it first of all.
    `end` stops what still goes on after the last call; a server calls it before it leaves.
    """

    name: str
    tools: tuple[Tool, ...]
    instructions: str = ""
    style: Style = field(default_factory=Style)
    start: Callable[[], None] = _nothing
    end: Callable[[], None] = _nothing

    def call(self, name: str, arguments: Mapping[str, Any], caller: Caller | None = None) -> Answer:
        """Call a tool by its name. A failure of the tool itself is an answer too.

        Raises:
            KeyError: there is no such tool.
            Cancelled: the caller gave up.
        """
        tool = self.by_name[name]
        try:
            return tool.call(arguments, self.style, caller or Caller())
        except ToolError as error:
            return Answer.of(error)

    @cached_property
    def by_name(self) -> Mapping[str, Tool]:
        """Each tool by its name."""
        return {tool.name: tool for tool in self.tools}


@dataclass(frozen=True)
class Family:
    """A tool family as a program starts it: its settings, a dataclass, and the toolset of them.

    `commands` names the shell command of each tool. `style` is how a server's answers look unless
    it is started otherwise; a shell is answered with concise pages. `served` names the setting that
    a server takes as its argument, without an option's name.
    """

    name: str
    summary: str
    settings: type[Any]
    toolset: Callable[[Any, Style], Toolset]
    commands: Mapping[str, str]
    style: Style = field(default_factory=Style)
    served: str | None = None
