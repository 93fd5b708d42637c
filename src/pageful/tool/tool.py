"""Tools and toolsets, and the one way to call them: arguments, outcome, answer.

Pages are loaded with the first answer: help and lists of tools have none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, assert_never

from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.text.docstring import clean_docstring
from pageful.tool.begun_value import Values, no_values
from pageful.tool.call_context import Advice, CallContext, NextCall
from pageful.tool.context import Caller, Session
from pageful.tool.declared import Declared, DeclaredParameters
from pageful.tool.errors import ToolError
from pageful.tool.kept_data import KeptDataSource, nothing_kept
from pageful.tool.options import CHOICES, Choice, Style
from pageful.tool.parameters import Parameters

if TYPE_CHECKING:
    from pageful.page.blocks import Block
    from pageful.page.budget import Cut
    from pageful.page.calls import Call
    from pageful.page.presentation import Detail, Page, View
    from pageful.report.family_report import FamilyReport
    from pageful.tool.family_setup import FamilySetup

R = TypeVar("R")
S = TypeVar("S")

NOT_RUN = 3
"""The exit code of a tool that could not do its work: 1 and 2 are for what others found."""

_ERROR_LENGTH = 10_000
"""Characters of an error: Claude Code cuts it near 11,000."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a call: its text, the blocks behind a page, and whether the tool itself failed.

    `exit_code` is for a shell: 0 for success, 3 where the tool could not do its work. `data` is the
    object that the text is JSON of, where the caller had the choice and the answer is one. `again`
    are the options with which the same command is worth running after an edit, absent if it is not.
    `outcome` is what was shown, absent after a failure.
    """

    text: str
    document: tuple[Block, ...] = ()
    failed: bool = False
    exit_code: int = 0
    data: Mapping[str, object] | None = None
    again: tuple[str, ...] | None = None
    outcome: Outcome[Any] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, error: ToolError) -> Answer:
        """Make the answer for a failure of the tool itself."""
        from pageful.page.blocks import Line
        from pageful.page.budget import fit
        from pageful.page.markdown import to_markdown

        document = fit((Line(str(error)),), _ERROR_LENGTH).document
        return cls(to_markdown(document), document, failed=True, exit_code=NOT_RUN)


def _do_nothing() -> None:
    """Do nothing: there is no work to begin or to end."""


def _as_given(given: Mapping[str, Any]) -> Mapping[str, Any]:
    return given


def _success(_result: object) -> int:
    return 0


def _not_again(_result: object, _arguments: Mapping[str, Any]) -> None:
    """Have no command run again."""


def _no_advice(_result: object) -> None:
    """Have no advice for a session's first page."""


def _current_directory(_settings: object) -> Sequence[Path]:
    return (Path.cwd(),)


def _whole_result(result: object, _detail: Detail) -> object:
    return result


@dataclass(frozen=True)
class Shell(Generic[R]):
    """A tool as a shell command: the command's name, else the tool's with hyphens.

    `description` is what its help says in place of the tool's own description.
    `positional` names the parameter that the command takes as its argument although it may be left
    out. `exit_code` is that of a result. `on` names booleans that are true where the command is
    asked neither for JSON nor for a detail; `--no-NAME` turns one off. `again` gives the
    options with which to run the command anew after an edit, by its result and its arguments.
    `has_page_so_far` tells that a call which a signal ends has a page of how far it came.
    `examples` are what may stand behind the command's name; help has them as lines that can be
    pasted. `csv` has the arguments of the largest pages, where the command's page is a table that
    it can also print as CSV. `can_watch` offers to run the command again whenever a file changes.
    """

    command: str = ""
    positional: str | None = None
    exit_code: Callable[[R], int] = _success
    on: tuple[str, ...] = ()
    again: Callable[[R, Mapping[str, Any]], tuple[str, ...] | None] = _not_again
    has_page_so_far: bool = False
    examples: tuple[str, ...] = ()
    csv: Mapping[str, Any] | None = None
    description: str = ""
    can_watch: bool = False


@dataclass(frozen=True)
class Tool(Generic[R]):
    """A function with its view.

    The function's docstring is the tool's description, its annotated signature the parameters;
    where there is no such function, the work is `Declared` by hand. Its result is typed; a failure
    to work at all is a `ToolError`. `data` says what JSON has of it, else all. A page that is cut
    ends with the call of `follow_up`, one that is whole with that of `next_call`. `first_advice`
    is on the first page of a session where there is any. `choices` name the parameters by which a
    caller may choose the form of the answer. One that is not `served` is a command alone.
    """

    function: Callable[..., R] | Declared[R]
    view: View[R]
    choices: tuple[Choice, ...] = ("raw",)
    data: Callable[[R, Detail], object] = _whole_result
    follow_up: NextCall[R] | None = None
    next_call: NextCall[R] | None = None
    first_advice: Callable[[R], Advice | None] = _no_advice
    shell: Shell[R] = field(default_factory=Shell)
    read_only: bool = True
    served: bool = True

    @property
    def name(self) -> str:
        """The function's name, which is the tool's."""
        function = self.function
        return function.name if isinstance(function, Declared) else function.__name__

    @property
    def command(self) -> str:
        """The name of its shell command."""
        return self.shell.command or self.name.replace("_", "-")

    @cached_property
    def description(self) -> str:
        """Instructions to a model: what it gets, and when to use which parameter."""
        function = self.function
        declared = isinstance(function, Declared) and function.description
        return clean_docstring(declared or function.__doc__ or "")

    @cached_property
    def parameters(self) -> Parameters | DeclaredParameters:
        """The function's parameters, and those by which the caller chooses the form."""
        choices: dict[str, tuple[Any, Any]] = {name: CHOICES[name] for name in self.choices}
        if isinstance(self.function, Declared):
            forms = Parameters.of(_do_nothing, self.name, choices)
            return DeclaredParameters(self.name, self.function.schema, forms)
        return Parameters.of(self.function, self.name, choices)

    def schema(self, style: Style) -> dict[str, Any]:
        """Return the JSON Schema of the arguments, with the style's defaults for the choices."""
        schema = self.parameters.schema
        properties: dict[str, Any] = dict(schema["properties"])
        for name, default in style.defaults.items():
            if name in self.choices:
                properties[name] = properties[name] | {"default": default}
        return schema | {"properties": properties}

    def run(
        self,
        arguments: Mapping[str, Any],
        style: Style | None = None,
        caller: Caller | None = None,
    ) -> Outcome[R]:
        """Run the function once; its outcome can be shown in any form.

        Raises:
            ToolError: the arguments are not the tool's, or it could not do its work.
            Cancelled: the caller gave up.
        """
        # Follow-up calls repeat the arguments: they get what was understood, not how it was spelt.
        arguments = self.parameters.parse(arguments)
        values = self.parameters.validate(arguments)
        chosen = (style or Style()).apply_choices({name: values.pop(name) for name in self.choices})
        caller = caller or Caller()
        result = self._result(values, caller)
        return Outcome(self, result, CallContext(self.name, arguments, chosen), caller.session)

    def _result(self, values: dict[str, Any], caller: Caller) -> R:
        if isinstance(self.function, Declared):
            return self.function.run(values, caller)
        if self.parameters.caller:
            values[self.parameters.caller] = caller
        return self.function(**values)


@dataclass(frozen=True)
class Outcome(Generic[R]):
    """The result of one call, and the call: to be shown as often as wanted, without another run.

    The style of `context` has the caller's choices in it. `session` is the caller's, if it has one.
    """

    tool: Tool[R]
    result: R
    context: CallContext
    session: Session | None = None

    @property
    def exit_code(self) -> int:
        """The exit code of a shell command."""
        return self.tool.shell.exit_code(self.result)

    def page(self, style: Style | None = None, *, advice: Advice | None = None) -> Page:
        """Make the page, in the style of the call or another one, with advice at its end.

        Raises:
            ValueError: the budget is below the smallest one.
        """
        from pageful.page.presentation import present

        tool, result = self.tool, self.result
        context = replace(self.context, style=style or self.context.style)

        def follow_up(cuts: tuple[Cut, ...]) -> Call | None:
            return tool.follow_up(result, replace(context, cuts=cuts)) if tool.follow_up else None

        return present(
            result,
            tool.view,
            detail=context.style.detail,
            budget=context.style.budget,
            follow_up=follow_up,
            next_call=tool.next_call(result, context) if tool.next_call else None,
            advice=advice,
        )

    def _first_advice(self) -> Advice | None:
        """Return the tool's advice where the session has not had it."""
        advice = self.tool.first_advice(self.result) if self.session else None
        is_new = advice and self.session and self.session.is_first(self.tool.name)
        return advice if is_new else None

    def json(self, detail: Detail | None = None) -> str:
        """Write compact JSON, in the detail of the call or another one; it is never cut.

        Raises:
            TypeError: a value has no JSON form.
        """
        from pageful.tool.compact_json import to_json

        return to_json(self.tool.data(self.result, detail or self.context.style.detail))

    def answer(self) -> Answer:
        """Make the answer in the form that the call asked for."""
        match self.context.style.format:
            case "json":
                from pageful.tool.compact_json import to_object

                text = self.json()
                data = to_object(text) if "response_format" in self.tool.choices else None
                return Answer(text, exit_code=self.exit_code, data=data, outcome=self)
            case "markdown":
                page = self.page(advice=self._first_advice())
                again = self.tool.shell.again(self.result, self.context.arguments)
                return Answer(
                    page.text,
                    page.document,
                    exit_code=self.exit_code,
                    again=again,
                    outcome=self,
                )
            case unknown:
                assert_never(unknown)


@dataclass(frozen=True)
class Toolset:
    """The tools of one server or one command, and the style of their answers.

    `start` begins work that calls will need, and returns at once; a server calls it first of all.
    `end` stops work that goes on after the last call; a server calls it before it leaves.
    """

    name: str
    tools: tuple[Tool[Any], ...]
    instructions: str = ""
    style: Style = field(default_factory=Style)
    start: Callable[[], None] = _do_nothing
    end: Callable[[], None] = _do_nothing

    def call(self, name: str, arguments: Mapping[str, Any], caller: Caller | None = None) -> Answer:
        """Call a tool by its name. A failure of the tool itself is an answer too.

        Raises:
            KeyError: there is no such tool.
            Cancelled: the caller gave up.
        """
        tool = self.by_name[name]
        try:
            return tool.run(arguments, self.style, caller).answer()
        except ToolError as error:
            return Answer.of(error)

    @cached_property
    def served(self) -> tuple[Tool[Any], ...]:
        """The tools that a server offers."""
        return tuple(tool for tool in self.tools if tool.served)

    @cached_property
    def by_name(self) -> Mapping[str, Tool[Any]]:
        """Each tool by its name."""
        return {tool.name: tool for tool in self.tools}


@dataclass(frozen=True)
class Family(Generic[S]):
    """A tool family as a program starts it: its settings, a dataclass, and the toolset of them.

    `style` is that of a server's answers unless it is started otherwise; a shell is answered with
    concise pages. `served` names the setting that a server takes as its argument, without an
    option's name; `for_servers` are settings that commands have no use for, `for_users` those that
    a project's file must leave alone, as they let a server do more, and `for_commands` what
    settings are in a shell unless they are given; `read_command` returns what a command line gives,
    with settings that its other words imply. A setting without a default is an option that has to
    be given. `modules` are those that its calls import from packages of an extra, by which a
    program sees whether that is installed. `setup` loads how it is set up for a directory. `report`
    is the one that it has for people. `other_words` are those that people type for its commands,
    each with the command that they then want: `{"grep": "find"}`. `values` suggests values of
    parameters and settings while they are typed. `kept` lists what calls have left on disk,
    without which other calls still work. `watched` are the directories whose changes make a command
    run again that is told to watch.
    """

    name: str
    summary: str
    settings: type[S]
    toolset: Callable[[S, Style], Toolset]
    style: Style = field(default_factory=Style)
    served: str | None = None
    for_servers: tuple[str, ...] = ()
    for_users: tuple[str, ...] = ()
    for_commands: Mapping[str, Any] = field(default_factory=dict)
    read_command: Callable[[Mapping[str, Any]], Mapping[str, Any]] = _as_given
    modules: tuple[str, ...] = ()
    setup: Callable[[], FamilySetup] | None = None
    report: FamilyReport | None = None
    other_words: Mapping[str, str] = field(default_factory=dict)
    values: Values = no_values
    kept: KeptDataSource = nothing_kept
    watched: Callable[[S], Sequence[Path]] = _current_directory
