"""`wrap` and `unwrap`: five clients' configurations there and back, to the byte."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from behind import FIXTURE_SERVER, PAGEFUL, Client, initialize, running
from own_process import run_command
from pageful.clients.config_file import read_config
from pageful.clients.jsonc import parse_jsonc
from pageful.clients.toml_text import parse_toml
from pageful.gateway.wrapping import Wrapper, is_wrapped, unwrap, wrap
from pageful.tool.errors import ToolError

CLAUDE_CODE = """{
  "numStartups": 12,
  "mcpServers": {
    "issues": {
      "type": "stdio",
      "command": "npx",
      "args": [
        "-y",
        "some-server"
      ],
      "env": {"ITS_TOKEN": "secret"}
    },
    "remote": {"type": "http", "url": "https://mcp.example.com/mcp", "headers": {"X-Key": "${KEY}"}}
  },
  "projects": {
    "/home/you/shop": {
      "allowedTools": ["mcp__files__read"],
      "mcpServers": {"files": {"command": "files", "args": []}}
    }
  }
}
"""
CLAUDE_DESKTOP = (
    '{"mcpServers":{"a b":{"command":"/opt/my server/run"},"c":{"args":["x"],"command":"c"}}}'
)
CURSOR = """\ufeff{
\t// of work
\t"mcpServers": {
\t\t"db": { "command": "uvx", /* from PyPI */ "args": [ // its words
\t\t\t"db-server", "--dsn", "postgres://localhost/\\u00e4", // not the live one
\t\t], "disabled": true, },
\t\t"odd": {
\t\t\t"command" : "odd" , "args" : [ /* none */ ],
\t\t},
\t},
}"""
VSCODE = """{
    "inputs": [{"id": "token", "type": "promptString", "password": true}],
    "servers": {
        "github": {
            "url": "https://api.example.com/mcp/",
            "type": "http",
            "headers": {
                // asked for once
                "Authorization": "Bearer ${input:token}"
            },
            "x-odd": [1, 2.50, {"": null}]
        },
        "local": {"type": "stdio", "command": "node", "args": ["${workspaceFolder}/s.js"], "x": 1}
    }
}
""".replace("\n", "\r\n")
CODEX = """# mine
model = "some-model" # the best

[mcp_servers.docs]
command = "npx"
args = ["-y", 'some\\server',
  "--deep", # as it says
]
startup_timeout_sec = 20

[mcp_servers."two words"]
command = '''it's'''

[mcp_servers."two words".env]
KEY = "1"

[mcp_servers.far]
url = "http://localhost:8080/mcp"
[mcp_servers.far.http_headers]
X-Key = "k"

[profiles.work]
mcp_servers = "not this"
"""
CONFIGURATIONS = {
    ".claude.json": CLAUDE_CODE,
    "claude_desktop_config.json": CLAUDE_DESKTOP,
    "mcp.json": CURSOR,
    "vscode.json": VSCODE,
    "config.toml": CODEX,
}


def _servers(file: Path) -> dict[str, Any]:
    text = file.read_text(encoding="utf-8")
    data = parse_toml(text) if file.suffix == ".toml" else parse_jsonc(text)
    value = data.root.value
    found = value.get("mcpServers") or value.get("servers") or value.get("mcp_servers")
    assert isinstance(found, dict)
    return found


@pytest.fixture(params=CONFIGURATIONS)
def configuration(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    name = str(request.param)
    file = tmp_path / name
    file.write_bytes(CONFIGURATIONS[name].encode())
    file.chmod(0o640)
    return file


def test_wrap_and_wrap_again_and_unwrap_give_the_same_bytes(configuration: Path) -> None:
    before = configuration.read_bytes()
    dry = run_command("wrap", str(configuration), "--dry-run")
    assert dry.returncode == 0, dry.stderr
    assert configuration.read_bytes() == before
    assert "+++ " in dry.stdout
    assert '"gateway"' in dry.stdout
    first = run_command("wrap", str(configuration))
    assert "put behind the gateway" in first.stderr
    wrapped = configuration.read_bytes()
    assert all(each["args"][0] == "gateway" for each in _servers(configuration).values())
    assert stat.S_IMODE(configuration.stat().st_mode) == 0o640
    again = run_command("wrap", str(configuration))
    assert "nothing to do" in again.stderr
    assert configuration.read_bytes() == wrapped
    back = run_command("unwrap", str(configuration))
    assert back.returncode == 0, back.stderr
    assert configuration.read_bytes() == before
    assert [path.name for path in configuration.parent.iterdir()] == [configuration.name]


def test_comments_names_and_other_keys_stay(configuration: Path) -> None:
    before = configuration.read_text(encoding="utf-8")
    names = list(_servers(configuration))
    run_command("wrap", str(configuration))
    after = configuration.read_text(encoding="utf-8")
    assert list(_servers(configuration)) == names
    for piece in ("// of work", "/* from PyPI */", "// not the live one", "# as it says", "2.50"):
        assert (piece in before) == (piece in after)


def test_what_is_wrapped_starts_the_server_behind_a_gateway(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    entry = {"command": PAGEFUL[0], "args": ["-S", str(FIXTURE_SERVER)]}
    file.write_text(json.dumps({"mcpServers": {"fixture": entry}}), "utf-8")
    command = [*PAGEFUL, "gateway", "wrap", str(file), "--", "--budget", "3000"]
    wrapping = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert wrapping.returncode == 0, wrapping.stderr
    entry = _servers(file)["fixture"]
    with running([str(entry["command"]), *entry["args"]]) as client:
        assert isinstance(client, Client)
        client.ask(initialize())
        assert "recall(" in client.text(1, "rows")
        assert client.leave() == 0


def test_only_named_servers_are_wrapped(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text('{"mcpServers":{"a":{"command":"a"},"b":{"url":"https://b/mcp"}}}', "utf-8")
    assert (
        "b stays as it is: it may log in through the client"
        in run_command("wrap", str(file)).stderr
    )
    run_command("unwrap", str(file))
    run_command("wrap", str(file), "--server", "b")
    a, b = _servers(file).values()
    assert a == {"command": "a"}
    assert b["args"][-2:] == ["--url", "https://b/mcp"]
    unknown = run_command("wrap", str(file), "--server", "c")
    assert unknown.returncode == 3
    assert "There are: `a`, `b`." in unknown.stderr


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"type": "sse", "url": "https://a/x", "headers": {"a": "b"}}, "speaks SSE"),
        ({"url": "https://a/mcp", "headers": {"a": "b"}, "env": {}}, "both headers and `env`"),
        ({"url": "https://a/mcp", "oauth": {}}, "logs in through the client (`oauth`)"),
        ({"command": "a", "url": "https://a/mcp"}, "neither a command nor a URL, or both"),
        ({"command": "a", "args": [1]}, "no list of strings"),
        ({"command": "/bin/pageful", "args": ["serve", "vault"]}, "gives pages already"),
        ("a", "is no object"),
    ],
)
def test_what_cannot_be_wrapped_stays_and_says_why(
    entry: object, reason: str, tmp_path: Path
) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(json.dumps({"mcpServers": {"odd": entry}}), "utf-8")
    before = file.read_bytes()
    done = run_command("wrap", str(file))
    assert f"odd stays as it is: it {reason}" in done.stderr or reason in done.stderr
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("mcp.json", '{"mcpServers": {"a": {"command": "a"}', "A ',' is missing at line 1"),
        ("mcp.json", "{'a': 1}", "A string in double quotes is missing at line 1, column 2"),
        ("mcp.json", '{"a": 1, "a": 2}', "'a' is there twice"),
        ("mcp.json", "[" * 5000, "Too many levels"),
        ("mcp.json", '{"other": {}}', "No server is configured"),
        ("mcp.json", "", "A value is missing"),
        ("config.toml", "[mcp_servers.a\n", "is no TOML"),
        ("mcp.json", '{"mcpServers":{"a":{"command":"a"}}} x', "More follows the end"),
    ],
)
def test_a_file_that_is_no_configuration_is_refused_and_stays(
    name: str, text: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(text, "utf-8")
    done = run_command("wrap", str(file))
    assert done.returncode == 3
    assert said in done.stderr
    assert file.read_text("utf-8") == text


def test_files_that_are_none_or_in_another_encoding_are_refused(tmp_path: Path) -> None:
    assert "can't be read: No such file" in run_command("wrap", str(tmp_path / "none.json")).stderr
    assert "is a directory" in run_command("wrap", str(tmp_path)).stderr
    (tmp_path / "utf16.json").write_bytes('{"a": "ä"}'.encode("utf-16"))
    assert "is not in UTF-8" in run_command("wrap", str(tmp_path / "utf16.json")).stderr


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_directory_that_cannot_be_written_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(CLAUDE_CODE, "utf-8")
    tmp_path.chmod(0o500)
    try:
        done = run_command("wrap", str(file))
    finally:
        tmp_path.chmod(0o700)
    assert done.returncode == 3
    assert "can't be written" in done.stderr
    assert file.read_text("utf-8") == CLAUDE_CODE


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "dotfiles.json", tmp_path / "mcp.json"
    real.write_text(CLAUDE_DESKTOP, "utf-8")
    link.symlink_to(real)
    run_command("wrap", str(link))
    assert link.is_symlink()
    assert "gateway" in real.read_text("utf-8")


@pytest.mark.parametrize(
    ("client", "places"),
    [
        ("claude", [".claude.json", "project/.mcp.json"]),
        ("claude-desktop", [".config/Claude/claude_desktop_config.json"]),
        ("cursor", [".cursor/mcp.json", "project/.cursor/mcp.json"]),
        ("vscode", [".config/Code/User/mcp.json", "project/.vscode/mcp.json"]),
        ("codex", [".codex/config.toml"]),
    ],
)
def test_a_clients_configurations_are_found(client: str, places: list[str], tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    run = partial(run_command, environment=environment, directory=tmp_path / "project")
    missing = run("wrap", "--client", client)
    assert missing.returncode == 3
    assert "has no configuration here" in missing.stderr
    for place in places:
        file = tmp_path / place
        file.parent.mkdir(parents=True, exist_ok=True)
        toml = place.endswith(".toml")
        file.write_text(CODEX if toml else VSCODE if client == "vscode" else CURSOR, "utf-8")
    before = [(tmp_path / place).read_bytes() for place in places]
    assert run("wrap", "--client", client).returncode == 0
    assert all(b'"gateway"' in (tmp_path / place).read_bytes() for place in places)
    listed = run("wrap")
    assert listed.returncode == 3
    assert str(tmp_path / places[0]) in listed.stderr
    assert run("unwrap", "--client", client).returncode == 0
    assert [(tmp_path / place).read_bytes() for place in places] == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["wrap", "x.json", "--", "--url", "http://a"], "are no options for `wrap`"),
        (["wrap", "x.json", "--", "--budget", "5"], "too small"),
        (["wrap", "x.json", "--", "--faces", "page"], "unrecognized arguments"),
        (["wrapp"], "Did you mean `wrap`?"),
    ],
)
def test_wrong_words_are_told(words: list[str], said: str) -> None:
    done = run_command(*words)
    assert done.returncode == 3
    assert said in done.stderr


def test_an_entry_that_a_client_has_written_anew_is_unwrapped_to_the_same_data(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(CLAUDE_CODE, "utf-8")
    before = json.loads(CLAUDE_CODE)
    run_command("wrap", str(file))
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")), indent=4), "utf-8")
    run_command("unwrap", str(file))
    assert json.loads(file.read_text("utf-8")) == before


_GAPS = st.sampled_from(["", " ", "\n", "\r\n  ", "\t", " /* c */ ", " // c\n", "\n\n    "])
_STRINGS = st.one_of(
    st.sampled_from(["npx", "-y", "--", "--wrapped", "gateway", "a b", 'q"q', "\\", "ü", "\u2028"]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
)


@st.composite
def _entries(draw: st.DrawFn) -> str:
    def gap() -> str:
        return draw(_GAPS)

    def array(items: list[str]) -> str:
        inner = ",".join(f"{gap()}{json.dumps(item)}{gap()}" for item in items)
        return f"[{inner or gap()}{draw(st.sampled_from(['', ','])) if items else ''}{gap()}]"

    members = {"command": json.dumps(draw(_STRINGS))}
    if draw(st.booleans()):
        members = {"url": '"http://localhost/mcp"'}
        if draw(st.booleans()):
            members["type"] = '"http"'
        if draw(st.booleans()):
            members["headers"] = f'{{{gap()}"X-Key"{gap()}:{gap()}"v"{gap()}}}'
    else:
        if draw(st.booleans()):
            members["args"] = array(draw(st.lists(_STRINGS, max_size=3)))
        if draw(st.booleans()):
            members["env"] = f"{{{gap()}}}"
    members |= draw(st.sampled_from([{}, {"x": "[1, 2]"}, {"x": "1.50", "": "null"}]))
    keys = draw(st.permutations(list(members)))
    text = ",".join(f'{gap()}"{key}"{gap()}:{gap()}{members[key]}{gap()}' for key in keys)
    return f"{{{text}{draw(st.sampled_from(['', ',']))}{gap()}}}"


@settings(deadline=None)
@given(st.lists(_entries(), min_size=1, max_size=3), _GAPS)
def test_any_configuration_comes_back_to_the_byte(entries: list[str], gap: str) -> None:
    names = ["--wrapped", "a b", "é"]
    servers = ",".join(
        f'{gap}"{name}":{entry}' for name, entry in zip(names, entries, strict=False)
    )
    text = f'{gap}{{"mcpServers":{{{servers}}}{gap}}}{gap}'
    before = parse_jsonc(text)
    wrapped = wrap(before, Wrapper("/opt/pageful"))
    after = parse_jsonc(wrapped.text)
    assert {entry.name for entry in wrapped.changed} | {e.name for e, _ in wrapped.left} == set(
        before.root.value["mcpServers"]
    )
    for name, value in after.root.value["mcpServers"].items():
        old = before.root.value["mcpServers"][name]
        if any(entry.name == name for entry in wrapped.changed) and "command" in old:
            assert value["args"][-1 - len(old.get("args", [])) :] == [
                old["command"], *old.get("args", []),
            ]  # fmt: skip
    assert unwrap(after).text == text
    assert wrap(after, Wrapper("/opt/pageful")).text == wrapped.text


def test_a_toml_document_is_read_as_tomllib_reads_it() -> None:
    document = parse_toml(CODEX)
    assert document.root.value == tomllib.loads(CODEX)
    node = document.root.at(("mcp_servers", "docs", "args"))
    assert node
    assert [document.source(item) for item in node.items] == ['"-y"', "'some\\server'", '"--deep"']
    assert not is_wrapped(node)


def test_a_file_that_its_client_has_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(CLAUDE_DESKTOP, "utf-8")
    file = read_config(path)
    path.write_text(CLAUDE_CODE, "utf-8")
    with pytest.raises(ToolError, match="was changed while it was read"):
        file.write("{}")
    assert path.read_text("utf-8") == CLAUDE_CODE
    assert [each.name for each in tmp_path.iterdir()] == ["mcp.json"]
