"""The command `pageful gateway show`: what a gateway would make of a recorded result."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pageful.anything.json_text import write_json
from pageful.gateway.command_parser import CommandParser
from pageful.gateway.counting import Decision
from pageful.gateway.recorded_result import Recorded, read_results
from pageful.gateway.recorded_settings import recorded_settings
from pageful.gateway.settings import Settings
from pageful.gateway.views import find_views_file

_FACES = ("page", "data", "both")


def make_parser() -> CommandParser:
    """Make the parser of the command."""
    parser = CommandParser(
        "pageful gateway show",
        "pageful gateway show RESULT.json [OPTIONS]",
        "Show what a gateway makes of a result, an answer to tools/call, or any data.",
        ("answer.json", "answer.json --server github --tool list_issues"),
    )
    add = parser.add_argument
    add("file", type=Path, metavar="RESULT.json")
    add("--server", default="", metavar="NAME", help="the server that it is of, for views")
    add("--tool", default="", metavar="NAME", help="the tool that it is of, for views")
    add("--views", type=Path, metavar="FILE", help="a file of views (default: pageful.toml)")
    add("--face", choices=_FACES, default="page", help="the form (default page)")
    add("--budget", type=int, metavar="CHARS", help="the largest page")
    return parser


def run_show(argv: Sequence[str]) -> int:
    """Print a recorded result as a client would get it, and on stderr what was decided."""
    given = make_parser().parse_args(argv)
    file = given.views or find_views_file(Path.cwd())
    for recorded in read_results(given.file, given.tool, given.server):
        settings = recorded_settings(
            recorded.server, file, given.budget, given.face, must_have=given.views is not None
        )
        changed, decision = rewrite_recorded(recorded, settings)
        for text in _texts(changed):
            print(text)
        _say(decision)
    return 0


def rewrite_recorded(recorded: Recorded, settings: Settings) -> tuple[dict[str, Any], Decision]:
    """Return a result as a client gets it, and the decision on it."""
    from pageful.gateway.keeping import MemoryStore
    from pageful.gateway.session import Session

    noted: list[Decision] = []
    session = Session(settings, MemoryStore(), noted.append)
    params = {"name": recorded.tool}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    session.from_client(json.dumps(call).encode())
    answer = {"jsonrpc": "2.0", "id": 1, "result": recorded.result}
    line = session.from_server(write_json(answer).encode(errors="surrogatepass"))
    assert line
    changed: dict[str, Any] = json.loads(line)["result"]
    return changed, noted[0]


def _texts(result: dict[str, Any]) -> list[str]:
    blocks = [each for each in result["content"] if isinstance(each, dict)]
    shown = [
        str(each.get("text", "")) if each.get("type") == "text" else f"[{each.get('type')}]"
        for each in blocks
    ]
    if "structuredContent" in result:
        shown.append(f"structuredContent: {write_json(result['structuredContent'])}")
    return shown


def _say(decision: Decision) -> None:
    share = 100 * decision.shown / max(decision.sent, 1)
    print(
        f"\n{decision.sent:,} characters as sent, {decision.shown:,} as shown ({share:.0f} %): "
        f"{decision.reason}",
        file=sys.stderr,
    )
