"""The page of counts: how many lines hooks rewrote, why they left others, what it came to."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from pageful.page.blocks import Block, Heading, Line, Table
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import count
from pageful.usage.hook_counts import HookCounts
from pageful.usage.switch import VARIABLE

REASONS: Mapping[str, str] = {
    "allow-rule": "an allow rule knows the typed line and not the rewritten one",
    "asked-raw": "`PAGEFUL=` stands before it",
    "background": "runs in the background",
    "compound": "parentheses, braces, `if`, `for`, `time`, functions, aliases",
    "debugger": "waits for a debugger",
    "default-goal": "no goal: it may start a server",
    "environment": "sets a variable that changes any program, such as PYTHONPATH",
    "expansion": "a variable or pattern may become several words",
    "goal": "a goal whose text is its purpose, or that is not known",
    "heredoc": "a here-document",
    "log-file": "Maven writes its log to a file",
    "long": "longer than 4,096 characters",
    "no-pageful": "the program `pageful` is gone",
    "off": "hooks are switched off here",
    "pipe": "several stages, or a program behind it that is not known",
    "pipe-awk": "its bytes go to `awk`",
    "pipe-cat": "its bytes go to `cat` with options",
    "pipe-grep": "its bytes go to `grep`",
    "pipe-head": "`head` with other options than a number of lines",
    "pipe-jq": "its bytes go to `jq`",
    "pipe-sed": "its bytes go to `sed`",
    "pipe-tail": "`tail` with other options than a number of lines",
    "pipe-tee": "its bytes go to a file, through `tee`",
    "pipe-xargs": "its bytes go to `xargs`",
    "piped-into": "it reads what another program prints",
    "publishing": "deploys",
    "redirected": "its bytes go to a file",
    "rule": "a deny, ask or sandbox rule names the program",
    "rules-unreadable": "a file of rules can't be read",
    "server": "starts a server or a program",
    "shows-text": "its own text is wanted: a version, help, debug output",
    "strict-pipe": "`set -e` or `pipefail` and a pipe",
    "substitution": "a substitution, or quotes that are not understood",
    "two-projects": "builds in two directories",
    "unknown-goal": "neither a phase nor a goal",
    "unknown-option": "an option that is not known",
    "unreadable": "a shell would not read it, or characters that no one types",
    "variable-program": "the program is in a variable",
    "would-approve": "the client's only answer would approve the command",
    "wrapper": "another program starts Maven: `timeout`, `sudo`, `docker`, `bash -c`",
}
"""The reasons for which lines stay as they were typed, by their names."""


def stats_page(counts: HookCounts, _detail: Detail, *, is_counting: bool = True) -> Iterator[Block]:
    """Show how many lines were rewritten, the reasons for others, and what the runs came to."""
    yield Heading("Lines that build", 1)
    if not is_counting:
        yield Line(f"Nothing is counted now: {VARIABLE} is off.")
    if not counts.seen:
        yield Line("None seen yet.")
        return
    since = time.strftime("%Y-%m-%d", time.localtime(counts.since))
    share = f"{counts.rewritten / counts.seen:.0%}"
    yield Line(
        f"{count(counts.seen, 'line')} since {since}; {counts.rewritten:,} rewritten ({share})"
    )
    clients = ", ".join(f"{name(key)} {number:,}" for key, number in counts.by_client.items())
    yield Line(f"Clients: {clients}")
    for client in counts.dropping:
        yield Line(f"⚠ {name(client)} DROPS WHAT THE HOOK ANSWERS: `pageful hook status`")
    if counts.repeats:
        yield Line(f"The same line again within five minutes: {counts.repeats:,}")
    if counts.runs:
        yield Line(
            f"{count(counts.runs, 'run')}: {counts.page_characters:,} characters of pages for"
            f" {counts.log_characters:,} of logs ({counts.viewed_characters:,} without the hook)"
        )
    rows = tuple((name(key), f"{number:,}") for key, number in counts.shapes.items())
    if rows:
        yield Table(("rewritten", "lines"), rows, of="shape")
    reasons = [(name(key), f"{n:,}", REASONS.get(key, "")) for key, n in counts.reasons.items()]
    if reasons:
        yield Table(("left as typed", "lines", "because"), tuple(reasons), of="reason")
    yield Line("`p` is a build, `-` any other command.")
