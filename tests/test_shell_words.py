"""The words for a shell: examples, what a wrong word may mean, calls that can be pasted."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.main import FAMILIES
from pageful.page.calls import Call
from pageful.shell.command_lines import CommandLines
from pageful.shell.commands import CommandLine, list_tools, run
from pageful.shell.suggestions import quote
from pageful.shell.tool_command import ToolCommand

_OWN = ("maven", "code", "vault")
_LINES = CommandLine(FAMILIES, "pageful")


def _commands() -> Iterator[ToolCommand]:
    for name in _OWN:
        family = FAMILIES[name]()
        tools = list_tools(family)
        yield from (ToolCommand("pageful", family, tools, tool) for tool in tools)


def _command(family: str, command: str) -> ToolCommand:
    return next(c for c in _commands() if (c.family.name, c.tool.command) == (family, command))


_ALL = [pytest.param(each, id=f"{each.family.name} {each.tool.command}") for each in _commands()]


@pytest.mark.parametrize("command", _ALL)
def test_help_has_one_or_two_examples_and_each_can_be_pasted(command: ToolCommand) -> None:
    examples = command.tool.shell.examples
    assert len(examples) in (1, 2)
    text = command.parser().format_help()
    for example in examples:
        line = f"pageful {command.family.name} {command.tool.command} {example}".rstrip()
        assert f"\n  {line}\n" in text
        _LINES.read(shlex.split(line)[1:])


@pytest.mark.parametrize("command", _ALL)
def test_help_speaks_of_commands_and_options_alone(command: ToolCommand) -> None:
    text = " ".join(command.parser().format_help().split())
    for tool in command.tools:
        assert not re.search(rf"(?<![\w.]){tool.name}(?!\w)", text)
    named = [each for each in command.tool.parameters.fields if re.search("_|[a-z][A-Z]", each)]
    assert [each for each in named if re.search(rf"(?<![\w-]){each}\b", text)] == []
    assert not re.search(r"\bserver\b", text) or "--any-repo" in text


def _refusal(capsys: pytest.CaptureFixture[str], line: str) -> str:
    with pytest.raises(SystemExit) as ended:
        run(FAMILIES, shlex.split(line))
    assert ended.value.code == 3
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "said", "page"),
    [
        ("valt search x", "Did you mean `pageful vault`?", "pageful"),
        ("vault serach x", "Did you mean `pageful vault search`?", "pageful vault"),
        ("vault compile", "`compile` is a command of maven: `pageful maven c", "pageful vault"),
        ("status", "`status` is a command of code: `pageful code status`.", "pageful"),
        ("serve valt", "Did you mean `pageful serve vault`?", "pageful serve"),
        ("vault search x --pagesize 3", "Did you mean `--page-size`?", "pageful vault search"),
        ("vault search rye starter", "is one argument in quotes", "pageful vault search"),
        ("vault search -x", "behind `--`: `pageful vault search -- -x`", "pageful vault search"),
        ("vault find -- x --by tag", ": `pageful vault find --by tag x`.", "pageful vault find"),
        ("vault find --page 3 -- --by=day -x", "--page 3 --by=day -- -x`.", "pageful vault find"),
        ("vault search -- -x --page 2", "search --page 2 -- -x`.", "pageful vault search"),
        ("maven test --ofline", "`pageful maven test -- --ofline`", "pageful maven test"),
        ("vault find x --sort --v", "`--sort=--x`", "pageful vault find"),
        ("serve vault --colour", "unrecognized arguments: --colour", "pageful serve vault"),
    ],
)  # fmt: skip
def test_a_wrong_word_is_told_what_it_may_mean_and_where_the_help_is(
    line: str, said: str, page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = _refusal(capsys, line)
    assert said in told
    assert told.endswith(f"See `{page} --help`.\n")


def test_help_is_a_word_too(capsys: pytest.CaptureFixture[str]) -> None:
    for words, usage in (
        (["help"], ""),
        (["help", "vault"], " vault"),
        (["vault", "help"], " vault"),
    ):
        with pytest.raises(SystemExit) as ended:
            run(FAMILIES, words)
        assert ended.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: pageful{usage} [-h]")


@pytest.mark.parametrize("words", [["--sort", "-v"], ["--sort=-v"], ["--sort", "-file.mtime"]])
def test_a_value_may_begin_with_a_dash(words: list[str]) -> None:
    given = _command("vault", "find").parser().read(["x", *words])
    assert given["sort"] == words[-1].removeprefix("--sort=")


def test_behind_dashes_an_option_s_name_alone_is_what_is_searched_for() -> None:
    assert _command("vault", "search").parser().read(["--", "--page"])["query"] == "--page"
    assert _command("vault", "find").parser().read(["--", '"--by"'])["queries"] == ['"--by"']


def test_a_value_behind_an_option_is_one_of_several(capsys: pytest.CaptureFixture[str]) -> None:
    read = _command("vault", "find").parser().read

    assert read(["rye", "--show", "names", 'links:"A b"'])["queries"] == ["rye", 'links:"A b"']
    assert read(["--show", "names", "rye", "--no-comments", "oven"])["queries"] == ["rye", "oven"]
    assert "`pageful vault find --show names -- rye -oven`" in _refusal(
        capsys, "vault find rye --show names -oven"
    )


def test_an_option_is_no_value_of_the_one_before(capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected one argument" in _refusal(capsys, "vault find x --sort --show names")


_VAULT = _command("vault", "find")
_TEXTS = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=12)


@given(
    queries=st.lists(_TEXTS.filter(lambda text: not text.startswith("-")), min_size=1, max_size=3),
    sort=_TEXTS.filter(lambda text: text != ""),
    comments=st.booleans(),
    limit=st.integers(1, 99),
)
def test_a_call_is_a_command_that_a_shell_reads_as_the_same_call(
    queries: list[str], sort: str, *, comments: bool, limit: int
) -> None:
    sent = {"queries": queries, "sort": sort, "comments": comments, "limit": limit}
    lines = CommandLines("pageful vault", _VAULT.tools, {"vault": Path("/a b")})
    line = lines.call(Call("vault_find", sent))
    words = shlex.split(line)
    assert words[:3] == ["pageful", "vault", "find"]
    given = _VAULT.parser().read(words[3:])
    assert {name: given.get(name, default) for name, default in (("comments", True),)} == {
        "comments": comments
    }
    assert (given["queries"], given["sort"], given["limit"]) == (queries, sort, limit)
    assert given["vault"] == Path("/a b")


@given(_TEXTS)
def test_a_quoted_word_is_that_word_to_a_shell(word: str) -> None:
    assert shlex.split(quote(word)) == [word]


def _shown(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert run(FAMILIES, list(argv)) == 0
    return capsys.readouterr().out


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault of thirty notes."""
    for number in range(30):
        (tmp_path / f"Rye {number}.md").write_text(f"# Rye {number}\n\nflour\n", encoding="utf-8")
    (tmp_path / ".github").mkdir()
    return tmp_path


def test_the_tip_of_a_page_is_the_command_for_the_next(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = _shown(capsys, "vault", "search", "flour", "--vault", str(vault))
    match = re.search(r"Tip: for more, run `(.*)`", page)
    assert match
    assert match[1] == f"pageful vault search flour --page 2 --vault {vault}"
    after = _shown(capsys, *shlex.split(match[1])[1:])
    assert "11" in after
    assert page != after


def test_a_remedy_is_a_command(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(FAMILIES, ["vault", "list", "nope", "--vault", str(vault)]) == 3
    assert capsys.readouterr().err.endswith(f"pageful vault list --vault {vault}.\n")
    assert run(FAMILIES, ["vault", "search", "x", "--page", "0", "--vault", str(vault)]) == 3
    told = capsys.readouterr().err
    assert told.startswith("`--page`: Input should be greater than or equal to 1, but got 0.\n")
    assert told.endswith("See `pageful vault search --help`.\n")


def _arguments(command: ToolCommand, line: str) -> dict[str, Any]:
    return command.parser().read(shlex.split(line))


def test_what_a_tool_takes_first_is_the_argument_of_its_command() -> None:
    assert _arguments(_command("vault", "list"), ".github")["directory"] == ".github"
    assert _arguments(_command("vault", "tags"), "bread")["tag"] == "bread"
    assert _arguments(_command("vault", "read"), "Note.md")["places"] == ["Note.md"]
    assert _arguments(_command("code", "search"), "'a text'")["query"] == "a text"
    assert _arguments(_command("code", "find"), "name other")["text"] == ["name", "other"]
    assert _arguments(_command("code", "show"), "a.py:3 b.py")["places"] == ["a.py:3", "b.py"]
    assert _arguments(_command("code", "related"), "a.py --line 3")["file_path"] == "a.py"
    assert _arguments(_command("maven", "test"), "'CartTest#*'")["testFilter"] == "CartTest#*"
    assert _arguments(_command("maven", "test"), "--test-filter X")["testFilter"] == "X"
    assert _arguments(_command("maven", "dependencies"), "commons-io")["includes"] == "commons-io"


def test_an_example_call_of_a_description_is_a_command_that_can_be_pasted() -> None:
    tools = list_tools(FAMILIES["vault"]())
    lines = CommandLines("pageful vault", tools, {})
    text = 'Or `vault_read(places=["Rye#A b", "Log"], page=2)`, `vault_read(path=Rye)`.'
    read = next(tool for tool in tools if tool.name == "vault_read")
    assert lines.in_words_of_a_shell(text, read) == (
        "Or `pageful vault read 'Rye#A b' Log --page 2`, `pageful vault read --path Rye`."
    )


def test_a_tool_that_is_to_be_called_is_a_command_to_be_run() -> None:
    tool = _VAULT.tool
    lines = CommandLines("pageful vault", _VAULT.tools, {})
    text = "Call vault_list first, then call vault_tags(tag=x)."
    written = lines.in_words_of_a_shell(text, tool)
    assert written == "Run pageful vault list first, then run pageful vault tags --tag x."
    assert lines.tool("vault_tags") == "pageful vault tags"
    assert lines.tool("other") == "other"


def test_a_call_of_another_server_is_written_as_it_is() -> None:
    lines = CommandLines("pageful vault", _VAULT.tools, {})
    assert lines.call(Call("other_tool", {"a": 1})) == "other_tool(a=1)"


def test_data_are_asked_for_by_an_option() -> None:
    lines = CommandLines("pageful vault", _VAULT.tools, {})
    for sent in ({"raw": True}, {"response_format": "json"}):
        call = Call("vault_find", {"queries": ["x"], **sent})
        assert lines.call(call) == "pageful vault find x --json"
    assert lines.call(Call("vault_find", {"queries": ["x"], "raw": False})).endswith("find x")


@pytest.mark.parametrize("words", [["serve", "--help"], ["serve", "-h"]])
def test_help_on_servers_says_what_each_serves(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(FAMILIES, words)
    assert ended.value.code == 0
    text = " ".join(capsys.readouterr().out.split())
    for name in _OWN:
        assert f"{name} {FAMILIES[name]().summary}" in text
