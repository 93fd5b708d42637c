"""Counts of what hooks decided: rewritten by shape, left by reason, and what clients dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pageful.lazy.dataclasses import dataclass
from pageful.usage.hook_log import HookEvent

_REPEAT = 300.0
"""Seconds within which the same line again tells that its answer was not trusted."""

_WAIT = 600.0
"""Seconds after a rewritten line in which its run begins, a question to the user included."""

_FEWEST = 3
"""Rewritten lines without any run, from which on a client is said to drop them."""


@dataclass(frozen=True, slots=True)
class HookCounts:
    """Counts of lines with a build in them, and of the runs that followed."""

    seen: int
    rewritten: int
    by_client: dict[str, int]
    shapes: dict[str, int]
    reasons: dict[str, int]
    repeats: int
    runs: int
    log_characters: int
    page_characters: int
    viewed_characters: int
    since: float
    dropping: tuple[str, ...]
    """Clients that run the typed line although the hook has answered with another one."""


def count_events(events: Iterable[HookEvent]) -> HookCounts:
    """Count the events of a log, which are in the order of their times."""
    runs, decisions = list[HookEvent](), list[HookEvent]()
    calls: set[tuple[str, str, str]] = set()
    for event in events:
        # A client may start several handlers for one call.
        key = (event.client, event.call, event.line)
        if event.is_run:
            runs.append(event)
        elif not event.call or key not in calls:
            calls.add(key)
            decisions.append(event)
    rewritten = [each for each in decisions if not each.reason]
    return HookCounts(
        seen=len(decisions),
        rewritten=len(rewritten),
        by_client=_count(each.client for each in decisions),
        shapes=_count(each.shape for each in rewritten),
        reasons=_count(each.reason for each in decisions if each.reason),
        repeats=_repeats(decisions),
        runs=len(runs),
        log_characters=sum(each.log_characters for each in runs),
        page_characters=sum(each.page_characters for each in runs),
        viewed_characters=sum(each.viewed_characters for each in runs),
        since=min((each.time for each in decisions), default=0.0),
        dropping=tuple(_dropping(rewritten, runs)),
    )


def _count(names: Iterable[str]) -> dict[str, int]:
    return dict(Counter(names).most_common())


def _repeats(decisions: Sequence[HookEvent]) -> int:
    last: dict[str, float] = {}
    repeats = 0
    for each in decisions:
        if each.line:
            repeats += each.time - last.get(each.line, -_REPEAT - 1) <= _REPEAT
            last[each.line] = each.time
    return repeats


def _dropping(rewritten: Sequence[HookEvent], runs: Sequence[HookEvent]) -> Iterable[str]:
    """Yield the clients whose latest rewritten lines were followed by no run at all."""
    for client in dict.fromkeys(each.client for each in rewritten):
        latest = [each for each in rewritten if each.client == client][-_FEWEST:]
        if len(latest) == _FEWEST and not any(_has_run(each, runs) for each in latest):
            yield client


def _has_run(event: HookEvent, runs: Sequence[HookEvent]) -> bool:
    return any(0 <= run.time - event.time <= _WAIT for run in runs)
