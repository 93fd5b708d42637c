"""Tool results worth reading, for AI agents.

The names for pages are here at once; those for tools are loaded when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

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
from pageful.tool.compact_json import to_json
from pageful.tool.context import Caller, Progress
from pageful.tool.errors import Cancelled, ToolError

if TYPE_CHECKING:
    from pageful.anything import AnyPage, data_page, page_of, restore
    from pageful.page.terminal import print_document
    from pageful.shell.program import run, serve
    from pageful.tool.call_context import CallContext, NextCall
    from pageful.tool.declared import Declared
    from pageful.tool.options import Choice, Format, Style
    from pageful.tool.tool import Answer, Family, Outcome, Shell, Tool, Toolset

_LATER = {
    "Answer": "tool.tool",
    "AnyPage": "anything",
    "CallContext": "tool.call_context",
    "Choice": "tool.options",
    "Declared": "tool.declared",
    "Family": "tool.tool",
    "Format": "tool.options",
    "NextCall": "tool.call_context",
    "Outcome": "tool.tool",
    "Shell": "tool.tool",
    "Style": "tool.options",
    "Tool": "tool.tool",
    "Toolset": "tool.tool",
    "data_page": "anything",
    "page_of": "anything",
    "print_document": "page.terminal",
    "restore": "anything",
    "run": "shell.program",
    "serve": "shell.program",
}
"""The module of each name that is loaded when it is first used: pages need none of these."""


def __getattr__(name: str) -> object:
    """Load a name of `_LATER`.

    Raises:
        AttributeError: the package has no such name.
    """
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "Answer",
    "AnyPage",
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
    "Fields",
    "Format",
    "Hatch",
    "Heading",
    "ItemPath",
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
