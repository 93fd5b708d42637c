"""`pageful.toml` and variables: which value counts, what is refused, and what `config` shows."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful.configuration.family_settings import read_family_settings
from pageful.main import FAMILIES
from pageful.shell.commands import run
from pageful.tool.errors import ToolError
from terminal import Terminal, assert_page
from thoroughness import examples


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    home, project = tmp_path / "home", tmp_path / "shop"
    for each in (home / ".config" / "pageful", project / ".git", project / "src"):
        each.mkdir(parents=True)
    return Terminal(home, project)


def _users(terminal: Terminal, text: str) -> Path:
    file = terminal.home / ".config" / "pageful" / "pageful.toml"
    file.write_text(text, "utf-8")
    return file


def _projects(terminal: Terminal, text: str) -> Path:
    file = terminal.directory / "pageful.toml"
    file.write_text(text, "utf-8")
    return file


def _options(terminal: Terminal, section: str, **variables: str) -> dict[str, tuple[object, str]]:
    ended = terminal.run("config", section, "--json", variables=variables)
    assert ended.code == 0, ended.err
    (found,) = json.loads(ended.out)["sections"]
    return {each["option"]: (each.get("value"), each["origin"]) for each in found["options"]}


def test_a_project_goes_over_the_user_and_a_variable_over_both(terminal: Terminal) -> None:
    users = _users(terminal, "[maven]\ntimeout = 60\nbudget = 9000\n")
    assert _options(terminal, "maven")["timeout"] == (60, str(users))
    projects = _projects(terminal, "[maven]\ntimeout = 70\n")
    options = _options(terminal, "maven")
    assert options["timeout"] == (70, str(projects))
    assert options["budget"] == (9000, str(users))
    assert options["mvn"] == (None, "default")
    options = _options(terminal, "maven", PAGEFUL_MAVEN_TIMEOUT="80")
    assert options["timeout"] == (80, "PAGEFUL_MAVEN_TIMEOUT")


def test_the_command_line_goes_over_all(terminal: Terminal) -> None:
    _projects(terminal, '[vault]\nvault = "notes"\n')
    for name, word in (("notes", "flour"), ("others", "sugar")):
        (terminal.directory / name).mkdir()
        (terminal.directory / name / "Rye.md").write_text(f"{word}\n", "utf-8")
    assert "Rye" in terminal.run("vault", "search", "flour").out
    assert "No results" in terminal.run("vault", "search", "flour", "--vault", "others").out
    found = terminal.run("vault", "search", "sugar", variables={"PAGEFUL_VAULT_VAULT": "others"})
    assert "Rye" in found.out


def test_a_file_of_the_repository_counts_in_its_directories(terminal: Terminal) -> None:
    file = _projects(terminal, '[code]\nrepo = ["src"]\n')
    ended = terminal.run("config", "code", "--json", directory=terminal.directory / "src")
    (section,) = json.loads(ended.out)["sections"]
    assert section["options"][0]["value"] == [str(terminal.directory / "src")]
    assert section["options"][0]["origin"] == str(file)


def test_a_file_above_a_directory_that_is_in_no_repository_counts_not(terminal: Terminal) -> None:
    file = _projects(terminal, "[maven]\ntimeout = 5\n")
    file.rename(file.parent.parent / file.name)
    outside = file.parent.parent / "outside"
    outside.mkdir()
    assert _options(terminal, "maven")["timeout"] == (1800, "default")
    ended = terminal.run("config", "maven", directory=outside)
    assert "1800" in ended.out


def test_a_budget_of_a_file_is_that_of_pages(terminal: Terminal) -> None:
    for number in range(80):
        (terminal.directory / f"A longer name {number}.md").write_text("flour\n" * 3, "utf-8")
    whole = terminal.run("vault", "list").out
    _projects(terminal, "[vault]\nbudget = 600\n")
    cut = terminal.run("vault", "list").out
    assert len(cut) < 800 < len(whole)
    assert "--budget" not in cut
    assert "--budget 700" in terminal.run("vault", "list", "--budget", "700").out


@pytest.mark.parametrize(
    ("text", "problem", "remedy"),
    [
        ("[mavn]\n", "unknown table [mavn]", "Did you mean [maven]?"),
        ("timeout = 3\n", "unknown key `timeout` outside tables", "There are: [maven]"),
        ("maven = 3\n", "`maven` is no table", "Write [maven]."),
        ("[maven]\ntimout = 3\n", "unknown key `timout` in [maven]", "Did you mean `timeout`?"),
        ("[maven]\nallow_any_args = true\n", "`allow_any_args`", "Did you mean `allow-any-args`?"),
        ("[maven]\ntimeout = 0\n", "`timeout`: Input should be greater than 0", "Mend it."),
        ("[maven]\ntimeout = 'long'\n", "`timeout`: Input should be a valid number", "Mend it."),
        ("[maven]\nbudget = 5\n", "`budget`: a budget of 5", "Mend it."),
        ("[maven]\nproject = 1979-05-27\n", "`project`", "Mend it."),
        ("[maven]\ntoken = 'x'\n", "a secret in [maven]: `token`", "PAGEFUL_HTTP_TOKEN"),
        ("[code]\ndata = 'x'\n", "sets `data`", "PAGEFUL_CODE_DATA"),
        ("[maven]\nmvn = 'mvnd'\n", "sets `mvn`", "PAGEFUL_MAVEN_MVN"),
        ("[maven]\nallow-any-args = true\n", "sets `allow-any-args`", "command line"),
        ("[maven]\nproject = '..'\n", "leads out of the project", "command line"),
        ("[maven\n", "is no TOML", "Mend it."),
    ],
)
def test_what_a_project_may_not_say_is_an_error_that_names_what_to_do(
    terminal: Terminal,
    text: str,
    problem: str,
    remedy: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = _projects(terminal, text)
    monkeypatch.chdir(terminal.directory)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(terminal.home / ".config"))
    family = "code" if "[code]" in text else "maven"
    for words in ((family, "search" if family == "code" else "test", "x"), ("config",)):
        assert run(FAMILIES, words) == 3
        said = capsys.readouterr().err
        assert str(file) in said
        assert problem in said
        assert remedy in said


def test_a_secret_is_known_by_its_look_too(terminal: Terminal) -> None:
    _users(terminal, f'[code]\nembedder = "ghp_{"0" * 36}"\n')
    ended = terminal.run("config")
    assert ended.code == 3
    assert "a secret in [code]: `embedder`" in ended.err


def test_a_user_may_say_what_a_project_may_not(terminal: Terminal) -> None:
    users = _users(terminal, '[maven]\nmvn = "mvnd"\nallow-any-args = true\nproject = "~/x"\n')
    options = _options(terminal, "maven")
    assert options["mvn"] == ("mvnd", str(users))
    assert options["allow-any-args"] == (True, str(users))
    assert options["project"] == (str(terminal.home / "x"), str(users))


@pytest.mark.parametrize(
    ("variable", "text", "problem"),
    [
        ("PAGEFUL_MAVEN_TIMOUT", "3", "Did you mean `PAGEFUL_MAVEN_TIMEOUT`?"),
        ("PAGEFUL_MAVEN_TIMEOUT", "long", "PAGEFUL_MAVEN_TIMEOUT: `timeout`"),
        ("PAGEFUL_MAVEN_ALLOW_ANY_ARGS", "perhaps", "Mend or unset PAGEFUL_MAVEN_ALLOW_ANY_ARGS"),
    ],
)
def test_a_variable_that_is_wrong_is_an_error(
    terminal: Terminal, variable: str, text: str, problem: str
) -> None:
    ended = terminal.run("maven", "test", variables={variable: text})
    assert ended.code == 3
    assert problem in ended.err


def test_lists_and_switches_are_read_from_variables(terminal: Terminal) -> None:
    several = os.pathsep.join(["src", "."])
    options = _options(terminal, "code", PAGEFUL_CODE_REPO=several, PAGEFUL_CODE_ANY_REPO="1")
    assert options["repo"] == (["src", "."], "PAGEFUL_CODE_REPO")
    assert options["any-repo"] == (True, "PAGEFUL_CODE_ANY_REPO")


_HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "a test", "version": "1"},
}


@pytest.mark.slow
def test_a_server_has_the_style_of_the_file_unless_it_is_told_otherwise(
    terminal: Terminal,
) -> None:
    _projects(terminal, '[code]\nrepo = ["."]\nresponse-format = "markdown"\n')
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": _HELLO},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
    ]
    text = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in messages)
    for words, style in (((), "markdown"), (("--response-format", "json"), "json")):
        ended = terminal.run("serve", "code", *words, text=text)
        answers = [json.loads(line) for line in ended.out.splitlines()]
        (tools,) = (each["result"]["tools"] for each in answers if each.get("id") == 2)
        (search,) = (each for each in tools if each["name"] == "search_code")
        assert search["inputSchema"]["properties"]["response_format"]["default"] == style


def test_help_is_the_same_everywhere(terminal: Terminal) -> None:
    text = terminal.run("maven", "test", "--help").out
    _projects(terminal, "[nothing]\n")
    assert terminal.run("maven", "test", "--help").out == text
    assert terminal.run("--help").code == 0


def test_the_gateways_table_is_shown_and_checked(terminal: Terminal) -> None:
    file = _projects(terminal, '[gateway]\nface = "page"\n[gateway.server.github]\ndrop = ["x"]\n')
    options = _options(terminal, "gateway")
    assert options["face"] == ("page", str(file))
    assert options["store"] == ("memory", "default")
    assert options["server.github"] == ("views", str(file))
    _projects(terminal, '[gateway]\nfase = "page"\n')
    ended = terminal.run("config")
    assert (ended.code, "Did you mean `face`?" in ended.err) == (3, True)


def test_a_projects_settings_hide_no_views_of_the_user(terminal: Terminal) -> None:
    from pageful.gateway.views import find_views_file

    users = _users(terminal, '[gateway]\nface = "page"\n')
    projects = _projects(terminal, "[maven]\ntimeout = 3\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(terminal.home / ".config"))
        assert find_views_file(terminal.directory) == users
        users.unlink()
        assert find_views_file(terminal.directory) == projects


def test_the_page_of_a_clean_machine_names_the_files_that_could_be_there(
    terminal: Terminal,
) -> None:
    ended = terminal.run("config", "vault")
    assert_page("config.md", ended.out.replace(str(terminal.home.parent), "/tmp/you"))


def test_an_unknown_section_is_answered_with_the_nearest(terminal: Terminal) -> None:
    ended = terminal.run("config", "mavn")
    assert ended.code == 3
    assert "Did you mean `maven`?" in ended.err


@settings(max_examples=examples(200), deadline=None)
@given(
    st.dictionaries(
        st.text(max_size=12),
        st.one_of(
            st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8),
            st.lists(st.one_of(st.text(max_size=4), st.integers()), max_size=2),
        ),
        max_size=3,
    )
)  # fmt: skip
def test_whatever_a_file_says_it_is_a_value_or_an_error(table: dict[str, Any]) -> None:
    from pageful.configuration.family_options import family_options

    options = family_options(FAMILIES["code"](), ["response_format"])
    for key, value in table.items():
        for option in [options[key]] if key in options else options.values():
            try:
                option.check(value)
            except ToolError:
                continue


def test_nothing_is_read_where_there_is_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    found = read_family_settings(FAMILIES["maven"](), FAMILIES, [])
    assert dict(found.values) == {}


def test_a_family_that_is_not_installed_keeps_no_other_from_being_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pageful.setup.commands import run_init

    def refuse() -> Any:
        raise ToolError("It needs `numpy`.", "Install pageful with its extra: `pageful[code]`.")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    families = {"maven": FAMILIES["maven"], "code": refuse}
    assert run(families, ["config"]) == 0
    out = capsys.readouterr().out
    assert "- Not installed: code\n" in out
    assert "## [maven]" in out
    assert run(families, ["config", "code"]) == 3
    assert "`pageful[code]`" in capsys.readouterr().err
    assert run_init([], families) == 3
    said = capsys.readouterr().err
    assert "code: it can't be loaded" in said
    assert "None of the families that are installed" in said
