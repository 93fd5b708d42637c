"""Options of shell commands: parameters, settings and styles as argparse takes them."""

from __future__ import annotations

import argparse
import typing
from collections.abc import Callable, Collection, Mapping
from typing import Any

from pageful.page.limits import check_budget
from pageful.text.kebab_case import kebab_case as kebab_case
from pageful.tool.errors import ToolError
from pageful.tool.field import Field, Parameter, without_none
from pageful.tool.options import Choice, Format, Style
from pageful.tool.parameters import Parameters
from pageful.tool.tool import Family

REST = "args"
"""The parameter that takes everything after `--`."""


def add_style(parser: argparse.ArgumentParser, style: Style, choices: Collection[Choice]) -> None:
    """Add a style's options, with its values as defaults; the format's only if it is a choice."""
    if "response_format" in choices:
        parser.add_argument(
            "--response-format",
            choices=sorted(typing.get_args(Format)),
            default=style.format,
            help=f"compact JSON or Markdown pages (default {style.format})",
        )
    parser.add_argument(
        "--budget",
        type=int,
        metavar="CHARS",
        default=style.budget,
        help=f"the largest page, in characters (default {style.budget})",
    )
    parser.add_argument(
        "--detail-level",
        choices=("concise", "detailed"),
        help=f"how much an answer says (default {style.detail})",
    )
    parser.set_defaults(default_style=style)


Words = Callable[[str], str]
"""The function that writes a parameter's description for a shell."""


def add_options(
    parser: argparse.ArgumentParser,
    fields: Mapping[str, Parameter],
    without: Collection[str] = (),
    *,
    as_arguments: bool = True,
    on: Collection[str] = (),
    words: Words = str,
) -> None:
    """Add an option for each field; a required one is an argument, if `as_arguments`.

    Those that are `on` can be turned off.
    """
    for name, info in fields.items():
        if name in on:
            _add_switch(parser, name, info, words)
        elif name not in without:
            as_argument = as_arguments and info.is_required
            _add_option(parser, name, info, words, as_argument=as_argument)


def add_argument(
    parser: argparse.ArgumentParser, name: str, info: Parameter, words: Words = str
) -> None:
    """Add a field that a command takes as its argument or as an option; it may be left out."""
    kind, help_text = without_none(info.kind), escape(words(info.description))
    several = typing.get_origin(kind) is list
    kind, nargs = (typing.get_args(kind)[0], "*") if several else (kind, "?")
    given = {"type": kind, "default": argparse.SUPPRESS, "metavar": _metavar(name)}
    parser.add_argument(name, nargs=nargs, help=help_text, **given)
    if not several:
        parser.add_argument(f"--{kebab_case(name)}", help=argparse.SUPPRESS, dest=name, **given)


def _metavar(name: str) -> str:
    """Return the name of an argument in help: `TEST-FILTER`."""
    return kebab_case(name).upper()


def _add_switch(parser: argparse.ArgumentParser, name: str, info: Parameter, words: Words) -> None:
    parser.add_argument(
        f"--{kebab_case(name)}",
        dest=name,
        action=argparse.BooleanOptionalAction,
        default=argparse.SUPPRESS,
        help=f"{escape(words(info.description))} (on, unless JSON or a detail is asked for)",
    )


def _add_option(
    parser: argparse.ArgumentParser, name: str, info: Parameter, words: Words, *, as_argument: bool
) -> None:
    kind = without_none(info.kind)
    help_text = escape(words(info.description))
    if as_argument:
        several = typing.get_origin(kind) is list
        kind, nargs = (typing.get_args(kind)[0], "+") if several else (kind, None)
        parser.add_argument(name, nargs=nargs, type=kind, metavar=name.upper(), help=help_text)
        return
    options: dict[str, Any] = {"dest": name, "default": argparse.SUPPRESS, "help": help_text}
    default = None if info.is_required else info.default
    options["required"] = info.is_required
    prefix = "--"
    if kind is bool and info.is_required:
        options["action"] = argparse.BooleanOptionalAction
    elif kind is bool and default:
        prefix = "--no-"
        options |= {"action": "store_false", "help": f"Turn off: {help_text}"}
    elif kind is bool:
        options["action"] = "store_true"
    elif typing.get_origin(kind) is list:
        item = typing.get_args(kind)[0]
        if name == REST:
            help_text = f"Passed on, as --{name}=WORD, again for each; or all of them after `--`."
        elif help_text:
            help_text += " Again for each."
        options |= {"action": "append", "type": item, "help": help_text}
        options["metavar"] = item.__name__.upper()
    elif typing.get_origin(kind) is typing.Literal:
        options |= {"choices": typing.get_args(kind)}
        options["help"] = help_text + _default_note(default)
    else:
        options |= {"type": kind, "metavar": kind.__name__.upper()}
        options["help"] = help_text + _default_note(default, _bounds(info.field))
    parser.add_argument(f"{prefix}{kebab_case(name)}", **options)


def _default_note(value: object, bounds: str = "") -> str:
    notes = [bounds] if bounds else []
    if value is not None:
        notes.append(f"default {value}")
    return f" ({', '.join(notes)})" if notes else ""


def _bounds(limits: Field) -> str:
    """Write the least and the most that a number may be, if it has a most: `1 to 50`."""
    if limits.le is None:
        return ""
    return f"at most {limits.le}" if limits.ge is None else f"{limits.ge} to {limits.le}"


def escape(text: str) -> str:
    """Escape a text for argparse, which formats its help with `%`."""
    return text.replace("%", "%%")


def read_style(given: Mapping[str, Any]) -> Style:
    """Read the style from the options given.

    Raises:
        ToolError: the budget is too small.
    """
    try:
        budget = check_budget(given["budget"])
    except ValueError as error:
        raise ToolError(f"`--budget`: {error}.") from None
    return Style(
        format="json" if given.get("json") else given.get("response_format", "markdown"),
        detail=given["detail_level"] or given["default_style"].detail,
        budget=budget,
    )


def read_settings(family: Family[Any], parameters: Parameters, given: Mapping[str, Any]) -> Any:
    """Make a family's settings of the options given.

    Raises:
        ToolError: a setting is missing or wrong.
    """
    named = {name: given[name] for name in parameters.fields if name in given}
    if (
        family.served
        and family.served not in named
        and parameters.fields[family.served].is_required
    ):
        raise ToolError(f"`--{kebab_case(family.served)}` is missing.", "See `--help`.")
    return family.settings(**parameters.validate(named))
