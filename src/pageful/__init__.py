"""Tool results worth reading, for AI agents."""

from pageful.page.blocks import (
    Block,
    Bullets,
    Code,
    Document,
    Fields,
    Hatch,
    Heading,
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

__all__ = [
    "Block",
    "Bullets",
    "Call",
    "Caller",
    "Cancelled",
    "Code",
    "Cut",
    "Detail",
    "Document",
    "Fields",
    "Hatch",
    "Heading",
    "Line",
    "Mono",
    "Note",
    "Numbered",
    "Output",
    "Page",
    "Progress",
    "Rule",
    "Section",
    "Sections",
    "Strong",
    "Table",
    "Text",
    "Tip",
    "ToolError",
    "Verbatim",
    "View",
    "present",
    "to_json",
    "to_markdown",
]
