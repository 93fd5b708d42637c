"""The statistics of hooks: what was rewritten, why others were not, and what a client dropped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pageful.hook.commands import run_hook
from pageful.hook.installing import ENTRY
from pageful.usage.answer_size import AnswerSize, Size
from pageful.usage.counts import Kind, Usage
from pageful.usage.hook_counts import count_events
from pageful.usage.hook_log import HookEvent, hook_log_file, read_hook_log
from pageful.usage.usage_log import UsageLog


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _event(
    time: float, reason: str = "", client: str = "claude", call: str = "", line: str = ""
) -> HookEvent:
    return HookEvent(time, client, reason, "p", call=call, line=line)


def test_lines_are_counted_by_shape_and_reason() -> None:
    events = [
        _event(1, call="a", line="1"),
        _event(1.1, call="a", line="1"),  # a second handler for the same call
        _event(2, call="b", line="1"),
        _event(3, "pipe-grep", client="codex"),
        HookEvent(4, "run", log_characters=900, page_characters=100, viewed_characters=300),
    ]
    counts = count_events(events)
    assert (counts.seen, counts.rewritten, counts.runs, counts.repeats) == (3, 2, 1, 1)
    assert counts.by_client == {"claude": 2, "codex": 1}
    assert (counts.shapes, counts.reasons) == ({"p": 2}, {"pipe-grep": 1})
    assert (counts.log_characters, counts.page_characters) == (900, 100)
    assert counts.dropping == ()


def test_a_client_whose_rewritten_lines_start_no_run_is_named() -> None:
    lost = [_event(number) for number in range(3)]
    run = HookEvent(700, "run")
    assert count_events(lost).dropping == ("claude",)
    assert count_events([*lost, run]).dropping == ("claude",)
    assert count_events([*lost, _event(699.0), run]).dropping == ()
    assert count_events(lost[:2]).dropping == ()


def test_the_page_shows_shapes_reasons_and_what_was_lost(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = hook_log_file()
    file.parent.mkdir(parents=True)
    record = {"time": 1_790_000_000.0, "client": "claude", "shape": "-&&p|tail"}
    lines = [{**record, "time": record["time"] + number} for number in range(3)]  # type: ignore[operator]
    lines.append({**record, "reason": "pipe-grep", "shape": "p|-"})
    file.write_text("".join(json.dumps(each) + "\n" for each in lines) + "no json\n[]\n7\n{}\n")
    assert run_hook(["stats"]) == 0
    out = capsys.readouterr().out
    assert "4 lines since 2026-09-2" in out
    assert "3 rewritten (75%)" in out
    assert "|pipe-grep|1|its bytes go to `grep`|" in out
    assert "claude DROPS WHAT THE HOOK ANSWERS" in out
    assert run_hook(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reasons"] == {"pipe-grep": 1}
    assert run_hook(["status"]) == 0
    assert "claude DROPS WHAT THE HOOK ANSWERS" in capsys.readouterr().out


def test_a_run_is_read_from_the_counts_of_answers(state: Path) -> None:
    log = UsageLog(state / "pageful" / "usage.jsonl")
    size = AnswerSize(Size(2, 1), Size(10, 3))
    log.append(Usage(Kind("run", "maven", "mvn", "page"), size, fields={"viewed": [5]}))
    log.append(Usage(Kind("shell", "maven", "maven_test", "page"), size))
    (event,) = read_hook_log()
    assert event.is_run
    sizes = (event.log_characters, event.page_characters, event.viewed_characters)
    assert sizes == (10, 2, 5)


def test_counts_that_cannot_be_read_are_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/nowhere")
    assert read_hook_log() == []


def _decide(state: Path, times: int, **environment: str) -> None:
    """Have the hook rewrite lines, as clients with this environment start it."""
    program = state / "bin" / "pageful"
    program.parent.mkdir(exist_ok=True)
    program.write_text("#!/bin/sh\n")
    event = {"tool_name": "Bash", "cwd": str(state), "tool_input": {"command": "mvn -q test"}}
    for _ in range(times):
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(ENTRY), "claude", str(program)],
            input=json.dumps(event).encode(),
            capture_output=True,
            env={**os.environ, **environment},
        )
        assert b" run " in done.stdout


@pytest.mark.parametrize("value", ["0", "off", " False ", "no", "maybe", "relative/file"])
def test_decisions_are_not_noted_where_runs_are_not(state: Path, value: str) -> None:
    _decide(state, 3, PAGEFUL_STATS=value)
    assert read_hook_log() == []


@pytest.mark.parametrize("value", ["", "1", "on"])
def test_decisions_are_noted_where_runs_are(state: Path, value: str) -> None:
    _decide(state, 3, PAGEFUL_STATS=value)
    assert count_events(read_hook_log()).dropping == ("claude",)


def test_runs_are_looked_for_where_the_client_has_them_counted(state: Path) -> None:
    place = state / "elsewhere.jsonl"
    _decide(state, 3, PAGEFUL_STATS=str(place))
    assert count_events(read_hook_log()).dropping == ("claude",)
    UsageLog(place).append(Usage(Kind("run", "maven", "mvn", "page")))
    counts = count_events(read_hook_log())
    assert (counts.seen, counts.runs, counts.dropping) == (3, 1, ())


def test_runs_are_found_though_who_asks_counts_nothing(
    state: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _decide(state, 3)
    UsageLog(state / "pageful" / "usage.jsonl").append(Usage(Kind("run", "maven", "mvn", "page")))
    monkeypatch.setenv("PAGEFUL_STATS", "0")
    assert count_events(read_hook_log()).dropping == ()
    assert run_hook(["stats"]) == 0
    assert "Nothing is counted now: PAGEFUL_STATS is off." in capsys.readouterr().out


def test_a_relative_state_directory_is_no_place_for_a_log(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    _decide(state, 1)
    assert hook_log_file() == state / "home" / ".local" / "state" / "pageful" / "hook.jsonl"
    assert len(read_hook_log()) == 1
