"""A result in every form that the web page shows, with the tokens of each and what saved them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from pageful.gateway.answers import Answers
from pageful.gateway.counting import Decision
from pageful.gateway.json_text import write
from pageful.gateway.keeping import MemoryStore
from pageful.gateway.open_requests import OpenRequest
from pageful.gateway.recorded_result import Recorded
from pageful.gateway.settings import Settings
from pageful.gateway.view.savings import (
    BUDGET,
    Stage,
    compact_text,
    fields_left_out,
    sent_text,
    stages,
)
from pageful.gateway.view.token_counts import Count
from pageful.gateway.views import ToolView
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Saving:
    """A rule, and the tokens that it saved by each counter; less than none where it cost some."""

    name: str
    does: str
    saved: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A result as it was sent, as compact JSON, and as the agent reads it.

    `media` counts blocks that are no text; `left_out` and `cut` are the fields of which a view
    shows nothing, and a part.
    """

    recorded: Recorded
    sent: str
    compact: str
    shown: str
    reason: str
    media: int
    tokens: Mapping[str, Mapping[str, int]]
    savings: tuple[Saving, ...]
    left_out: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()

    @property
    def is_page(self) -> bool:
        """Tell whether the agent reads a page, and not JSON or what came."""
        return self.reason.startswith("page")

    @property
    def is_cut(self) -> bool:
        """Tell whether the agent reads a first page, and gets the rest by recall."""
        return any(each.name == BUDGET for each in self.savings)


@dataclass
class _SameId(MemoryStore):
    """A store whose next id is known: that of a result that a gateway has kept."""

    identifier: str = ""

    def keep(self, tool: str, text: str) -> str:
        return self.identifier or super().keep(tool, text)


def compare(recorded: Recorded, counters: Mapping[str, Count], settings: Settings) -> Comparison:
    """Show a result as a gateway with these settings does, and count."""
    shown, decision = _show(recorded, settings)
    result = recorded.result
    sent = sent_text(result)
    is_changed = shown != sent
    compact = compact_text(result) if is_changed else sent
    forms = {"sent": sent, "compact": compact, "shown": shown}
    tokens = {
        name: {form: count(text) for form, text in forms.items()}
        for name, count in counters.items()
    }
    is_viewed = "; view" in decision.reason
    view = settings.views.for_tool(recorded.tool) if is_viewed else ToolView()
    left_out, cut = fields_left_out(result, view)
    savings = tuple(_savings(sent, stages(result, shown, view), counters)) if is_changed else ()
    media = sum(each.get("type") != "text" for each in result["content"] if isinstance(each, dict))
    return Comparison(
        recorded, sent, compact, shown, decision.reason, media, tokens, savings, left_out, cut
    )


def _show(recorded: Recorded, settings: Settings) -> tuple[str, Decision]:
    """Send a result through a gateway."""
    decisions: list[Decision] = []
    store = _SameId(identifier=recorded.id if recorded.is_kept else "")
    answers = Answers(settings, store, decisions.append)
    line = write({"jsonrpc": "2.0", "id": 1, "result": recorded.result})
    request = OpenRequest(1, "tools/call", recorded.tool, "page")
    result = json.loads(answers.rewrite_result(line, request))["result"]
    return sent_text(result), decisions[0]


def _savings(
    before: str, every: Iterator[Stage], counters: Mapping[str, Count]
) -> Iterator[Saving]:
    """Yield what each stage saved, but those that changed nothing."""
    for stage in every:
        if stage.text != before:
            saved = {name: count(before) - count(stage.text) for name, count in counters.items()}
            yield Saving(stage.name, stage.does, saved)
        before = stage.text
