"""What somebody sees who watches a command at work, and what a program is told behind it."""

from __future__ import annotations

import sys

import pytest

from pageful.shell.output import print_tip
from pageful.shell.progress_bar import ProgressBar
from pageful.shell.tool_command import _tip_to_run_again
from pageful.tool.context import Progress


def test_progress_stands_on_one_line_of_the_terminals_width(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    ProgressBar().show(Progress("one\ntwo\x1b", 1, 4))
    first = capsys.readouterr().err
    assert first.endswith("1/4 one two␛")
    ProgressBar().show(Progress("x" * 30, None, None))
    assert capsys.readouterr().err == first.removesuffix("1/4 one two␛") + "x" * 19


@pytest.mark.parametrize(
    ("words", "again", "tip"),
    [
        (("p", "test"), ("--failed-only",), "p test --failed-only"),
        (("p", "test", "--", "-q"), ("--failed-only",), "p test --failed-only -- -q"),
        (("p", "test", "--failed-only"), ("--failed-only",), "p test --failed-only"),
        (("p", "a b"), (), "p 'a b'"),
    ],
)
def test_the_tip_to_run_again_is_the_same_command(
    words: tuple[str, ...], again: tuple[str, ...], tip: str
) -> None:
    said = f"Tip: to edit and build in one call, end the edit with `&& {tip}`"
    assert _tip_to_run_again(words, again) == said


def test_a_tip_is_for_programs_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    print_tip("Tip: x")
    assert capsys.readouterr().out == "\nTip: x\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_tip("Tip: x")
    assert capsys.readouterr().out == ""
