"""Tool results worth reading, for AI agents."""

from laconic.budget import Cut
from laconic.caller import Caller, Progress
from laconic.calls import Call
from laconic.compact_json import to_json
from laconic.document import (
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
from laconic.errors import Cancelled, ToolError
from laconic.markdown import to_markdown
from laconic.presenting import Detail, Page, View, present

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
