"""The page of a topic: its passages between fences, then tasks, days, and where the rest is."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.blocks import Block, Heading, Line, Mono, Tip, Verbatim
from pageful.page.calls import Call
from pageful.page.presentation import Detail
from pageful.text.single_line import join_lines
from pageful.vault.topics.results import TopicOverview


def about_page(about: TopicOverview, _detail: Detail) -> Iterator[Block]:
    """Show what there is on a topic, within its budget."""
    from pageful.vault.topics import layout  # a client waits for the list of tools

    if not about.entire + about.partly:
        yield from _nothing(about)
        yield from _block(layout.near_lines(about))
        return
    yield Line(layout.summary(about))
    used = 0
    for shown in layout.shown_passages(about):
        used += len(shown.head) + len(shown.text) + 20  # the fences and the newlines between
        yield Heading(shown.head, 1)
        yield Verbatim(f"{shown.text}\n", fenced=True)
    for lines in (layout.task_lines(about), layout.day_lines(about), layout.empty_lines(about)):
        used += sum(map(len, lines))
        yield from _block(lines)
    near = layout.near_lines(about)
    used += sum(map(len, near))
    yield from _block(layout.other_lines(about, about.budget - used))
    yield from _block(near)


def _block(lines: list[str]) -> Iterator[Block]:
    """Yield lines, the first as a heading where it is one."""
    if lines and lines[0].startswith("# "):
        yield Heading(lines[0].removeprefix("# "), 1)
        lines = lines[1:]
    if lines:
        yield Line("\n".join(map(join_lines, lines)))


def _nothing(about: TopicOverview) -> Iterator[Block]:
    yield Line(f"0 notes: none has {' or '.join(map(join_lines, about.unknown))}")
    for each in about.suggestions:
        call = Call("vault_about", {"topic": each.query})
        yield Tip((f"{each.total:,} notes: ", Mono(str(call))))
