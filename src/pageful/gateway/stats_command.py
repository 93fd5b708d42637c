"""The command `pageful gateway stats`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.gateway.command_parser import CommandParser
from pageful.gateway.statistics import ToolStatistics, add_up, find_log, read_decisions
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.page.blocks import Block

_DAY = 24 * 3600
_COLUMNS = ("server", "tool", "calls", "sent", "shown", "recalled", "%", "cut", "recalls")


def make_parser() -> CommandParser:
    """Make the parser of the command."""
    parser = CommandParser(
        "pageful gateway stats",
        "pageful gateway stats [OPTIONS]",
        "Say what the gateways did: calls, tokens as sent and as shown, and why.",
        ("", "--server github --days 7"),
    )
    add = parser.add_argument
    add("--server", metavar="NAME", help="one server alone")
    add("--days", type=float, metavar="N", help="the last days alone")
    add("--log", type=Path, metavar="FILE", help="a log that a gateway was given with `--log`")
    add("--json", action="store_true", help="as JSON")
    return parser


def run_stats(argv: Sequence[str]) -> int:
    """Print what the gateways of this machine did."""
    given = make_parser().parse_args(argv)
    since = time.time() - given.days * _DAY if given.days else 0
    noted = list(read_decisions(log := find_log(given.log)))
    if not noted and given.log is None:
        raise ToolError(
            f"No gateway has noted a result yet in {log.path}.",
            "Put servers behind one: `pageful gateway wrap --client NAME`, and restart the client.",
        )
    found = add_up(
        each.usage
        for each in noted
        if each.time >= since and given.server in (None, each.usage.kind.source)
    )
    if given.json:
        print(json.dumps(_data(found), indent=2, ensure_ascii=False))
    else:
        _print(tuple(_page(found)))
    return 0


def _page(found: Mapping[tuple[str, str], ToolStatistics]) -> Iterator[Block]:
    from pageful.page.blocks import Heading, Line, Note, Table
    from pageful.text.units import count

    total = ToolStatistics()
    for each in found.values():
        total += each
    if not total.calls:
        yield Line("No call was noted.")
        return
    yield Heading(f"{count(total.calls, 'call')}: {_percent(total)} % of {total.sent:,} tokens", 2)
    if not any(_is_change(reason) for reason in total.reasons):
        yield Note("No result was ever changed: see the reasons.")
    rows = sorted(found.items(), key=lambda each: -each[1].sent)
    yield Table(_COLUMNS, tuple(_row(*key, each) for key, each in rows), of="tool")
    reasons = total.reasons.most_common()
    yield Table(("reason", "results"), tuple((name, f"{count:,}") for name, count in reasons))
    yield Note("Tokens are estimated from characters. % counts what was recalled, too.")


def _is_change(reason: str) -> bool:
    return reason.startswith(("page", "compact JSON")) or "left out" in reason


def _row(server: str, tool: str, each: ToolStatistics) -> tuple[str, ...]:
    numbers = (each.calls, each.sent, each.shown, each.recalled)
    last = (f"{each.cut:,}", f"{each.recalls:,}")
    return (server, tool or "(unknown)", *(f"{n:,}" for n in numbers), _percent(each), *last)


def _percent(each: ToolStatistics) -> str:
    return "" if each.share is None else f"{100 * each.share:.0f}"


def _data(found: Mapping[tuple[str, str], ToolStatistics]) -> list[dict[str, object]]:
    return [
        {
            "server": server, "tool": tool, "calls": each.calls, "tokens_sent": each.sent,
            "tokens_shown": each.shown, "tokens_recalled": each.recalled, "cut": each.cut,
            "recalls": each.recalls, "reasons": dict(each.reasons),
        }
        for (server, tool), each in found.items()
    ]  # fmt: skip


def _print(document: tuple[Block, ...]) -> None:
    if sys.stdout.isatty():
        from pageful.page.terminal import terminal_text

        sys.stdout.write(terminal_text(document))
        return
    from pageful.page.markdown import to_markdown

    print(to_markdown(document))
