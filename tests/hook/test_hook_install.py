"""Installing hooks: into foreign files, twice, and out again to the byte."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pageful.clients.jsonc import parse_jsonc
from pageful.hook import changing
from pageful.hook.commands import run_hook
from pageful.hook.installing import ENTRY
from pageful.hook.targets import TARGETS, find_target
from spy import PAGEFUL

_RULES = '"permissions": {"allow": ["Bash(mvn test:*)", "Bash(git:*)"]}'
_OTHER = '{"matcher": "Bash", "hooks": [{"type": "command", "command": "other"}]}'

FOREIGN = {
    "empty": "{}",
    "empty with a newline": "{}\n",
    "empty with a blank": "{ }",
    "empty on two lines": "{\n}\n",
    "only a comment": "{\n  // nothing yet\n}\n",
    "a comment within": "{ /* nothing */ }",
    "one line": '{"model": "x"}',
    "one line with blanks": '{ "model" : "x" }\n',
    "two spaces": '{\n  "model": "x",\n  "env": {"A": "1"}\n}\n',
    "four spaces": '{\n    "model": "x"\n}\n',
    "tabs": '{\n\t"model": "x",\n\t"env": {\n\t\t"A": "1"\n\t}\n}\n',
    "no indentation": '{\n"model": "x"\n}\n',
    "line ends of Windows": '{\r\n  "model": "x"\r\n}\r\n',
    "a byte order mark": '\ufeff{\n  "model": "x"\n}\n',
    "a trailing comma": '{\n  "model": "x",\n}\n',
    "a comment behind": '{\n  "model": "x" // mine\n}\n',
    "a comment on a line": '{\n  "model": "x"\n  // the end\n}\n',
    "a block comment": '{\n  /* mine */\n  "model": "x", /* and this */\n  "a": 1\n}\n',
    "no last newline": '{\n  "model": "x"\n}',
    "non-ASCII": '{\n  "greeting": "grüezi 👋"\n}\n',
    "escapes": '{\n  "a\\"b": "c\\\\d // no comment"\n}\n',
    "hooks that are empty": '{\n  "hooks": {}\n}\n',
    "hooks on one line": '{"hooks": {}}',
    "hooks with a line break": '{\n  "hooks": {\n  }\n}\n',
    "another event": '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
    "no entry of the event": '{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n',
    "a blank list": '{"hooks": {"PreToolUse": [ ]}}',
    "a list with a comment": '{"hooks": {"PreToolUse": [\n  // none\n]}}',
    "a foreign hook": f'{{\n  "hooks": {{\n    "PreToolUse": [\n      {_OTHER}\n    ]\n  }}\n}}\n',
    "foreign hooks on one line": f'{{"hooks": {{"PreToolUse": [{_OTHER}, {_OTHER}]}}}}',
    "a trailing comma in the list": f'{{"hooks": {{"PreToolUse": [\n  {_OTHER},\n]}}}}',
    "rules": f"{{\n  {_RULES}\n}}\n",
    "rules on lines": (
        '{\n  "permissions": {\n    "allow": [\n      "Bash(./mvnw *)"\n    ]\n  }\n}\n'
    ),
    "history": '{"a": [' + ", ".join(f'"{number}"' for number in range(500)) + "]}",
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "PAGEFUL"):
        monkeypatch.delenv(name, raising=False)
    home, project, program = tmp_path / "home", tmp_path / "project", tmp_path / "pageful"
    home.mkdir()
    project.mkdir()
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.argv", [str(program)])
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    (tmp_path / "python").write_text("")
    monkeypatch.chdir(project)
    return home


def _claude_file(home: Path, text: str) -> Path:
    file = home / ".claude" / "settings.json"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text.encode())
    return file


@pytest.mark.parametrize("options", [[], ["--allow-rules"]], ids=["plain", "rules"])
@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_file_is_as_it_was_after_uninstalling(
    home: Path, text: str, options: list[str]
) -> None:
    file = _claude_file(home, text)
    assert run_hook(["install", "claude", *options]) == 0
    installed = file.read_text(encoding="utf-8")
    value = parse_jsonc(installed).root.value
    assert str(ENTRY) in value["hooks"]["PreToolUse"][-1]["hooks"][0]["args"]
    old = parse_jsonc(text).root.value
    assert value["hooks"]["PreToolUse"][:-1] == old.get("hooks", {}).get("PreToolUse", [])
    assert {key: value[key] for key in old if key not in ("hooks", "permissions")} == {
        key: old[key] for key in old if key not in ("hooks", "permissions")
    }
    assert run_hook(["install", "claude", *options]) == 0
    assert file.read_text(encoding="utf-8") == installed
    assert run_hook(["uninstall"]) == 0
    assert file.read_bytes() == text.encode()


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_a_file_that_we_made_is_deleted_again(home: Path, target: object) -> None:
    name = str(getattr(target, "name", ""))
    assert run_hook(["install", name]) == 0
    (file,) = [each for each in home.rglob("*") if each.is_file()]
    before = file.read_bytes()
    assert run_hook(["install", name]) == 0
    assert file.read_bytes() == before
    assert run_hook(["uninstall", name]) == 0
    assert not [each for each in home.rglob("*") if each.is_file()]


def test_the_entry_of_claude_code_starts_no_process_for_other_commands(home: Path) -> None:
    file = _claude_file(home, "{}")
    run_hook(["install", "claude"])
    (group,) = json.loads(file.read_text())["hooks"]["PreToolUse"]
    (handler,) = group["hooks"]
    assert (group["matcher"], handler["if"]) == ("Bash", "Bash(*mvn*)")
    python, program = home.parent / "python", home.parent / "pageful"
    assert handler["command"] == str(python)
    assert handler["args"] == ["-I", "-S", str(ENTRY), "claude", str(program), "wrote=2,tight"]


def test_the_diff_comes_first_and_alone_where_it_is_a_trial(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _claude_file(home, '{\n  "model": "x"\n}\n')
    assert run_hook(["install", "claude", "--dry-run"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"--- {file}\n+++ {file}\n@@")
    assert '+  "hooks": {' in out
    assert "Claude Code: would be installed" in err
    assert file.read_text() == '{\n  "model": "x"\n}\n'


def test_what_is_added_around_ours_later_stays(home: Path) -> None:
    file = _claude_file(home, "{}\n")
    run_hook(["install", "claude"])
    value = json.loads(file.read_text())
    value["hooks"]["PreToolUse"] += [json.loads(_OTHER)]
    value["model"] = "x"
    file.write_text(json.dumps(value, indent=4))
    assert run_hook(["uninstall"]) == 0
    left = {"hooks": {"PreToolUse": [json.loads(_OTHER)]}, "model": "x"}
    assert json.loads(file.read_text()) == left


def test_an_older_installation_s_entry_is_replaced(home: Path) -> None:
    file = _claude_file(home, "{}\n")
    run_hook(["install", "claude"])
    text = file.read_text()
    file.write_text(text.replace(str(ENTRY), "/old/lib/pageful/hook/entry.py"))
    assert run_hook(["install", "claude"]) == 0
    assert file.read_text() == text


def test_twins_are_offered_and_only_added_where_they_are_asked_for(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _claude_file(home, FOREIGN["rules"])
    run_hook(["install", "claude"])
    assert "+ Bash(pageful run mvn test:*)" in capsys.readouterr().err
    allow = ["Bash(mvn test:*)", "Bash(git:*)"]
    assert json.loads(file.read_text())["permissions"]["allow"] == allow
    run_hook(["install", "claude", "--allow-rules"])
    twins = [*allow, "Bash(pageful run mvn test:*)"]
    assert json.loads(file.read_text())["permissions"]["allow"] == twins


@pytest.mark.parametrize(
    "text",
    ["", "no json", '{"hooks": []}', '{"hooks": {"PreToolUse": {}}}', "[]", '{"a": 1, "a": 2}'],
)
def test_a_file_that_is_not_understood_is_an_error_and_stays(
    home: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _claude_file(home, text)
    assert run_hook(["install", "claude"]) == 3
    assert str(file) in capsys.readouterr().err
    assert file.read_text() == text


@pytest.mark.parametrize("output", [">/dev/full", ">&-"])
def test_a_diff_that_nobody_can_see_changes_nothing(home: Path, output: str) -> None:
    environment = {"HOME": str(home), "PATH": os.defpath}
    line = f"{shlex.quote(str(PAGEFUL))} hook install claude {output}"
    done = subprocess.run(["/bin/sh", "-c", line], env=environment, capture_output=True, text=True)
    assert done.returncode == 3
    assert "The output can't be written" in done.stderr
    assert not (home / ".claude").exists()


def test_two_installations_answer_alike(home: Path) -> None:
    run_hook(["install", "claude"])
    run_hook(["install", "claude", "--project"])
    files = (home / ".claude/settings.json", Path(".claude/settings.local.json"))
    both = [json.loads(file.read_text()) for file in files]
    starts = [each["hooks"]["PreToolUse"][0]["hooks"][0]["args"][:5] for each in both]
    assert starts[0] == starts[1]
    assert run_hook(["uninstall"]) == 0
    assert run_hook(["uninstall", "--project"]) == 0
    assert not any(file.exists() for file in files)


def test_one_client_that_fails_leaves_all_as_they_were(home: Path) -> None:
    _claude_file(home, "{}")
    (home / ".codex").mkdir()
    (home / ".codex" / "hooks.json").write_text("no json")
    assert run_hook(["install", "claude", "codex"]) == 3
    assert (home / ".claude" / "settings.json").read_text() == "{}"


def test_a_file_of_ours_never_replaces_another_one(home: Path) -> None:
    file = home / ".config" / "opencode" / "plugins" / "pageful.js"
    file.parent.mkdir(parents=True)
    file.write_text("// mine")
    assert run_hook(["install", "opencode"]) == 3
    assert run_hook(["uninstall", "opencode"]) == 0
    assert file.read_text() == "// mine"


def test_without_a_name_only_clients_that_were_tried_get_the_hook(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_hook(["install"]) == 3
    (home / ".gemini").mkdir()
    (home / ".claude").mkdir()
    assert run_hook(["install"]) == 0
    assert (home / ".claude" / "settings.json").exists()
    assert not list((home / ".gemini").iterdir())
    assert "Gemini CLI is here, but the hook was not tried with it" in capsys.readouterr().err


def test_a_project_s_file_is_the_one_that_is_not_shared(home: Path) -> None:
    assert run_hook(["install", "claude", "--project"]) == 0
    assert (home.parent / "project" / ".claude" / "settings.local.json").exists()
    assert run_hook(["uninstall", "--project"]) == 0


def test_the_status_names_what_is_broken(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_hook(["install", "claude", "opencode", "gemini", "copilot"])
    capsys.readouterr()
    assert run_hook(["status", "--json"]) == 0
    status = json.loads(capsys.readouterr().out)
    assert {each["client"] for each in status["clients"] if each["state"] == "installed"} == {
        *("claude", "opencode", "gemini", "copilot"),
    }
    (home.parent / "python").unlink()
    assert run_hook(["status"]) == 0
    out = capsys.readouterr().out
    assert "|claude|broken|" in out
    assert "`pageful hook install claude` mends it" in out


def test_off_and_on_are_of_a_directory_or_everywhere(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Path.cwd().resolve()
    words = (["off"], ["off"], ["status"], ["off", "--everywhere"], ["on"], ["on", "--everywhere"])
    for each in words:
        assert run_hook(each) == 0
    out, err = capsys.readouterr()
    assert f"Off: in {place}; `pageful hook on` undoes it." in out
    assert f"Off already: in {place}" in out
    assert f"Switched off in {place}" in out
    assert "On: everywhere" in out
    assert "Still off everywhere." in err
    assert (home / ".local/state/pageful/hook-off").read_text() == ""


@pytest.mark.parametrize(
    ("argv", "code", "text"),
    [
        (["instal"], 3, "Did you mean `install`?"),
        (["install", "claud"], 3, "Did you mean `claude`?"),
        (["install", "gemini", "--allow-rules"], 3, "is of Claude Code"),
        (["install", "--x"], 3, "unrecognized arguments"),
        ([], 0, "paragraph"),
        (["--help"], 0, "uninstall"),
        (["install", "--help"], 0, "--dry-run"),
        (["paragraph"], 0, "pageful run mvn -q test -pl web"),
        (["stats"], 0, "None seen yet."),
        (["uninstall"], 0, "Nothing is installed."),
    ],
)
def test_commands_say_what_they_do_and_what_is_wrong(
    argv: list[str], code: int, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def run() -> int:
        try:
            return run_hook(argv)
        except SystemExit as end:
            return int(end.code or 0)

    call: Callable[[], int] = run
    assert call() == code
    assert text in "".join(capsys.readouterr())


def test_nothing_is_put_in_where_no_page_could_be_made(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(changing, "find_spec", lambda name: None)
    assert run_hook(["install", "claude"]) == 3
    assert "`pip install 'pageful[maven]'` brings it." in capsys.readouterr().err
    assert not (home / ".claude" / "settings.json").exists()


def test_every_target_is_one_that_the_hook_s_file_knows() -> None:
    from pageful.hook.decision import CLIENTS

    assert [each.name for each in TARGETS if each.name not in CLIENTS] == []
    assert set(CLIENTS) == {each.name for each in TARGETS}
    assert find_target("nobody") is None
