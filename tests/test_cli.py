"""The command line: options, streams, exit codes, a person's terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from connecting import PAGEFUL
from pageful import Block, Caller, Cancelled, Line, ToolError
from pageful.main import FAMILIES
from pageful.page.presentation import Detail
from pageful.shell.commands import Families, run
from pageful.tool.options import Style
from pageful.tool.tool import Family, Shell, Tool, Toolset


@dataclass(frozen=True)
class _Settings:
    loud: Annotated[bool, Field(description="Shout, 100%.")] = False


@dataclass(frozen=True)
class _Greeting:
    words: str


@dataclass(frozen=True)
class _Tools:
    settings: _Settings

    def greet(
        self,
        caller: Caller,
        name: str,
        full_stop: Annotated[bool, Field(alias="fullStop")] = True,
        args: list[str] | None = None,
    ) -> _Greeting:
        """Greet somebody, 100%."""
        caller.progress("thinking", 1, 2)
        if name == "nobody":
            raise ToolError("There is nobody.", "Name somebody.")
        if name == "stop":
            raise Cancelled
        words = f"Hello, {' '.join([name, *(args or [])])}{'.' if full_stop else ''}"
        return _Greeting(words.upper() if self.settings.loud else words)


def _page(result: _Greeting, detail: Detail) -> Iterator[Block]:
    yield Line(result.words)
    if detail == "detailed":
        yield Line("SUCCESS")


def _toolset(settings: _Settings, style: Style) -> Toolset:
    shell = Shell[_Greeting](exit_code=lambda greeting: len(greeting.words))
    tool = Tool(_Tools(settings).greet, view=_page, shell=shell)
    return Toolset("words", (tool,), style=style)


_FAMILY = Family("words", "words for people", _Settings, _toolset)


def _run(*argv: str) -> int:
    return run({"words": lambda: _FAMILY}, argv)


@dataclass(frozen=True)
class _Places:
    places: Annotated[list[Path] | None, Field(description="A place.")] = None


def _places_toolset(settings: _Places, style: Style) -> Toolset:
    def name_them() -> _Greeting:
        """Name the places."""
        assert all(isinstance(place, Path) for place in settings.places or ())
        return _Greeting(" and ".join(map(str, settings.places or ())))

    tool = Tool(
        name_them,
        view=_page,
        data=lambda greeting, detail: {detail: greeting.words},
        choices=("response_format", "detail_level"),
        shell=Shell("name"),
    )
    return Toolset("places", (tool,), style=style)


_DATA_FAMILY = Family(
    "places",
    "places as data",
    _Places,
    _places_toolset,
    Style(format="json", detail="detailed"),
)


def _chain_toolset(_settings: _Settings, style: Style) -> Toolset:
    def chain(words: list[str], form: Literal["plain", "loud"] = "plain") -> _Greeting:
        """Say words in a row."""
        text = " ".join(words)
        return _Greeting(text.upper() if form == "loud" else text)

    return Toolset("chain", (Tool(chain, view=_page),), style=style)


_CHAIN_FAMILY = Family("words", "words in a row", _Settings, _chain_toolset)


def _last_toolset(_settings: _Settings, style: Style) -> Toolset:
    def say(last: str | None = None) -> _Greeting:
        """Say a word."""
        return _Greeting(last or "nothing")

    tool = Tool(say, view=_page, shell=Shell(positional="last"))
    return Toolset("words", (tool,), style=style)


_LAST_FAMILY = Family("words", "a word", _Settings, _last_toolset)


def _chain(*argv: str) -> int:
    return run({"words": lambda: _CHAIN_FAMILY}, ["words", "chain", *argv])


def test_a_list_that_a_tool_needs_is_the_arguments_of_its_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert _chain("one", "two") == 0
    assert capsys.readouterr().out == "one two\n"


def test_what_a_command_takes_as_its_argument_it_takes_as_an_option_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for argv in (["two"], ["--last", "two"]):
        assert run({"words": lambda: _LAST_FAMILY}, ["words", "say", *argv]) == 0
        assert capsys.readouterr().out == "two\n"


def test_a_choice_of_words_is_an_option_that_takes_these_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert _chain("one", "--form", "loud") == 0
    assert capsys.readouterr().out == "ONE\n"
    with pytest.raises(SystemExit):
        _chain("one", "--form", "other")
    assert "invalid choice: 'other'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "printed"),
    [
        ((), "a and b"),
        (("--response-format", "markdown", "--detail-level", "detailed"), "a and b\n\nSUCCESS"),
        (("--response-format", "json"), '{"concise":"a and b"}'),
        (("--json",), '{"concise":"a and b"}'),
        (("--json", "--detail-level", "detailed"), '{"detailed":"a and b"}'),
    ],
)
def test_a_person_gets_concise_pages_whatever_the_style_of_the_family(
    argv: tuple[str, ...], printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(
        {"places": lambda: _DATA_FAMILY}, ("places", "name", "--places=a", "--places=b", *argv)
    )
    assert (code, capsys.readouterr().out) == (0, f"{printed}\n")


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ((), Style(format="json", detail="detailed")),
        (("--response-format", "markdown", "--detail-level", "concise"), Style()),
    ],
)
def test_a_server_has_the_style_of_its_family_unless_told_otherwise(
    argv: tuple[str, ...], expected: Style, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Style] = []
    monkeypatch.setattr("anyio.run", lambda _serve, toolset: served.append(toolset.style))
    assert run({"places": lambda: _DATA_FAMILY}, ("serve", "places", *argv)) == 0
    assert served == [expected]


def test_a_family_without_the_choice_has_no_option_for_the_format() -> None:
    with pytest.raises(SystemExit):
        run({"words": lambda: _FAMILY}, ("serve", "words", "--response-format", "json"))


@pytest.mark.parametrize(
    ("argv", "printed"),
    [
        (("Ada",), "Hello, Ada.\n"),
        (("Ada", "--no-full-stop"), "Hello, Ada\n"),
        (("Ada", "--loud"), "HELLO, ADA.\n"),
        (("Ada", "--json"), '{"words":"Hello, Ada."}\n'),
        (("Ada", "--detail-level", "detailed"), "Hello, Ada.\n\nSUCCESS\n"),
        (("Ada", "--args=B.", "--", "-x", "Lovelace"), "Hello, Ada B. -x Lovelace.\n"),
    ],
)
def test_a_tool_is_a_command(
    argv: tuple[str, ...], printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = _run("words", "greet", *argv)
    assert capsys.readouterr().out == printed
    assert code == len(printed.partition("\n")[0]) or "--json" in argv


def test_a_tool_that_cannot_work_says_so_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("words", "greet", "nobody") == 3
    assert capsys.readouterr() == ("", "There is nobody.\nName somebody.\n")


def test_work_that_was_given_up_ends_like_an_interrupt() -> None:
    assert _run("words", "greet", "stop") == 130


@dataclass(frozen=True)
class _Database:
    dsn: Annotated[str, Field(description="Where the database is.")]
    schemas: Annotated[list[str], Field(description="Its schemas.")]
    tls: Annotated[bool, Field(description="Encrypt.")]
    form: Annotated[Literal["old", "new"], Field(description="Its form.")]
    port: int = 5432


def _database_toolset(settings: _Database, style: Style) -> Toolset:
    def connect() -> _Greeting:
        """Connect."""
        return _Greeting(f"{settings.dsn} {settings.schemas} {settings.tls} {settings.form}")

    return Toolset("db", (Tool(connect, view=_page),), style=style)


_DATABASE = Family("db", "a database", _Database, _database_toolset)
_SERVED_DATABASE = Family("db", "a database", _Database, _database_toolset, served="dsn")
_GIVEN = ("--dsn=here", "--schemas=a", "--schemas=b", "--no-tls", "--form=new")


def test_a_setting_without_a_default_is_an_option_that_has_to_be_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    families = {"db": lambda: _DATABASE}
    assert run(families, ["db", "connect", *_GIVEN]) == 0
    assert capsys.readouterr().out == "here ['a', 'b'] False new\n"
    for argv in (["db", "connect"], ["serve", "db"]):
        with pytest.raises(SystemExit) as ended:
            run(families, [*argv, *_GIVEN[1:]])
        assert ended.value.code == 3
        assert "the following arguments are required: --dsn" in capsys.readouterr().err


@pytest.mark.parametrize(
    "argv", [(), ("db",), ("serve",), ("serve", "db"), ("db", "connect")], ids=" ".join
)
def test_help_needs_no_settings(argv: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run({"db": lambda: _DATABASE}, [*argv, "--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert "Undefined" not in text
    assert ("--dsn STR" in text) == (len(argv) == 2)


def test_a_required_setting_that_a_server_takes_as_its_argument_has_to_be_given(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    families = {"db": lambda: _SERVED_DATABASE}
    monkeypatch.setattr("anyio.run", lambda _serve, toolset: print(toolset.name))
    for given in ("here", "--dsn=here"):
        assert run(families, ["serve", "db", given, *_GIVEN[1:]]) == 0
        assert capsys.readouterr().out == "db\n"
    assert run(families, ["serve", "db", *_GIVEN[1:]]) == 3
    assert "`--dsn` is missing" in capsys.readouterr().err


def _broken() -> Family[Any]:
    raise ToolError("The family `sad` can't be loaded, 100%.", "Mend it.")


def _connecting_toolset(settings: _Database, style: Style) -> Toolset:
    raise ConnectionError(f"nothing at {settings.dsn!r}")


def test_a_family_whose_tools_can_not_be_listed_keeps_no_other_from_working(
    capsys: pytest.CaptureFixture[str],
) -> None:
    connecting = Family("db", "a database", _Database, _connecting_toolset)
    families: Families = {"db": lambda: connecting, "words": lambda: _LAST_FAMILY}
    with pytest.raises(SystemExit):
        run(families, ["--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "db a database" in text
    assert "words a word" in text
    assert run(families, ["db", "connect", "--dsn=here"]) == 3
    told = capsys.readouterr().err
    assert "The tools of db can't be listed: ConnectionError: nothing at ''" in told


def test_a_broken_family_keeps_no_other_from_working(capsys: pytest.CaptureFixture[str]) -> None:
    families = {"sad": _broken, "words": lambda: _LAST_FAMILY}
    assert run(families, ["words", "say", "one"]) == 0
    assert capsys.readouterr().out == "one\n"
    with pytest.raises(SystemExit):
        run(families, ["--help"])
    assert "The family `sad` can't be loaded, 100%." in capsys.readouterr().out
    for argv in (["sad"], ["serve", "sad"]):
        assert run(families, argv) == 3
        assert "The family `sad` can't be loaded, 100%.\nMend it." in capsys.readouterr().err


@pytest.mark.parametrize(
    "argv",
    [(), ("words",), ("words", "greet"), ("words", "greet", "Ada", "--colour"), ("sing",)],
)
def test_wrong_usage_ends_with_3(argv: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        _run(*argv)
    assert ended.value.code == 3
    assert "--help`." in capsys.readouterr().err


def test_a_budget_that_holds_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("words", "greet", "Ada", "--budget", "10") == 3
    assert "`--budget`: a budget of 10 characters is too small" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (("code", "find"), "where there is room. (0 to 10)"),
        (("code", "search"), "Hits a page. (1 to 50, default 10)"),
        (("vault", "search"), "Hits a page. (1 to 100, default 10)"),
    ],
)
def test_help_says_between_which_numbers_an_option_may_be(
    argv: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(FAMILIES, [*argv, "--help"])
    assert says in " ".join(capsys.readouterr().out.split())


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        _run("words", "greet", "--help")
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for option in ("--no-full-stop", "--args", "--loud", "--budget", "--detail-level", "--json"):
        assert option in text
    assert "Greet somebody, 100%." in text


def _at_terminal(*arguments: str, **environment: str) -> str:
    """What a person sees: the program's output through a pseudo-terminal."""
    import pty

    master, terminal = pty.openpty()
    process = subprocess.Popen(
        [*PAGEFUL, *arguments], stdout=terminal, stderr=terminal, env={**os.environ, **environment}
    )
    os.close(terminal)
    chunks = []
    while True:
        try:
            chunk = os.read(master, 65536)
        except OSError:
            break
        if not chunk:
            break
        chunks.append(chunk)
    os.close(master)
    process.wait(60)
    return b"".join(chunks).decode()


@pytest.mark.maven
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
@pytest.mark.parametrize("example", ["green"], indirect=True)
def test_a_person_sees_colours_and_progress(example: Any) -> None:
    seen = _at_terminal("maven", "clean", "--project", str(example), TERM="xterm-256color", CI="")
    assert "clean:clean @ shop-green" in seen
    assert "\x1b[1;32mSUCCESS\x1b[0m" in seen


def test_the_version_is_told() -> None:
    shell = subprocess.run([*PAGEFUL, "--version"], capture_output=True, encoding="utf-8")
    assert shell.stdout.startswith("pageful 0.")


def _environment(**more: str) -> Mapping[str, str]:
    return {**os.environ, **more}


def test_a_pipe_gets_utf8_whatever_the_locale(tmp_path: Any) -> None:
    shell = subprocess.run(
        [*PAGEFUL, "maven", "clean", "--project", str(tmp_path / "ü")],
        capture_output=True,
        env=_environment(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"),
    )
    assert shell.returncode == 3


@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        (("serve", "vault", "{0}/nope"), "The vault {0}/nope is no directory."),
        (("serve", "code", "--repo", "{0}/nope"), "The repository {0}/nope is no directory."),
        (
            ("serve", "code", "--repo", "{0}", "--repo", "{0}/file"),
            "The repository {0}/file is no directory.",
        ),
        (("serve", "maven", "--project", "{0}/nope"), "The project {0}/nope is no directory."),
        (
            ("serve", "maven", "--project", "{0}", "--mvn", "nope"),
            "nope, which is to build the project, is not installed.",
        ),
        (("code", "status", "--repo", "{0}/nope"), "The repository {0}/nope is no directory."),
    ],
)
def test_nothing_starts_on_what_is_not_there(
    argv: tuple[str, ...], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert run(FAMILIES, [each.format(tmp_path) for each in argv]) == 3
    printed = capsys.readouterr()
    assert printed.err.startswith(f"pageful: {problem.format(tmp_path)}\n")
    assert printed.out == ""


def _in_shell(command: str, directory: Path) -> tuple[int, str]:
    """The exit code of a line of shell with `$PAGEFUL` in it, and what comes on stderr."""
    (directory / "note.md").write_text("rye\n", encoding="utf-8")
    program = " ".join(PAGEFUL)
    shell = subprocess.run(
        ["bash", "-c", command.replace("pageful", program)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=directory,
        env=_environment(),
    )
    return shell.returncode, shell.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "command", ["vault search rye", "vault search rye --json", "--help", "--version"]
)
def test_output_to_a_full_device_is_an_error_that_says_so(command: str, tmp_path: Path) -> None:
    code, complaint = _in_shell(f"pageful {command} >/dev/full", tmp_path)
    assert complaint == "pageful: The output can't be written: No space left on device.\n"
    assert code == 3


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.slow
def test_a_full_stderr_leaves_the_exit_code_alone(tmp_path: Path) -> None:
    assert _in_shell("pageful vault search rye >/dev/full 2>/dev/full", tmp_path)[0] == 3
    assert _in_shell("pageful vault read nope 2>/dev/full", tmp_path)[0] == 3
    assert _in_shell("pageful vault search rye 2>&-", tmp_path)[0] == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the shell's descriptors")
@pytest.mark.parametrize("command", ["vault search rye", "--version", "serve vault ."])
def test_a_closed_output_is_an_error_that_says_so(command: str, tmp_path: Path) -> None:
    code, complaint = _in_shell(f"pageful {command} >&-", tmp_path)
    assert complaint.startswith("pageful: The output can't be written: it is closed.\n")
    assert code == 3


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the shell's descriptors")
def test_a_server_without_input_says_so(tmp_path: Path) -> None:
    code, complaint = _in_shell("pageful serve vault . <&-", tmp_path)
    assert complaint.startswith("pageful: There is no standard input to serve a client on.\n")
    assert code == 3


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_a_reader_that_has_ended_ends_the_program_as_a_broken_pipe_does(tmp_path: Path) -> None:
    command = "{ sleep 1; pageful vault search rye; } | true; exit ${PIPESTATUS[0]}"
    assert _in_shell(command, tmp_path) == (141, "")
