"""`pageful init`: what it would write, what it writes, and the way back to the byte."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.clients.jsonc import parse_jsonc
from pageful.clients.known_clients import expand_place
from pageful.main import FAMILIES
from pageful.setup.commands import run_init
from pageful.setup.server_changes import Connection, WantedServer
from pageful.setup.server_forms import FORMS, ServerForm, served_family, words_of
from terminal import Terminal, assert_page
from test_hook_install import FOREIGN
from thoroughness import examples, some

_HOMES = (
    ".claude", ".cursor", ".config/Code/User", ".codex", ".gemini", ".config/opencode",
    ".config/zed",
)  # fmt: skip
_IN_PROJECTS = [each for each in FORMS if each.has_projects]
_FORMS = {each.client.name: each for each in FORMS}

TOML = {
    "empty": "",
    "a value": 'model = "x"\n',
    "no last newline": 'model = "x"',
    "a table": '[mcp_servers.other]\ncommand = "x"\nargs = []\n',
    "a table behind": '[mcp_servers.a]\ncommand = "x"\n\n[tui]\nnotifications = true\n',
    "line ends of Windows": 'model = "x"\r\n[tui]\r\na = 1\r\n',
    "a comment at the end": 'model = "x"\n# mine\n',
    "blank lines at the end": 'model = "x"\n\n\n',
    "a sub-table": '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nA = "1"\n',
}


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """A machine with all clients, and a project of Maven in a git repository."""
    home, project = tmp_path / "home", tmp_path / "shop"
    for each in _HOMES:
        (home / each).mkdir(parents=True)
    (project / ".git").mkdir(parents=True)
    (project / "pom.xml").write_text("<project/>", "utf-8")
    return Terminal(home, project, {"PATH": str(tmp_path / "bin")})


@pytest.fixture
def project(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same for commands that run in this process."""
    for name in ("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(terminal.home))
    monkeypatch.setenv("PATH", terminal.more["PATH"])
    monkeypatch.chdir(terminal.directory)
    return terminal.directory


def _files(directory: Path) -> dict[str, bytes]:
    return {
        str(each.relative_to(directory)): each.read_bytes()
        for each in sorted(directory.rglob("*"))
        if each.is_file()
    }


def _init(*words: str) -> int:
    return run_init(words, FAMILIES)


def _words(form: ServerForm, path: Path, name: str) -> list[str]:
    text = path.read_text(encoding="utf-8-sig")
    value = tomllib.loads(text) if path.suffix == ".toml" else parse_jsonc(text).root.value
    for key in form.keys:
        value = value[key]
    return words_of(value[name])


def test_nothing_is_written_before_it_is_told_to(terminal: Terminal) -> None:
    before = _files(terminal.home.parent)
    for words in ((), ("--dry-run",), ("--hook", "--agents"), ("--undo",)):
        assert terminal.run("init", *words).code == 0
    assert _files(terminal.home.parent) == before


def test_the_page_of_a_machine_with_three_clients(terminal: Terminal) -> None:
    for each in _HOMES[2:]:
        (terminal.home / each).rmdir()
    ended = terminal.run("init", "--family", "maven")
    place = str(terminal.home.parent)
    program = json.loads(ended.out.partition('"command": ')[2].partition(",")[0])
    page = f"```diff\n{ended.out}```\n\n```text\n{ended.err}```\n"
    assert_page("init.md", page.replace(program, "/usr/bin/pageful").replace(place, "/tmp/you"))


def test_every_client_is_connected_and_as_it_was_after_the_undo(terminal: Terminal) -> None:
    before = _files(terminal.home.parent)
    ended = terminal.run("init", "--write", "--agents", "--hook")
    assert ended.code == 0, ended.err
    for form in _IN_PROJECTS:
        path = terminal.directory / form.client.files[1]
        place = form.directory or str(terminal.directory)
        assert _words(form, path, "pageful-maven")[1:] == ["serve", "maven", "--project", place]
        assert _words(form, path, "pageful-code")[1:5] == ["serve", "code", "--repo", place]
        assert f"{form.client.title}: connected ({path})" in ended.err
    paragraph = (terminal.directory / "AGENTS.md").read_text("utf-8")
    assert "maven_test" in paragraph
    assert "search_code" in paragraph
    assert "vault" not in paragraph
    written = _files(terminal.home.parent)
    assert terminal.run("init", "--write", "--agents", "--hook").code == 0
    assert _files(terminal.home.parent) == written
    assert "taken out" in terminal.run("init", "--undo", "--hook", "--write").err
    assert _files(terminal.home.parent) == before


def test_files_of_the_user_have_names_for_each_directory(terminal: Terminal) -> None:
    other = terminal.directory.parent / "My Notes"
    other.mkdir()
    terminal.run("init", "claude", "claude-desktop", "--user", "--family", "maven", "--write")
    path = terminal.home / ".claude.json"
    first = path.read_bytes()
    ended = terminal.run(
        "init", "claude", "--user", "--family", "vault", "--write", directory=other
    )
    assert ended.code == 0, ended.err
    servers = json.loads(path.read_text("utf-8"))["mcpServers"]
    assert list(servers) == ["pageful-maven-shop", "pageful-vault-my-notes"]
    assert servers["pageful-vault-my-notes"]["args"] == ["serve", "vault", str(other)]
    terminal.run("init", "--undo", "--user", "--write", directory=other)
    assert path.read_bytes() == first
    terminal.run("init", "--undo", "--user", "--write")
    assert not path.exists()


def test_a_client_without_projects_is_connected_only_by_its_name(terminal: Terminal) -> None:
    (terminal.home / ".config" / "Claude").mkdir()
    file = terminal.home / ".config" / "Claude" / "claude_desktop_config.json"
    ended = terminal.run("init", "--write")
    assert "`pageful init claude-desktop --write`" in ended.err
    assert not file.exists()
    terminal.run("init", "claude-desktop", "--write")
    assert str(terminal.directory) in file.read_text("utf-8")


@pytest.mark.parametrize(
    "form",
    [each for each in _IN_PROJECTS if each.client.name != "codex"],
    ids=lambda form: form.client.name,
)
def test_a_foreign_file_of_json_is_as_it_was_after_the_undo(
    project: Path, form: ServerForm
) -> None:
    for text in some(list(FOREIGN.values())):
        _assert_undone(project / form.client.files[1], form, text)


@pytest.mark.parametrize("text", TOML.values(), ids=TOML)
def test_a_foreign_file_of_toml_is_as_it_was_after_the_undo(project: Path, text: str) -> None:
    _assert_undone(project / ".codex" / "config.toml", _FORMS["codex"], text)


def _assert_undone(path: Path, form: ServerForm, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    assert _init(form.client.name, "--write") == 0
    written = path.read_bytes()
    assert _words(form, path, "pageful-code")[2] == "code"
    assert _init(form.client.name, "--write") == 0
    assert path.read_bytes() == written
    assert _init("--undo", "--write") == 0
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize(
    "servers",
    [
        '{"mcpServers": {}}',
        '{\n  "mcpServers": {\n  }\n}\n',
        '{\n  "mcpServers": {\n    "x": {"command": "y"}\n  }\n}\n',
        '{"mcpServers": {"x": {"command": "y"}}, "a": 1}',
        '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
        '{"mcpServers":{\n  "x": {"command": "y"}, // mine\n}}',
    ],
)
def test_foreign_servers_stay_around_ours(project: Path, servers: str) -> None:
    _assert_undone(project / ".mcp.json", _FORMS["claude"], servers)


def test_what_is_added_later_stays(project: Path) -> None:
    file = project / ".mcp.json"
    _init("claude", "--write")
    value = json.loads(file.read_text())
    value["mcpServers"]["other"] = {"command": "x"}
    file.write_text(json.dumps(value, indent=4))
    assert _init("--undo", "--write") == 0
    assert json.loads(file.read_text()) == {"mcpServers": {"other": {"command": "x"}}}


def test_a_server_that_somebody_else_has_written_is_not_written_twice(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = project / ".mcp.json"
    file.write_text('{"mcpServers": {"code": {"command": "pageful", "args": ["serve", "code"]}}}')
    _init("claude", "--family", "code", "--write")
    assert "connected already" in capsys.readouterr().err
    _init("claude", "--write")
    assert list(json.loads(file.read_text())["mcpServers"]) == ["code", "pageful-maven"]
    _init("--undo", "--write")
    assert list(json.loads(file.read_text())["mcpServers"]) == ["code"]


def test_a_name_that_is_taken_gets_a_number(project: Path) -> None:
    file = project / ".mcp.json"
    file.write_text('{"mcpServers": {"pageful-maven": {"command": "mine"}}}')
    _init("claude", "--family", "maven", "--write")
    assert list(json.loads(file.read_text())["mcpServers"]) == ["pageful-maven", "pageful-maven-2"]
    _init("--undo", "--write")
    assert list(json.loads(file.read_text())["mcpServers"]) == ["pageful-maven"]


def test_an_entry_of_another_installation_is_replaced(project: Path) -> None:
    file = project / ".mcp.json"
    _init("claude", "--write")
    text = file.read_text()
    program = json.loads(text)["mcpServers"]["pageful-code"]["command"]
    file.write_text(text.replace(program, "/old/bin/pageful"))
    _init("claude", "--write")
    assert file.read_text() == text


@pytest.mark.parametrize("text", ["", "no json", "[]", '{"mcpServers": []}', '{"a": 1, "a": 2}'])
def test_a_file_that_is_not_understood_is_an_error_and_nothing_is_written(
    project: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = project / ".mcp.json"
    file.write_text(text)
    assert _init("cursor", "claude", "--write") == 3
    assert str(file) in capsys.readouterr().err
    assert file.read_text() == text
    assert not (project / ".cursor").exists()


@pytest.mark.parametrize(
    "text",
    ["", "# Shop\n", "# Shop", "# Shop\r\n\r\nBuild it.\r\n", "# Shop\n\n\n", "\n"],
)
def test_a_paragraph_is_taken_out_to_the_byte(project: Path, text: str) -> None:
    file = project / "AGENTS.md"
    file.write_bytes(text.encode())
    assert _init("claude", "--agents", "--write") == 0
    written = file.read_bytes()
    assert written.count(b"maven_test") == 1
    assert _init("claude", "--agents", "--write") == 0
    assert file.read_bytes() == written
    assert _init("--undo", "--write") == 0
    assert file.read_bytes() == text.encode()


@pytest.mark.parametrize("name", ["AGENTS.md", ".mcp.json", ".claude"])
def test_a_link_out_of_the_directory_is_an_error(
    project: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = project.parent / "home" / ".claude" / "settings.json"
    target.write_text("{}")
    (project / name).symlink_to(target.parent if name == ".claude" else target)
    assert _init("claude", "--agents", "--hook", "--write") == 3
    assert f"is a link out of the directory, to {target.parent}" in capsys.readouterr().err
    assert target.read_text() == "{}"


def test_a_paragraph_without_its_end_is_an_error(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "AGENTS.md").write_text("<!-- pageful -->\nmine\n")
    assert _init("claude", "--agents", "--write") == 3
    assert "Take the paragraph out by hand." in capsys.readouterr().err
    assert not (project / ".mcp.json").exists()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("clude",), "Did you mean `claude`?"),
        (("--family", "mavn"), "Did you mean `maven`?"),
        (("--write", "--dry-run"), "exclude each other"),
        (("--undo", "--agents"), "`--agents` is not of `--undo`"),
        (("zed", "--hook"), "can have the hook"),
    ],
)
def test_a_wrong_command_says_what_to_do(
    project: Path, words: Sequence[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _init(*words) == 3
    assert problem in capsys.readouterr().err


def test_a_directory_that_no_family_is_for_is_an_error(terminal: Terminal) -> None:
    empty = terminal.directory.parent / "empty"
    empty.mkdir()
    ended = terminal.run("init", directory=empty)
    assert ended.code == 3
    assert "--family" in ended.err


def test_a_machine_without_clients_is_told_how_to_name_one(terminal: Terminal) -> None:
    shutil.rmtree(terminal.home)
    terminal.home.mkdir()
    ended = terminal.run("init")
    assert ended.code == 3
    assert "claude, claude-desktop" in ended.err


@pytest.mark.parametrize(
    ("files", "families"),
    [
        ({"pom.xml": "<project/>"}, {"maven"}),
        ({".git/HEAD": "", "x.py": ""}, {"code"}),
        ({".git/HEAD": "", ".obsidian/app.json": "{}"}, {"vault"}),
        ({".obsidian/app.json": "{}"}, {"vault"}),
        ({"a.md": "", "b.md": "", "c.md": ""}, {"vault"}),
        ({"a.md": "", "b.md": ""}, set()),
        ({".git/HEAD": "", "a.md": "", "b.md": "", "c.md": ""}, {"code"}),
    ],
)
def test_a_family_fits_a_directory_by_its_files(
    tmp_path: Path, files: dict[str, str], families: set[str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = set()
    for name in FAMILIES:
        make = FAMILIES[name]().setup
        assert make
        if make().detect(tmp_path):
            found.add(name)
    assert found == families


def test_a_user_without_a_home_is_told_to_set_one(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", refuse)
    assert _init() == 3
    assert "Set HOME." in capsys.readouterr().err


def test_places_of_windows_and_macos_are_those_of_their_clients(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("APPDATA", "/roaming")
    monkeypatch.setattr("sys.platform", "win32")
    assert expand_place("{apps}/Claude") == Path("/roaming/Claude")
    assert expand_place("{zed}") == Path("/roaming/Zed")
    monkeypatch.setattr("sys.platform", "darwin")
    assert expand_place("{apps}") == tmp_path / "Library" / "Application Support"
    assert expand_place("{zed}") == tmp_path / ".config" / "zed"


_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2), st.dictionaries(st.text(max_size=4), inner, max_size=2)
    ),
    max_leaves=5,
)
_OBJECTS = st.dictionaries(
    st.one_of(st.sampled_from(["mcpServers", "mcp", "servers"]), st.text(max_size=4)),
    _VALUES,
    max_size=3,
)


@settings(max_examples=examples(300), deadline=None)
@given(
    st.sampled_from([each for each in _IN_PROJECTS if each.client.name != "codex"]),
    _OBJECTS,
    st.sampled_from([None, 0, 1, 2, 4, "\t"]),
    st.sampled_from(["", "\n", "\r\n", "  \n"]),
)
def test_whatever_json_it_is_our_servers_leave_no_trace(
    form: ServerForm, value: dict[str, object], indent: int | str | None, end: str
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False) + end
    path = Path("/nowhere") / form.client.files[1]
    family = FAMILIES["maven"]()
    assert family.setup
    wanted = WantedServer(family, family.setup(), "/usr/bin/pageful")
    from pageful.setup.servers_in_json import put_json_servers, take_json_servers
    from pageful.tool.errors import ToolError

    servers = {f"pageful-{number}": wanted.words(str(number)) for number in range(2)}
    try:
        written = put_json_servers(path, text, form, servers)
    except ToolError:
        return
    assert parse_jsonc(written).root.at((*form.keys, "pageful-1"))
    taken = take_json_servers(
        path, written, form, lambda name, entry: bool(served_family(words_of(entry)))
    )
    assert taken == text


def test_a_directory_is_part_of_what_is_ours_in_a_file_of_the_user(project: Path) -> None:
    first = Connection(_FORMS["claude"], project, is_for_user=True)
    second = Connection(_FORMS["claude"], project.parent / "other" / "shop", is_for_user=True)
    family = FAMILIES["maven"]()
    assert family.setup
    wanted = WantedServer(family, family.setup(), "/usr/bin/pageful")
    first.connect([wanted]).apply()
    second.connect([wanted]).apply()
    text = first.path.read_text("utf-8")
    assert first.names(text) == ["pageful-maven-shop"]
    assert second.names(text) == ["pageful-maven-shop-2"]
