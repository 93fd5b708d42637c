"""Tool results worth reading, for AI agents.

Each name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pageful.anything import AnyPage, data_page, page_of, restore
    from pageful.page.blocks import (
        Block,
        Bullets,
        Code,
        Document,
        Fields,
        Hatch,
        Heading,
        ItemPath,
        Key,
        Line,
        Mono,
        Note,
        Numbered,
        Output,
        Rule,
        Section,
        Sections,
        Strong,
        Table,
        Text,
        Tip,
        Verbatim,
    )
    from pageful.page.budget import Cut
    from pageful.page.calls import Call
    from pageful.page.markdown import to_markdown
    from pageful.page.presentation import Detail, Page, View, present
    from pageful.page.terminal import print_document
    from pageful.shell.program import run, serve
    from pageful.tool.begun_value import BegunValue, Suggestion
    from pageful.tool.call_context import CallContext, NextCall
    from pageful.tool.compact_json import to_json
    from pageful.tool.context import Caller, Progress
    from pageful.tool.declared import Declared
    from pageful.tool.errors import Cancelled, ToolError
    from pageful.tool.family_setup import FamilySetup, Finding
    from pageful.tool.field import Field
    from pageful.tool.kept_data import KeptData
    from pageful.tool.options import Choice, Format, Style
    from pageful.tool.tool import Answer, Family, Outcome, Shell, Tool, Toolset

_MODULES = {
    "Answer": "tool.tool",
    "AnyPage": "anything",
    "BegunValue": "tool.begun_value",
    "Block": "page.blocks",
    "Bullets": "page.blocks",
    "Call": "page.calls",
    "CallContext": "tool.call_context",
    "Caller": "tool.context",
    "Cancelled": "tool.errors",
    "Choice": "tool.options",
    "Code": "page.blocks",
    "Cut": "page.budget",
    "Declared": "tool.declared",
    "Detail": "page.presentation",
    "Document": "page.blocks",
    "Family": "tool.tool",
    "FamilySetup": "tool.family_setup",
    "Field": "tool.field",
    "Fields": "page.blocks",
    "Finding": "tool.family_setup",
    "Format": "tool.options",
    "Hatch": "page.blocks",
    "Heading": "page.blocks",
    "ItemPath": "page.blocks",
    "KeptData": "tool.kept_data",
    "Key": "page.blocks",
    "Line": "page.blocks",
    "Mono": "page.blocks",
    "NextCall": "tool.call_context",
    "Note": "page.blocks",
    "Numbered": "page.blocks",
    "Outcome": "tool.tool",
    "Output": "page.blocks",
    "Page": "page.presentation",
    "Progress": "tool.context",
    "Rule": "page.blocks",
    "Section": "page.blocks",
    "Sections": "page.blocks",
    "Shell": "tool.tool",
    "Strong": "page.blocks",
    "Style": "tool.options",
    "Suggestion": "tool.begun_value",
    "Table": "page.blocks",
    "Text": "page.blocks",
    "Tip": "page.blocks",
    "Tool": "tool.tool",
    "ToolError": "tool.errors",
    "Toolset": "tool.tool",
    "Verbatim": "page.blocks",
    "View": "page.presentation",
    "data_page": "anything",
    "page_of": "anything",
    "present": "page.presentation",
    "print_document": "page.terminal",
    "restore": "anything",
    "run": "shell.program",
    "serve": "shell.program",
    "to_json": "tool.compact_json",
    "to_markdown": "page.markdown",
}
"""The module of each name."""


def __getattr__(name: str) -> object:
    """Load a name of `_MODULES`.

    Raises:
        AttributeError: the package has no such name.
    """
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "Answer",
    "AnyPage",
    "BegunValue",
    "Block",
    "Bullets",
    "Call",
    "CallContext",
    "Caller",
    "Cancelled",
    "Choice",
    "Code",
    "Cut",
    "Declared",
    "Detail",
    "Document",
    "Family",
    "FamilySetup",
    "Field",
    "Fields",
    "Finding",
    "Format",
    "Hatch",
    "Heading",
    "ItemPath",
    "KeptData",
    "Key",
    "Line",
    "Mono",
    "NextCall",
    "Note",
    "Numbered",
    "Outcome",
    "Output",
    "Page",
    "Progress",
    "Rule",
    "Section",
    "Sections",
    "Shell",
    "Strong",
    "Style",
    "Suggestion",
    "Table",
    "Text",
    "Tip",
    "Tool",
    "ToolError",
    "Toolset",
    "Verbatim",
    "View",
    "data_page",
    "page_of",
    "present",
    "print_document",
    "restore",
    "run",
    "serve",
    "to_json",
    "to_markdown",
]
