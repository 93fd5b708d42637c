"""The program that clients start: what it answers to each, and that nothing makes it fail."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.hook import decision, entry
from pageful.hook.installing import ENTRY
from pageful.usage.hook_log import read_hook_log

_LINE = "cd web && mvn -q test 2>&1 | tail -40"


@dataclass(frozen=True)
class Machine:
    """A home, a project, and a program `pageful`, which is in the PATH or not."""

    home: Path
    project: Path
    program: Path
    environment: Mapping[str, str]

    def ask(self, client: str, event: Any, **environment: str) -> str:
        """Start the hook as a client does, and return what it prints."""
        data = event if isinstance(event, bytes) else json.dumps(event).encode()
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(ENTRY), client, str(self.program)],
            input=data,
            capture_output=True,
            env={**self.environment, **environment},
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode()

    def rewrite(self, line: str = _LINE, client: str = "claude", **event: Any) -> str:
        """Return the line that comes of a call; the typed one where there is no answer."""
        answer = self.ask(client, self.event(line, **event))
        if not answer:
            return line
        return str(json.loads(answer)["hookSpecificOutput"]["updatedInput"]["command"])

    def event(self, line: str, **more: Any) -> dict[str, Any]:
        """Return an event as Claude Code sends it."""
        tool_input = {"command": line, "description": "Run tests", **more.pop("tool_input", {})}
        return {
            "session_id": "s",
            "cwd": str(self.project),
            "permission_mode": "default",
            "hook_event_name": "PreToolUse",
            "tool_name": "Bash",
            "tool_input": tool_input,
            "tool_use_id": "toolu_1",
            **more,
        }

    def write_settings(self, value: Any, place: str = "home/.claude/settings.json") -> None:
        """Write settings of Claude Code, for the user unless another place is named."""
        path = self.home.parent / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    for name in ("home", "project", "bin"):
        (tmp_path / name).mkdir()
    program = tmp_path / "bin" / "pageful"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    environment = {"HOME": str(tmp_path / "home"), "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"}
    return Machine(tmp_path / "home", tmp_path / "project", program, environment)


def test_claude_code_gets_the_whole_input_back_with_another_command(machine: Machine) -> None:
    event = machine.event(_LINE, tool_input={"timeout": 60_000, "other": [1]})
    assert json.loads(machine.ask("claude", event)) == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "updatedInput": {
                "command": "cd web && pageful run --lines=40 --deadline=60 mvn -q test 2>&1 | cat",
                "description": "Run tests",
                "timeout": 60_000,
                "other": [1],
            },
        }
    }


def test_a_command_without_a_time_limit_has_the_client_s_own(machine: Machine) -> None:
    assert machine.rewrite("mvn test") == "pageful run --deadline=120 mvn test"
    answer = machine.ask("claude", machine.event("mvn test"), BASH_DEFAULT_TIMEOUT_MS="300000")
    assert "--deadline=300 " in answer


@pytest.mark.parametrize(
    ("client", "event", "answer"),
    [
        (
            "codex",
            {"tool_name": "Bash", "permission_mode": "bypassPermissions"},
            {
                "hookSpecificOutput": {
                    "hookEventName": "PreToolUse",
                    "permissionDecision": "allow",
                    "updatedInput": {"command": "NEW"},
                }
            },
        ),
        (
            "gemini",
            {"tool_name": "run_shell_command"},
            {"hookSpecificOutput": {"tool_input": {"command": "NEW"}}},
        ),
        (
            "cursor",
            {"tool_name": "Shell"},
            {"permission": "ask", "updated_input": {"command": "NEW"}},
        ),
        (
            "vscode",
            {"tool_name": "run_in_terminal"},
            {
                "hookSpecificOutput": {
                    "hookEventName": "PreToolUse",
                    "updatedInput": {"command": "NEW"},
                }
            },
        ),
        ("opencode", {"tool_name": "bash"}, {"command": "NEW"}),
        ("pi", {"tool_name": "bash"}, {"command": "NEW"}),
        ("omp", {"tool_name": "bash"}, {"command": "NEW"}),
    ],
)
def test_each_client_gets_its_own_form_with_the_full_path(
    machine: Machine, client: str, event: dict[str, Any], answer: Any
) -> None:
    whole = {"cwd": str(machine.project), "tool_input": {"command": "mvn test"}, **event}
    new = f"{machine.program} run mvn test"
    assert machine.ask(client, whole) == json.dumps(answer).replace("NEW", new)


def test_copilot_has_its_arguments_as_a_text(machine: Machine) -> None:
    event = {
        "cwd": str(machine.project),
        "toolName": "bash",
        "toolArgs": json.dumps({"command": "mvn test", "description": "d"}),
    }
    new = f"{machine.program} run mvn test"
    answer = {"modifiedArgs": {"command": new, "description": "d"}}
    assert json.loads(machine.ask("copilot", event)) == answer


@pytest.mark.parametrize(("client", "nothing"), [("claude", ""), ("cursor", "{}")])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"7",
        b'"mvn"',
        b"\xff\xfe mvn \x00",
        b'{"tool_name": "Bash", "tool_input": "mvn"}',
        b'{"tool_name": "Bash", "tool_input": {"command": ["mvn"]}}',
        b'{"tool_name": ["Bash"], "tool_input": {"command": "mvn test"}}',
        b'{"tool_name": "Bash", "tool_input": {"command": "mvn \\ud800 test"}}',
        b'{"tool_name": "Bash", "tool_input": {"command": "mvn test", "timeout": 1e999}, "cwd": 1}',
        b'{"tool_name": "Bash", "mvn": NaN}',
        b'{"tool_name": "Write", "tool_input": {"command": "mvn test"}}',
        b"[" * 100_000 + b"mvn",
        b'{"mvn": "' + b"x" * 1_000_000 + b'"}',
        b'{"tool_input": {"command": "mvn test ' + b"x" * 1_100_000 + b'"}}',
    ],
    ids=range(17),
)
def test_bad_input_is_answered_with_nothing(
    machine: Machine, client: str, nothing: str, data: bytes
) -> None:
    answer = machine.ask(client, data)
    assert (
        answer == nothing
        or "mvn test" in json.loads(answer)["hookSpecificOutput"]["updatedInput"]["command"]
    )


def test_wrong_words_and_a_closed_output_end_with_0(machine: Machine) -> None:
    for words in ([], ["claude"], ["other", "x"], ["claude", "/nowhere/pageful"]):
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(ENTRY), *words],
            input=json.dumps(machine.event("mvn test")).encode(),
            capture_output=True,
            env=machine.environment,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    shell = f"{sys.executable} -I -S {ENTRY} claude {machine.program} >&- 2>&- <&-"
    assert subprocess.run(["sh", "-c", shell], env=machine.environment).returncode == 0
    full = f"{sys.executable} -I -S {ENTRY} claude {machine.program} >/dev/full"
    event = json.dumps(machine.event("mvn test")).encode()
    done = subprocess.run(["sh", "-c", full], input=event, env=machine.environment)
    assert done.returncode == 0


def test_a_home_that_is_missing_or_read_only_is_no_reason_to_fail(machine: Machine) -> None:
    event = machine.event("mvn test")
    for home in ("/dev/null/nowhere", "/proc", "/dev/null"):
        assert "pageful run" in machine.ask("claude", event, HOME=home)
    environment = {"PATH": machine.environment["PATH"]}
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(ENTRY), "claude", str(machine.program)],
        input=json.dumps(event).encode(),
        capture_output=True,
        env={**environment, "XDG_STATE_HOME": "/proc"},
    )
    assert (done.returncode, done.stderr) == (0, b"")


@given(data=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_no_bytes_make_it_raise_anything_but_what_is_caught(data: bytes) -> None:
    for client in decision.CLIENTS:
        try:
            answer = decision.answer(client, "/nowhere", data + b"mvn")
        except Exception:
            continue
        assert answer in ("", "{}")


@pytest.mark.parametrize(
    ("settings", "line", "new"),
    [
        ({"deny": ["Bash(mvn deploy:*)"]}, "mvn test", None),
        ({"ask": ["Bash(./mvnw *)"]}, "mvn test", None),
        ({"deny": ["Bash(m*)"]}, "mvn test", None),
        ({"deny": ["Bash(pageful *)"]}, "mvn test", None),
        ({"deny": ["Bash(cat:*)"]}, "mvn test | tail -3", None),
        ({"deny": ["Bash(cat:*)"]}, "mvn test", "pageful run --deadline=120"),
        ({"deny": ["Bash(rm:*)", "Read(mvn)", "Bash"]}, "mvn test", "pageful run --deadline=120"),
        ({"deny": ["Bash(* --force*)"]}, "mvn test", "pageful run --deadline=120"),
        ({"allow": ["Bash(mvn test:*)"]}, "mvn test -q", None),
        ({"allow": ["Bash(mvn test:*)"]}, "mvn verify", "pageful run --deadline=120"),
        ({"allow": ["Bash(mvn test)"]}, "mvn test", None),
        ({"allow": ["Bash(mvn *)", "Bash(pageful run mvn *)"]}, "mvn test", "pageful run mvn"),
        ({"allow": ["Bash(*)"]}, "mvn test", "pageful run mvn"),
        ({"allow": "mvn"}, "mvn test", "pageful run --deadline=120"),
    ],
)
def test_permissions_are_never_widened_nor_lost(
    machine: Machine, settings: Any, line: str, new: str | None
) -> None:
    machine.write_settings({"permissions": settings})
    assert machine.rewrite(line).startswith(new or line)


@pytest.mark.parametrize(
    "place",
    [
        "project/.claude/settings.json",
        "project/.claude/settings.local.json",
        ".claude/settings.json",
    ],
)
def test_rules_of_the_project_and_above_count(machine: Machine, place: str) -> None:
    machine.write_settings({"permissions": {"deny": ["Bash(mvn:*)"]}}, place)
    assert machine.rewrite() == _LINE


def test_rules_that_cannot_be_read_leave_every_line(machine: Machine) -> None:
    machine.write_settings("{ no json")
    assert machine.rewrite() == _LINE
    assert [each.reason for each in _log(machine)] == ["rules-unreadable"]


def test_where_nothing_is_asked_allow_rules_matter_to_nobody(machine: Machine) -> None:
    machine.write_settings({"permissions": {"allow": ["Bash(mvn:*)"]}})
    new = machine.rewrite("mvn test", permission_mode="bypassPermissions")
    assert new == "pageful run --deadline=120 mvn test"


def test_a_command_that_runs_outside_the_sandbox_stays(machine: Machine) -> None:
    machine.write_settings({"sandbox": {"excludedCommands": ["mvn"]}})
    assert machine.rewrite() == _LINE


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells other processes' options")
@pytest.mark.parametrize(
    "options",
    [
        ["--disallowedTools", "Bash(mvn:*)"],
        ["--disallowed-tools=Bash(mvn:*)"],
        ["--settings", '{"permissions": {"deny": ["Bash(mvn:*)"]}}'],
        ["--settings", "/nowhere", "--settings=no json"],
    ],
)
def test_options_of_the_client_itself_are_rules_too(machine: Machine, options: list[str]) -> None:
    parent = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:7]).returncode)"
    hook = [sys.executable, "-I", "-S", str(ENTRY), "claude", str(machine.program)]
    done = subprocess.run(
        [sys.executable, "-c", parent, *hook, *options],
        input=json.dumps(machine.event(_LINE)).encode(),
        capture_output=True,
        env=machine.environment,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    ("client", "tool", "place", "text"),
    [
        (
            "opencode",
            "bash",
            "project/opencode.json",
            '{"permission": {"bash": {"mvn *": "deny"}}}',
        ),
        ("opencode", "bash", "home/.config/opencode/opencode.jsonc", '{"bash": {"m*": "ask"}} //'),
        ("gemini", "run_shell_command", "home/.gemini/policies/a.toml", 'commandPrefix = "mvn"'),
        ("codex", "Bash", "home/.codex/rules/default.rules", 'prefix_rule(["mvn", "deploy"])'),
        ("vscode", "run_in_terminal", ".vscode/settings.json", '{"autoApprove": {"mvn": true}}'),
    ],
)
def test_a_rule_of_another_client_that_names_the_program_leaves_the_line(
    machine: Machine, client: str, tool: str, place: str, text: str
) -> None:
    event = machine.event("mvn test", tool_name=tool, permission_mode="bypassPermissions")
    assert "pageful run" in machine.ask(client, event).replace(str(machine.program), "pageful")
    machine.write_settings(text, place)
    assert machine.ask(client, event) in ("", "{}")


def test_codex_is_answered_only_where_nothing_is_asked(machine: Machine) -> None:
    for mode in ("default", "acceptEdits", "plan", "dontAsk", ""):
        assert machine.ask("codex", machine.event("mvn test", permission_mode=mode)) == ""


@pytest.mark.parametrize("client", ["claude", "vscode", "gemini", "copilot"])
def test_no_answer_allows_anything(machine: Machine, client: str) -> None:
    tools = {"claude": "Bash", "vscode": "run_in_terminal", "gemini": "run_shell_command"}
    event = machine.event("mvn test", tool_name=tools.get(client, "bash"))
    if client == "copilot":
        event |= {"toolArgs": {"command": "mvn test"}}
    answer = machine.ask(client, event)
    assert "mvn test" in answer
    assert '"allow"' not in answer


@pytest.mark.parametrize(
    ("event", "environment", "reason"),
    [
        ({"tool_input": {"run_in_background": True}}, {}, "background"),
        ({}, {"PAGEFUL": "off"}, "off"),
    ],
)
def test_other_reasons_are_logged(
    machine: Machine, event: dict[str, Any], environment: dict[str, str], reason: str
) -> None:
    assert machine.ask("claude", machine.event(_LINE, **event), **environment) == ""
    assert [each.reason for each in _log(machine)] == [reason]


def test_hooks_that_are_off_in_a_directory_are_off_below_it(machine: Machine) -> None:
    state = machine.home / ".local" / "state" / "pageful"
    state.mkdir(parents=True)
    (state / "hook-off").write_text(f"{machine.project.resolve()}\n")
    assert machine.rewrite() == _LINE
    assert machine.rewrite(cwd=str(machine.project / "web")) == _LINE
    assert machine.rewrite(cwd=str(machine.home)) != _LINE
    (state / "hook-off").write_text("*\n")
    assert machine.rewrite(cwd=str(machine.home)) == _LINE


def test_the_program_has_its_full_path_where_the_name_leads_elsewhere(
    machine: Machine, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "pageful").write_text("#!/bin/sh\n")
    (other / "pageful").chmod(0o755)
    event = machine.event("mvn test")
    for path in (f"{other}:{machine.program.parent}", "/usr/bin", ""):
        assert f"{machine.program} run" in machine.ask("claude", event, PATH=path)
    assert machine.rewrite("PATH=/x mvn test").startswith(f"PATH=/x {machine.program} run")
    (other / "pageful").unlink()
    (other / "pageful").symlink_to(machine.program)
    assert '"pageful run' in machine.ask("claude", event, PATH=str(other))


def test_a_path_with_blanks_is_quoted(machine: Machine, tmp_path: Path) -> None:
    place = tmp_path / "my programs" / "pageful"
    place.parent.mkdir()
    place.write_text("#!/bin/sh\n")
    there = Machine(machine.home, machine.project, place, {**machine.environment, "PATH": ""})
    assert there.rewrite("mvn test") == f"'{place}' run --deadline=120 mvn test"


def _log(machine: Machine) -> list[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(machine.home / ".local" / "state"))
        return read_hook_log()


def test_the_log_has_shapes_and_no_word_of_a_line(machine: Machine) -> None:
    machine.rewrite("cd secret && mvn -q test -Dtoken=hunter2 2>&1 | tail -40")
    machine.rewrite("mvn test | grep hunter2")
    machine.ask("claude", machine.event("ls secret"))
    first, second = _log(machine)
    assert (first.client, first.reason, first.shape, first.lines) == ("claude", "", "-&&p|tail", 40)
    assert (second.reason, second.shape) == ("pipe-grep", "p|-")
    file = machine.home / ".local" / "state" / "pageful" / "hook.jsonl"
    text = file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    assert not [word for word in ("secret", "hunter2", "mvn", str(machine.project)) if word in text]


def test_a_log_that_grows_too_large_is_begun_anew(machine: Machine) -> None:
    file = machine.home / ".local" / "state" / "pageful" / "hook.jsonl"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"x" * (4 * 1024 * 1024) + b"\n")
    machine.rewrite()
    machine.rewrite()
    assert file.with_suffix(".old.jsonl").exists()
    assert len(_log(machine)) == 2


def test_the_hook_loads_nothing_but_the_standard_library() -> None:
    program = (
        f"import runpy, sys; runpy.run_path({str(ENTRY)!r}, run_name='x');"
        f"sys.path.append({str(ENTRY.parent)!r}); import decision;"
        "print([m for m in sys.modules if m.partition('.')[0] not in sys.stdlib_module_names])"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True
    )
    assert set(ast.literal_eval(done.stdout)) <= {"__main__", "decision"}


def test_commands_without_a_build_load_next_to_nothing(machine: Machine) -> None:
    event = json.dumps(machine.event("ls -la")).encode()
    words = [sys.executable, "-I", "-S", "-X", "importtime", str(ENTRY), "claude", "/nowhere"]
    done = subprocess.run(words, input=event, capture_output=True, env=machine.environment)
    assert done.stdout == b""
    assert not {b"decision", b"re", b"json"} & set(done.stderr.replace(b"|", b" ").split())


def test_the_program_knows_what_the_decision_knows() -> None:
    assert set(entry.PROGRAMS) == {key.encode() for key in decision.PROGRAMS}
    nothing = {name: each.nothing.encode() for name, each in decision.CLIENTS.items()}
    assert {name: text for name, text in nothing.items() if text} == entry.NOTHING


def test_an_installation_that_is_damaged_leaves_the_line(machine: Machine, tmp_path: Path) -> None:
    broken = tmp_path / "hook"
    broken.mkdir()
    shutil.copy(ENTRY, broken)
    words = [sys.executable, "-I", "-S", str(broken / "entry.py"), "claude", str(machine.program)]
    event = json.dumps(machine.event(_LINE)).encode()
    for text in (None, "no Python at all"):
        if text is not None:
            (broken / "decision.py").write_text(text)
        done = subprocess.run(words, input=event, capture_output=True, env=machine.environment)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_state_directory_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/s")
    assert decision.state_directory() == os.path.join("/s", "pageful")  # noqa: PTH118
