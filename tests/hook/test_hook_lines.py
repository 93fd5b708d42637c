"""Lines that agents type: which get `pageful run`, which stay, and why."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pageful.hook.decision import Decision, decide, rewrite
from pageful.hook.stats_page import REASONS
from shell_lines import drawn_lines, table
from shell_oracle import RUNNER, errors_of

_CORPUS = Path(os.environ.get("PAGEFUL_SHELL_LINES", "none"))
"""Real lines, which are their owners': JSON lines with `line`, `kind`, `via` and `shell`."""
_REWRITTEN = [line for reason, line in table() if reason == "run"]


def _new(line: str) -> str:
    decision = decide(line)
    assert not decision.reason
    return rewrite(line, decision, RUNNER, ["--deadline=60"])


def _removed(line: str, decision: Decision) -> str:
    """The line again, of what was inserted alone."""
    new, taken, position = rewrite(line, decision, RUNNER), "", 0
    edits = sorted([*decision.insertions, *decision.viewers])
    shift = 0
    for edit in edits:
        text = "cat" if edit.end > edit.start else f"{RUNNER} run "
        if edit.end == edit.start and edit.lines:
            text += f"--{'head' if edit.is_head else 'lines'}={edit.lines} "
        start = edit.start + shift
        assert new[start:].startswith(text)
        taken += new[position:start] + line[edit.start : edit.end]
        position = start + len(text)
        shift += len(text) - (edit.end - edit.start)
    return taken + new[position:]


@pytest.mark.parametrize(("reason", "line"), table())
def test_each_line_of_the_table_is_rewritten_or_left_for_its_reason(reason: str, line: str) -> None:
    assert (decide(line).reason or "run") == reason


def test_the_table_has_every_reason_of_the_grammar() -> None:
    of_clients = {
        *("allow-rule", "no-pageful", "off", "rule", "rules-unreadable", "would-approve", "long"),
    }
    assert set(REASONS) - of_clients == {reason for reason, _ in table()} - {"run", "no-program"}
    assert len(table()) > 400


@pytest.mark.parametrize("line", _REWRITTEN)
def test_taking_the_insertions_out_gives_the_old_line(line: str) -> None:
    assert _removed(line, decide(line)) == line


def test_rewritten_lines_have_the_same_tree_but_for_the_inserted_words() -> None:
    assert errors_of([(line, _new(line)) for line in _REWRITTEN]) == []


@pytest.mark.parametrize("seed", range(4))
def test_no_drawn_line_is_rewritten_wrongly(seed: int) -> None:
    # `make fuzz` draws more.
    number = int(os.environ.get("PAGEFUL_FUZZ_LINES", "1500"))
    pairs = []
    for line in drawn_lines(seed, number):
        decision = decide(line)
        assert decision.reason in {"", "no-program", *REASONS}
        if not decision.reason:
            assert _removed(line, decision) == line
            pairs.append((line, rewrite(line, decision, RUNNER)))
    assert len(pairs) > number / 20
    assert errors_of(pairs) == []


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("mvn test", "pageful run mvn test"),
        ("cd web && mvn -q test", "cd web && pageful run mvn -q test"),
        ("A=1 ./mvnw test; echo $?", "A=1 pageful run ./mvnw test; echo $?"),
        ("sh mvnw test", "pageful run sh mvnw test"),
        ("mvn test 2>&1 | tail -40", "pageful run --lines=40 mvn test 2>&1 | cat"),
        ("mvn test|head -n 7; ls", "pageful run --head=7 mvn test|cat; ls"),
        ("mvn test | cat", "pageful run mvn test | cat"),
        ("mvn clean && mvn test", "pageful run mvn clean && pageful run mvn test"),
        ("mvn dependency:tree; mvn test", "mvn dependency:tree; pageful run mvn test"),
        ("mvn test | grep x; mvn verify", "mvn test | grep x; pageful run mvn verify"),
    ],
)
def test_nothing_but_the_command_and_the_viewer_changes(line: str, new: str) -> None:
    assert rewrite(line, decide(line), "pageful") == new


def test_options_stand_before_the_program_and_are_left_out_for_rules() -> None:
    line = "mvn test | tail -40"
    decision = decide(line)
    with_options = "pageful run --lines=40 --deadline=9 mvn test | cat"
    assert rewrite(line, decision, "pageful", ["--deadline=9"]) == with_options
    assert rewrite(line, decision, "pageful", None) == "pageful run mvn test | cat"


@pytest.fixture(scope="module")
def spies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose programs write down how they were called, and fail."""
    place = tmp_path_factory.mktemp("spies")
    (place / "bin").mkdir()
    spy = (
        '#!/bin/sh\nfor each in "$0" "$PWD" "$A" "$@"; do printf "%s\\0" "$each"; done >> "$LOG"\n'
    )
    runner = (
        '#!/bin/sh\nshift\nwhile :; do case $1 in --*) shift;; *) break;; esac; done\nexec "$@"\n'
    )
    for name in ("mvn", "mvnd", "git", "docker", "sleep", "rm"):
        _write(place / "bin" / name, f"{spy}exit 3\n")
    _write(place / "bin" / RUNNER, runner)
    for folder in ("p", "p/shop", "p/my shop", "p/target"):
        (place / folder).mkdir()
    for script in ("mvnw", "p/mvnw", "p/shop/mvnw"):
        _write(place / script, f"{spy}exit 4\n")
    return place


def _write(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def _run(shell: str, line: str, spies: Path) -> tuple[int, bytes]:
    log = spies / "log"
    log.write_bytes(b"")
    environment = {
        "PATH": f"{spies / 'bin'}:/usr/bin:/bin",
        "LOG": str(log),
        "HOME": str(spies / "p"),
        "ROOT": str(spies / "p"),
    }
    done = subprocess.run(
        [shell, "-c", line], cwd=spies / "p", env=environment, capture_output=True, timeout=30
    )
    return done.returncode, log.read_bytes()


def _runnable() -> Iterator[str]:
    """Lines that do not hand their own PATH on, or leave the project."""
    return (
        line
        for line in _REWRITTEN
        if "PATH" not in line and "/tmp" not in line and "~" not in line and "/opt" not in line
    )


@pytest.mark.parametrize(
    ("shell", "step"),
    [
        ("bash", 8),
        pytest.param("bash", 1, marks=pytest.mark.slow),
        pytest.param("sh", 1, marks=pytest.mark.slow),
    ],
)
def test_a_shell_starts_the_same_programs_with_the_same_words_and_ends_alike(
    shell: str, step: int, spies: Path
) -> None:
    lines = [line for line in _runnable() if shell == "bash" or "PIPESTATUS" not in line][::step]
    differing = [
        line for line in lines if _run(shell, line, spies) != _run(shell, _new(line), spies)
    ]
    assert differing == []
    assert len(lines) > 150 / step


@pytest.mark.skipif(not _CORPUS.exists(), reason="PAGEFUL_SHELL_LINES names no file")
def test_most_lines_that_agents_build_and_test_with_are_rewritten() -> None:
    records = [json.loads(line) for line in _CORPUS.read_text(encoding="utf-8").splitlines()]
    lines = [
        each["line"]
        for each in records
        if each["shell"] == "sh"
        and each["kind"] == "agent"
        and each["via"] in ("transcript", "permission", "plan")
    ]
    reasons = Counter(decide(line).reason for line in lines)
    others = sum(reasons[each] for each in ("server", "goal", "shows-text", "publishing"))
    assert reasons[""] >= 0.8 * (len(lines) - others)
    pairs = [
        (each["line"], _new(each["line"])) for each in records if not decide(each["line"]).reason
    ]
    assert errors_of(pairs) == []
