"""Tool results worth reading, for AI agents."""

from pageful.budget import Cut
from pageful.caller import Caller, Progress
from pageful.calls import Call
from pageful.compact_json import to_json
from pageful.document import (
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
from pageful.errors import Cancelled, ToolError
from pageful.markdown import to_markdown
from pageful.presenting import Detail, Page, View, present

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
