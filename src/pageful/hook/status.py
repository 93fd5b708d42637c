"""The state of hooks on this machine: where they are installed, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pageful.hook.installing import ENTRY, installed_words
from pageful.hook.switch import EVERYWHERE, places_off
from pageful.hook.targets import TARGETS, Target
from pageful.page.blocks import Block, Heading, Line, Table
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.tool.errors import ToolError
from pageful.usage.hook_counts import count_events
from pageful.usage.hook_log import read_hook_log


@dataclass(frozen=True, slots=True)
class TargetStatus:
    """One file of a client: `installed`, `absent` or `broken`, and what is wrong."""

    client: str
    file: str
    state: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class HookStatus:
    """All clients' files, where hooks are off, and what should be mended."""

    clients: Sequence[TargetStatus]
    off: Sequence[str]
    problems: Sequence[str]


def find_status(directory: Path) -> HookStatus:
    """Find the state of the hooks for all projects and for one directory."""
    found = [
        _target_status(target, target.file(project=project))
        for target in TARGETS
        for project in (None, directory)
    ]
    shown = [each for each in found if each.state != "absent"]
    return HookStatus(shown, places_off(), tuple(_problems(shown)))


def _target_status(target: Target, file: Path) -> TargetStatus:
    try:
        words = installed_words(target, file)
    except ToolError as error:
        return TargetStatus(target.name, str(file), "broken", error.problem)
    if not words:
        return TargetStatus(target.name, str(file), "absent")
    python, entry, program = words[0], words[3:4], words[5:6]
    for path in (python, *entry, *program):
        if not Path(path).is_file():
            return TargetStatus(target.name, str(file), "broken", f"{path} is not there any more.")
    if entry != [str(ENTRY)]:
        problem = f"It starts another installation: {entry[0] if entry else ''}."
        return TargetStatus(target.name, str(file), "installed", problem)
    return TargetStatus(target.name, str(file), "installed")


def _problems(found: Sequence[TargetStatus]) -> Iterator[str]:
    for each in found:
        if each.state == "broken":
            yield (
                f"{each.client}: {each.problem} Lines run as they are typed;"
                f" `pageful hook install {each.client}` mends it."
            )
        elif each.problem:
            yield f"{each.client}: {each.problem}"
    for client in count_events(read_hook_log()).dropping:
        yield (
            f"{client} DROPS WHAT THE HOOK ANSWERS: its last rewritten lines were followed by no"
            " run. Another hook may answer last, or this version of the client loses the new line."
        )


def status_page(status: HookStatus, _detail: Detail) -> Iterator[Block]:
    """Show each file in a row, then what is wrong."""
    yield Heading("Hooks", 1)
    if status.clients:
        rows = tuple((each.client, each.state, name(each.file)) for each in status.clients)
        yield Table(("client", "state", "file"), rows, of="file")
    else:
        yield Line("None is installed: `pageful hook install` shows what it would write.")
    for place in status.off:
        where = "everywhere" if place == EVERYWHERE else f"in {name(place)}"
        yield Line(f"Switched off {where}; `pageful hook on` switches on again.")
    for problem in status.problems:
        yield Line(f"⚠ {name(problem)}")
