"""What a person has at a terminal: a pager, progress, a command that runs again on changes."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import termios
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connecting import PAGEFUL
from pageful.files.changed_tree import ChangedTree, changed_files
from pageful.shell import progress_bar
from pageful.shell.pager import pager_words
from pageful.shell.progress_bar import ProgressBar, is_plain, progress_line
from pageful.shell.watch_loop import run_again_on_changes
from pageful.tool.context import Progress

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")

_LINES, _COLUMNS = 12, 100
_LONG_ENOUGH = 60.0
"""Seconds that nothing takes on a busy machine."""


class _Terminal:
    """A program at a pseudo-terminal of a few lines."""

    def __init__(self, directory: Path, *argv: str, **environment: str) -> None:
        import pty

        self._master, terminal = pty.openpty()
        termios.tcsetwinsize(terminal, (_LINES, _COLUMNS))
        kept = {name: value for name, value in os.environ.items() if name not in _ABSENT}
        self.process = subprocess.Popen(
            [*PAGEFUL, *argv],
            cwd=directory,
            env={**kept, "TERM": "xterm-256color", **environment},
            preexec_fn=lambda: os.login_tty(terminal),  # noqa: PLW1509
        )
        os.close(terminal)
        self.seen = ""

    def read_until(self, text: str, *, again: bool = False) -> str:
        """Read until a text was printed (again), and return all that came."""
        before = self.seen.count(text) if again else 0
        until = time.monotonic() + _LONG_ENOUGH
        while self.seen.count(text) <= before and time.monotonic() < until and self._read():
            pass
        assert self.seen.count(text) > before, self.seen
        return self.seen

    def read_to_the_end(self) -> str:
        """Read until the program has ended."""
        while self._read():
            pass
        return self.seen

    def _read(self) -> bool:
        if not select.select([self._master], [], [], _LONG_ENOUGH)[0]:
            return False
        try:
            data = os.read(self._master, 65_536)
        except OSError:
            return False
        self.seen += data.decode("utf-8", "replace")
        return bool(data)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait(_LONG_ENOUGH)
        os.close(self._master)


_ABSENT = ("CI", "NO_COLOR", "PAGER", "LESS", "PAGEFUL_NO_PAGER", "COLUMNS", "LINES")


@contextmanager
def _terminal(directory: Path, *argv: str, **environment: str) -> Iterator[_Terminal]:
    terminal = _Terminal(directory, *argv, **environment)
    try:
        yield terminal
    finally:
        terminal.close()


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault whose list is longer than the terminal."""
    for name in ("CACHE", "DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    notes = tmp_path / "notes"
    notes.mkdir()
    for number in range(30):
        (notes / f"Note {number}.md").write_text("flour\n", "utf-8")
    return notes


def test_a_page_that_is_longer_than_the_terminal_goes_to_the_pager(
    vault: Path, tmp_path: Path
) -> None:
    paged = tmp_path / "paged"
    pager = f"sh -c 'cat > {paged}'"
    with _terminal(vault, "vault", "list", PAGER=pager) as terminal:
        terminal.read_to_the_end()
        assert terminal.process.wait(_LONG_ENOUGH) == 0
    assert "Note 29.md" in paged.read_text("utf-8")
    assert "Note 29.md" not in terminal.seen


@pytest.mark.parametrize(
    ("argv", "environment"),
    [
        (["vault", "list", "--no-pager"], {}),
        (["vault", "list"], {"CI": "true"}),
        (["vault", "list"], {"TERM": "dumb"}),
        (["vault", "list"], {"PAGEFUL_NO_PAGER": "1"}),
        (["vault", "list"], {"PAGER": "cat"}),
        (["vault", "list"], {"PAGER": ""}),
        (["vault", "list"], {"PAGER": "no-such-pager --at all"}),
        (["vault", "list"], {"PAGER": "'"}),
        (["vault", "read", "Note 1.md"], {}),
        (["vault", "list", "--json"], {}),
    ],
)
def test_no_pager_is_started_where_none_is_wanted_or_needed(
    argv: list[str], environment: dict[str, str], vault: Path, tmp_path: Path
) -> None:
    paged = tmp_path / "paged"
    with _terminal(vault, *argv, **{"PAGER": f"sh -c 'cat > {paged}'"} | environment) as terminal:
        terminal.read_to_the_end()
        assert terminal.process.wait(_LONG_ENOUGH) == 0
    assert not paged.exists()
    assert "flour" in terminal.seen or "Note 29.md" in terminal.seen


@pytest.mark.slow
def test_less_shows_colours_and_q_leaves_it(vault: Path) -> None:
    with _terminal(vault, "vault", "list") as terminal:
        terminal.read_until("Note 0.md")
        terminal.type("q")
        terminal.read_to_the_end()
        assert terminal.process.wait(_LONG_ENOUGH) == 0
    assert "Note 9.md" not in terminal.seen
    assert "ESC[" not in terminal.seen


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"CI": "1"}])
def test_a_terminal_without_colours_gets_none(environment: dict[str, str], vault: Path) -> None:
    with _terminal(vault, "vault", "list", "--no-pager", **environment) as terminal:
        terminal.read_to_the_end()
    assert "Note 29.md" in terminal.seen
    if "CI" not in environment:  # logs of builds are shown in colours
        # Bold and faint are no colours: https://no-color.org.
        assert not re.search(r"\x1b\[(?:[\d;]*;)?(?:3|4|9|10)\dm", terminal.seen)
    if "NO_COLOR" not in environment:
        assert "\x1b[K" not in terminal.seen


def test_a_search_runs_again_when_a_note_changes_until_ctrl_c(vault: Path) -> None:
    with _terminal(vault, "vault", "search", "rye", "--watch") as terminal:
        terminal.read_until("Ctrl-C ends.")
        assert "No results found." in terminal.seen
        (vault / "Rye.md").write_text("rye\n", "utf-8")
        terminal.read_until("Rye.md", again=True)
        terminal.read_until("changed: Rye.md")
        terminal.read_until("Ctrl-C ends.", again=True)
        (vault / "Rye.md").unlink()
        terminal.read_until("No results found.", again=True)
        terminal.type("\x03")
        terminal.read_to_the_end()
        assert terminal.process.wait(_LONG_ENOUGH) == 130
    assert "Traceback" not in terminal.seen


_FAKE_MAVEN = """#!/bin/sh
mkdir -p target generated
date +%s%N > target/built; date +%s%N > generated/Stamp.java
echo run >> {runs}
echo '[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0'
echo '[INFO] BUILD SUCCESS'
"""
_POM = """<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId>
<artifactId>a</artifactId><version>1</version></project>"""


@pytest.mark.slow
def test_a_build_runs_again_on_changes_of_sources_and_not_of_what_it_writes(
    vault: Path, tmp_path: Path
) -> None:
    project, runs, maven = tmp_path / "shop", tmp_path / "runs", tmp_path / "mvn"
    (project / "src").mkdir(parents=True)
    (project / "pom.xml").write_text(_POM, "utf-8")
    maven.write_text(_FAKE_MAVEN.format(runs=runs), "utf-8")
    maven.chmod(0o755)
    argv = ("maven", "test", "--watch", "--mvn", str(maven))
    with _terminal(project, *argv) as terminal:
        terminal.read_until("Ctrl-C ends.")
        before = runs.read_text("utf-8").count("run")
        assert before == 2  # the first wrote generated/Stamp.java, as an editor might have
        (project / "src" / "A.java").write_text("class A {}", "utf-8")
        terminal.read_until("changed: src/A.java")
        terminal.read_until("Ctrl-C ends.", again=True)
        assert runs.read_text("utf-8").count("run") == before + 1
        terminal.process.send_signal(signal.SIGTERM)
        terminal.read_to_the_end()
        assert terminal.process.wait(_LONG_ENOUGH) in (130, 143)


def test_what_a_command_writes_twice_is_no_reason_to_run_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs: list[int] = []

    def run() -> int:
        runs.append(len(runs))
        (tmp_path / "log").write_text(str(runs), "utf-8")
        return 130 if len(runs) == 4 else 0

    def edit(_tree: ChangedTree, _before: object, _pause: float) -> None:
        (tmp_path / "source").write_text(str(runs), "utf-8")

    monkeypatch.setattr(ChangedTree, "wait", edit)
    assert run_again_on_changes(run, (tmp_path,), handle_signals=lambda: None) == 130
    changed = [line.partition(": ")[2] for line in capsys.readouterr().err.splitlines()]
    assert [each for each in changed if each in ("log", "source")] == ["log", "source", "source"]


def test_changes_of_files_are_found_and_those_that_builds_write_are_not(tmp_path: Path) -> None:
    for name in ("src", "target", ".git", "node_modules"):
        (tmp_path / name).mkdir()
    (tmp_path / "src" / "a").write_text("1", "utf-8")
    tree = ChangedTree((tmp_path,))
    first = tree.look()
    for name in ("target", ".git", "node_modules"):
        (tmp_path / name / "b").write_text("1", "utf-8")
    assert tree.look() == first
    (tmp_path / "src" / "new").mkdir()
    (tmp_path / "src" / "new" / "c").write_text("1", "utf-8")
    os.utime(tmp_path / "src" / "a", ns=(0, 0))
    names = [Path(each).name for each in changed_files(first, tree.wait(first, 0.01))]
    assert names == ["a", "c"]
    tree.close()


@pytest.mark.parametrize(
    ("progress", "rate", "columns", "line"),
    [
        (Progress("Reading notes", 500, 1000), 100.0, 100,
         "[━━━━━━━━━━          ] 500/1,000 100/s 5 s left Reading notes"),
        (Progress("Reading notes", 500, 1000), None, 100,
         "[━━━━━━━━━━          ] 500/1,000 Reading notes"),
        (Progress("Indexing a: 90 files/s", 0, 8000), 2.0, 100,
         "[                    ] 0/8,000 1 h 7 min left Indexing a: 90 files/s"),
        (Progress("CartTest", 1, 4), 0.05, 50, "1/4 3/min 1 min left CartTest"),
        (Progress("Looking\nfor files"), 9.0, 100, "Looking for files"),
        (Progress("x" * 200), None, 20, "x" * 19),
        (Progress("more", 9, 4), None, 100, "[━━━━━━━━━━━━━━━━━━━━] 9/4 more"),
    ],
)  # fmt: skip
def test_progress_says_how_far_how_fast_and_how_much_longer(
    progress: Progress, rate: float | None, columns: int, line: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(progress_bar, "_has_unicode", lambda: True)
    assert progress_line(progress, rate, columns) == line


@given(
    st.builds(
        Progress, st.text(), st.none() | st.integers(0, 10**9), st.none() | st.integers(0, 10**9)
    ),
    st.none() | st.floats(1e-6, 1e9),
    st.integers(2, 300),
)
def test_any_progress_is_one_line_that_fits(
    progress: Progress, rate: float | None, columns: int
) -> None:
    line = progress_line(progress, rate, columns)
    assert len(line) < columns
    assert not any(unicodedata.category(each) in ("Cc", "Zl", "Zp") for each in line)


def test_a_bar_shows_its_last_step_and_counts_each_stage_anew(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    bar = ProgressBar()
    for done in range(101):
        now[0] += 0.05
        bar.show(Progress("Reading notes", done, 100))
    now[0] += 1
    bar.show(Progress("Indexing words", 1, 50))
    bar.clear()
    shown = capsys.readouterr().err.split(progress_bar.CLEAR_LINE)
    assert len(shown) < 60
    assert "100/100 20/s" in shown[-3]
    assert "left" not in shown[-2]
    assert shown[-1] == ""


@pytest.mark.parametrize(
    ("variables", "plain"),
    [({}, False), ({"TERM": "dumb"}, True), ({"CI": "true"}, True), ({"CI": "false"}, False)],
)
def test_a_log_gets_no_codes(
    variables: dict[str, str], plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert is_plain() is plain


@pytest.mark.parametrize(
    ("pager", "words"),
    [(None, ["less"]), ("more -d", ["more", "-d"]), ("", []), ("cat", []), ('"', [])],
)
def test_the_pager_is_the_user_s(pager: str | None, words: list[str]) -> None:
    assert pager_words({} if pager is None else {"PAGER": pager}) == words
