"""`pageful doctor`: what it finds of a machine, what it starts, and what it leaves alone."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pageful.doctor.server_start import start_server
from terminal import Terminal

_MUTE = "import time; time.sleep(600)"
_GARBAGE = "print('hello'); print('{'); print('[]'); print('{\"id\": 7}')"
_REFUSES = 'print(\'{"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}}\')'
_FAILS = "import sys; sys.stderr.write('no such vault\\n'); sys.exit(7)"
_CHILD = (
    "import subprocess, sys;"
    "subprocess.Popen([sys.executable, '-c', 'input(); import time; time.sleep(60)'])"
)
_LISTS = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        print("starting")
        print(json.dumps({"jsonrpc": "2.0", "id": "a", "method": "ping"}))
        result = {"protocolVersion": "2025-06-18", "capabilities": {}}
    elif message.get("method") == "tools/list":
        result = {"tools": [{"name": "a"}, {"name": "b"}]}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """A machine without Java, Maven, git and clients, but for what a test puts there."""
    home, project, programs = tmp_path / "home", tmp_path / "shop", tmp_path / "bin"
    for each in (home, project, programs):
        each.mkdir()
    return Terminal(home, project, {"PATH": str(programs), "JAVA_HOME": ""})


def _program(terminal: Terminal, name: str, script: str) -> Path:
    file = terminal.home.parent / "bin" / name
    file.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    file.chmod(0o755)
    return file


def _examine(terminal: Terminal, *words: str, code: int = 0) -> dict[str, dict[str, Any]]:
    """Each finding by its subject."""
    ended = terminal.run("doctor", "--json", *words)
    assert ended.code == code, ended.out + ended.err
    report = json.loads(ended.out)
    found = {each["subject"]: each for area in report["areas"] for each in area["findings"]}
    assert report["problems"] == sum(each["state"] == "wrong" for each in found.values())
    return found


def test_a_machine_with_nothing_on_it_has_notes_and_no_problems(terminal: Terminal) -> None:
    found = _examine(terminal)
    assert found["Python"]["state"] == "ok"
    for subject in ("JDK", "Maven", "git", "index", "cache", "servers", "hook", "pageful.toml"):
        assert found[subject]["state"] == "note", subject
    assert "apt-get install default-jdk" in found["JDK"]["mend"]
    page = terminal.run("doctor").out
    assert page.startswith("# pageful doctor\n\nNothing has to be mended.\n")
    assert "### Clients\n- · servers: no client has one of pageful — `pageful init`" in page


def test_a_project_of_maven_without_a_jdk_is_a_problem(terminal: Terminal) -> None:
    (terminal.directory / "pom.xml").write_text("<project/>")
    found = _examine(terminal, code=1)
    assert found["JDK"]["state"] == "wrong"
    assert found["Maven"]["state"] == "wrong"
    page = terminal.run("doctor").out
    assert "2 things to mend, marked ✗." in page
    assert "- ✗ **JDK**: none was found — Install one" in page


def test_java_and_maven_are_asked_for_their_versions(terminal: Terminal) -> None:
    _program(terminal, "java", "echo 'openjdk version \"21.0.5\" 2024-10-15' >&2")
    _program(terminal, "mvn", "printf '\\033[1mApache Maven 3.9.9\\033[m (abc)\\n'")
    _program(terminal, "mvnd", "exit 1")
    found = _examine(terminal)
    assert "21.0.5" in found["JDK"]["text"]
    assert "without a compiler" in found["JDK"]["text"]
    assert found["Maven"]["text"].startswith("3.9.9 (")
    assert found["mvnd"]["state"] == "ok"
    _program(terminal, "javac", "")
    _program(terminal, "mvn", "exit 1")
    found = _examine(terminal)
    assert found["JDK"]["state"] == "ok"
    assert "-v`, and mend what it says" in found["Maven"]["mend"]


def test_a_projects_wrapper_is_named_and_not_started(terminal: Terminal) -> None:
    _program(terminal, "java", "echo 'openjdk version \"21\"' >&2")
    _program(terminal, "javac", "")
    (terminal.directory / "pom.xml").write_text("<project/>")
    wrapper = terminal.directory / "mvnw"
    wrapper.write_text("#!/bin/sh\ntouch started\n")
    wrapper.chmod(0o755)
    assert "the project's own" in _examine(terminal)["Maven"]["text"]
    properties = terminal.directory / ".mvn" / "wrapper" / "maven-wrapper.properties"
    properties.parent.mkdir(parents=True)
    url = "https://repo.maven.apache.org/maven2/org/apache/maven/apache-maven/3.9.9/apache-maven"
    properties.write_text(f"distributionUrl={url}-3.9.9-bin.zip\n")
    assert _examine(terminal)["Maven"]["text"].startswith("3.9.9, the project's own")
    assert not (terminal.directory / "started").exists()


@pytest.mark.slow
def test_a_vault_and_an_index_say_what_they_hold(terminal: Terminal) -> None:
    (terminal.directory / ".obsidian").mkdir()
    for name in ("a.md", "b.md"):
        (terminal.directory / name).write_text("flour\n")
    (terminal.directory / "cart.py").write_text("def add(): pass\n")
    assert terminal.run("code", "index", ".").code == 0
    (terminal.directory / "later.py").write_text("def later(): pass\n")
    found = _examine(terminal)
    assert found["vault"]["text"] == f"2 notes in {terminal.directory}"
    (index,) = (each for subject, each in found.items() if subject.startswith("index "))
    assert index["state"] == "ok"
    assert "1 changed since" in index["text"]
    assert "code" in found["data"]["text"]
    (terminal.home / ".config" / "pageful").mkdir(parents=True)
    settings = terminal.home / ".config" / "pageful" / "pageful.toml"
    settings.write_text('[vault]\nvault = "nowhere"\n')
    assert _examine(terminal, code=1)["vault"]["state"] == "wrong"


def test_a_file_of_settings_that_is_wrong_is_a_problem(terminal: Terminal) -> None:
    (terminal.directory / "pageful.toml").write_text("[mavn]\n")
    found = _examine(terminal, code=1)
    assert "Did you mean [maven]?" in found["pageful.toml"]["mend"]
    (terminal.directory / "pageful.toml").write_text("[maven]\ntimeout = 60\n")
    assert _examine(terminal)["pageful.toml"]["state"] == "ok"


def _servers(terminal: Terminal, file: str, servers: dict[str, Any]) -> None:
    path = terminal.home / file if file.startswith(".claude") else terminal.directory / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"mcpServers": servers}), "utf-8")


@pytest.mark.slow
def test_what_init_has_written_starts_and_lists_its_tools(terminal: Terminal) -> None:
    ended = terminal.run("init", "claude", "cursor", "codex", "--family", "vault", "--write")
    assert ended.code == 0, ended.err
    found = _examine(terminal)
    for client in ("Claude Code", "Cursor", "Codex"):
        server = found[f"{client}, pageful-vault"]
        assert server["state"] == "ok"
        assert server["text"].startswith("13 tools in ")


def test_a_server_that_is_gone_is_a_problem(terminal: Terminal) -> None:
    _servers(terminal, ".mcp.json", {"x": {"command": "/gone/pageful", "args": ["serve", "code"]}})
    found = _examine(terminal, code=1)["Claude Code, x"]
    assert found["state"] == "wrong"
    assert "/gone/pageful is not there any more" in found["text"]
    assert "`pageful init --write`" in found["mend"]


def test_a_program_that_a_project_brings_is_not_started(terminal: Terminal) -> None:
    other = terminal.directory / "bin" / "pageful"
    other.parent.mkdir()
    other.write_text(f"#!/bin/sh\ntouch {terminal.directory}/started\n")
    other.chmod(0o755)
    _servers(terminal, ".mcp.json", {"x": {"command": str(other), "args": ["serve", "code"]}})
    found = _examine(terminal)["Claude Code, x"]
    assert found["state"] == "note"
    assert "another installation, so it was not tried" in found["text"]
    assert not (terminal.directory / "started").exists()


@pytest.mark.slow
def test_a_server_of_the_user_is_started_with_its_environment(terminal: Terminal) -> None:
    script = terminal.home.parent / "server.py"
    script.write_text(_LISTS)
    program = _program(terminal, "pageful", f'[ "$A" = 1 ] && exec {sys.executable} {script}')
    entry = {"command": str(program), "args": ["serve", "vault", "${HOME}"], "env": {"A": "1"}}
    _servers(terminal, ".claude.json", {"notes": entry})
    assert "2 tools in" in _examine(terminal)["Claude Code, notes"]["text"]
    _servers(terminal, ".claude.json", {"notes": {**entry, "env": {}}})
    found = _examine(terminal, code=1)["Claude Code, notes"]
    assert f"serve vault {terminal.home}`: it ended with 1" in found["text"]


def test_servers_behind_the_gateway_and_on_http_are_not_started(terminal: Terminal) -> None:
    program = str(_program(terminal, "pageful", "touch started"))
    servers = {
        "a": {"command": program, "args": ["gateway", "--name", "a", "--", "npx", "x"]},
        "b": {"command": program, "args": ["serve", "code", "--http", "8000"]},
        "c": {"command": "npx", "args": ["x"]},
    }
    _servers(terminal, ".claude.json", servers)
    found = _examine(terminal)
    assert "in front of another server" in found["Claude Code, a"]["text"]
    assert "speaks HTTP" in found["Claude Code, b"]["text"]
    assert "Claude Code, c" not in found


def test_a_server_that_claude_code_keeps_for_one_directory_is_found(terminal: Terminal) -> None:
    server = {"code": {"command": "/gone/pageful", "args": ["serve", "code"]}}
    projects = {str(terminal.directory): {"mcpServers": server}, "/else": {"mcpServers": server}}
    (terminal.home / ".claude.json").write_text(json.dumps({"projects": projects}), "utf-8")
    assert _examine(terminal, code=1)["Claude Code, code"]["state"] == "wrong"


def test_a_clients_file_that_is_not_understood_is_a_problem(terminal: Terminal) -> None:
    (terminal.directory / ".mcp.json").write_text("no json")
    assert "is no JSON" in _examine(terminal, code=1)["Claude Code"]["text"]


def test_a_hook_that_leads_nowhere_is_a_problem(terminal: Terminal) -> None:
    assert terminal.run("hook", "install", "claude").code == 0
    assert _examine(terminal)["claude"]["state"] == "ok"
    file = terminal.home / ".claude" / "settings.json"
    file.write_text(file.read_text().replace(sys.executable, "/gone/python"))
    found = _examine(terminal, code=1)["claude"]
    assert found["state"] == "wrong"
    assert "`pageful hook install claude` mends it" in found["text"]
    terminal.run("hook", "off")
    assert _examine(terminal, code=1)["off"]["mend"] == "`pageful hook on` undoes it."


def test_a_client_that_drops_what_the_hook_answers_is_a_problem(terminal: Terminal) -> None:
    log = terminal.home / ".local" / "state" / "pageful" / "hook.jsonl"
    log.parent.mkdir(parents=True)
    lines = [
        {"time": 1_790_000_000.0 + each, "client": "claude", "shape": "p"} for each in range(3)
    ]
    log.write_text("".join(json.dumps(each) + "\n" for each in lines))
    found = _examine(terminal, code=1)
    assert "followed by no run" in found["claude DROPS WHAT THE HOOK ANSWERS"]["text"]


def test_a_deadline_that_is_none_is_refused(terminal: Terminal) -> None:
    ended = terminal.run("doctor", "--deadline", "0")
    assert ended.code == 3
    assert "Give it seconds" in ended.err


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        (_GARBAGE, "it ended with 0"),
        (_REFUSES, "it ended with"),
        (_FAILS, "it ended with 7: no such vault"),
    ],
)
def test_a_server_that_ends_is_told_by_its_code_and_its_words(
    tmp_path: Path, script: str, problem: str
) -> None:
    start = start_server([sys.executable, "-c", script], {}, tmp_path, 60)
    assert start.problem.startswith(problem)


def test_a_server_that_lists_tools_is_counted(tmp_path: Path) -> None:
    start = start_server([sys.executable, "-c", _LISTS], {}, tmp_path, 60)
    assert (start.tools, start.problem) == (2, "")


@pytest.mark.slow
@pytest.mark.parametrize("script", [_MUTE, _CHILD], ids=["mute", "its child holds the output"])
def test_a_server_that_says_nothing_is_killed_at_the_deadline(tmp_path: Path, script: str) -> None:
    start = start_server([sys.executable, "-c", f"print({os.getpid()}); {script}"], {}, tmp_path, 1)
    assert "within 1 s" in start.problem


def test_a_server_that_can_not_be_started_is_no_crash(tmp_path: Path) -> None:
    file = tmp_path / "pageful"
    file.write_text("no program")
    file.chmod(0o755)
    assert "it can't be started" in start_server([str(file)], {}, tmp_path, 5).problem


@pytest.mark.slow
def test_nothing_is_left_running(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    script = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    start_server([sys.executable, "-c", script], {}, tmp_path, 3)
    for _ in range(100):
        if note.exists() and not Path(f"/proc/{note.read_text()}").exists():
            return
        time.sleep(0.1)
    raise AssertionError("the server is still there")
