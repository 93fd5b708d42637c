"""Completion in real shells, at a pseudo-terminal: what is typed, and the words that come of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.records.directories import directory_for
from pageful.builds.records.failed_tests import FailedTest
from pageful.builds.records.sealed_file import write_sealed
from pageful.completion.candidates import find_candidates
from pageful.completion.command import run_completion
from pageful.completion.scripts import SCRIPTS
from pageful.completion.typed_words import split_line, unquote

_POM = """<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId>
<artifactId>shop</artifactId><version>1</version><packaging>pom</packaging>
<modules><module>core</module><module>web</module></modules></project>"""
_MODULE = """<project><modelVersion>4.0.0</modelVersion><parent><groupId>shop</groupId>
<artifactId>shop</artifactId><version>1</version></parent><artifactId>{}</artifactId></project>"""

_PROGRAM = """#!/bin/sh
if [ "$1" = completion ]; then exec {python} -m pageful "$@"; fi
printf '%s\\n' "$@" > {typed}.part && mv {typed}.part {typed}
"""
"""A program that answers what shells ask, and else writes down the words it is called with."""

_READY = "what-next"
"""A prompt that is part of no command."""

_INTERACTIVE = {
    "bash": ("bash --norc --noprofile -i", 'eval "$(pageful completion bash)"; PS1="> $READY"'),
    "zsh": (
        "zsh -f -i",
        'autoload -U compinit; compinit -u; eval "$(pageful completion zsh)"; PS1="> $READY"',
    ),
    "fish": (
        "fish --no-config -i",
        "pageful completion fish | source; function fish_prompt; echo -n $READY; end",
    ),
}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A directory with a vault, a Maven project with a failed test, and an indexed project."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CACHE", "DATA", "STATE", "CONFIG"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name))
        _fill(home)
        patch.chdir(home / "work")
        yield home


def _fill(home: Path) -> None:
    work = home / "work"
    (work / "Recipes").mkdir(parents=True)
    (work / "Rye sourdough.md").write_text("# Rye\n\n## Cold proof\n", "utf-8")
    (work / "Recipes" / "Baguette.md").write_text("# Baguette\n", "utf-8")
    (work / "pom.xml").write_text(_POM, "utf-8")
    for name in ("core", "web"):
        tests = work / name / "src" / "test" / "java"
        tests.mkdir(parents=True)
        (work / name / "pom.xml").write_text(_MODULE.format(name), "utf-8")
        text = f"class {name.title()}Test {{ @Test void starts() {{}} @Test void ends() {{}} }}"
        (tests / f"{name.title()}Test.java").write_text(text, "utf-8")
    record = directory_for(work.resolve(), "maven") / "b7"
    record.mkdir(parents=True)
    case = Case("shop.CartTest", "adds(int)[2]", ThrownException("", "", ""))
    write_sealed(record / "outstanding", msgspec.msgpack.encode(((FailedTest(case, "b7"),), ())))
    project = home / "DATA" / "pageful" / "code" / "cb_proj_shop_1"
    project.mkdir(parents=True)
    card = {"project_id": "shop-7", "repositories": [str(work)]}
    (project / "project.json").write_text(json.dumps(card), "utf-8")


def _type(shell: str, keys: str, home: Path) -> list[str]:
    """Type at a shell's prompt, end the line, and return the words that the program got."""
    import pty

    programs, typed = home / f"bin-{shell}", home / f"typed-{shell}"
    programs.mkdir(exist_ok=True)
    typed.unlink(missing_ok=True)
    program = programs / "pageful"
    program.write_text(_PROGRAM.format(python=sys.executable, typed=typed), "utf-8")
    program.chmod(0o755)
    command, setup = _INTERACTIVE[shell]
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "TERM": "xterm",
                   "HOME": str(home), "COLUMNS": "200", "READY": _READY}  # fmt: skip
    master, terminal = pty.openpty()
    process = subprocess.Popen(
        command.split(),
        env=environment,
        cwd=home / "work",
        preexec_fn=lambda: os.login_tty(terminal),  # noqa: PLW1509 - fish wants to own it
    )
    os.close(terminal)
    try:
        os.write(master, f"{setup}\r".encode())
        _read(master, _READY)
        os.write(master, f"{keys}\r".encode())
        _read(master, _READY)
    finally:
        os.close(master)
        process.kill()
        process.wait(60)
    return typed.read_text("utf-8").splitlines()


def _read(master: int, end: str) -> None:
    """Read what a shell prints, until its prompt comes."""
    printed = b""
    while end.encode() not in printed:
        printed += os.read(master, 65_536)


_CART = ("core", "CartTest#adds")
_KEYS = [
    ("pageful vau\tse\trye", ["vault", "search", "rye"]),
    ("pageful vault search rye --sor\tmod\t", ["vault", "search", "rye", "--sort", "modified"]),
    ("pageful vault search rye --sort=mod\t", ["vault", "search", "rye", "--sort=modified"]),
    ("pageful vault read Rye\t", ["vault", "read", "Rye sourdough.md"]),
    ("pageful vault read 'Rye\t", ["vault", "read", "Rye sourdough.md"]),
    ("pageful vault read Rec\t", ["vault", "read", "Recipes/Baguette.md"]),
    ("pageful vault read 'Rye sourdough#Co\t", ["vault", "read", "Rye sourdough#Cold proof"]),
    ("pageful maven test --mod\tco\tCart\t", ["maven", "test", "--modules", *_CART]),
    ("pageful maven test WebTest#st\t", ["maven", "test", "WebTest#starts"]),
    ("pageful maven build b\t--show mod\t", ["maven", "build", "b7", "--show", "modules"]),
    ("pageful maven run inst\t", ["maven", "run", "install"]),
    ("pageful code search x --project-id sh\t", ["code", "search", "x", "--project-id", "shop-7"]),
    ("pageful code show web/po\t", ["code", "show", "web/pom.xml"]),
    ("pageful serve vault Rec\t x", ["serve", "vault", "Recipes", "x"]),
    ("pageful help maven depend\t", ["help", "maven", "dependencies"]),
    ("pageful hook ins\tclaude --dry\t", ["hook", "install", "claude", "--dry-run"]),
    ("pageful gateway wr\t--client curs\t", ["gateway", "wrap", "--client", "cursor"]),
    ("pageful run printe\t", ["run", "printenv"]),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
@pytest.mark.parametrize("shell", _INTERACTIVE)
@pytest.mark.parametrize(("keys", "words"), _KEYS)
def test_a_shell_completes_what_is_typed(
    shell: str, keys: str, words: list[str], machine: Path
) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    typed = [word.rstrip("/") for word in _type(shell, keys, machine)]
    assert typed == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", [""]),
        ("pageful ", ["pageful", ""]),
        ("pageful va", ["pageful", "va"]),
        ("pageful read 'Rye so", ["pageful", "read", "Rye so"]),
        ('pageful read "Rye ', ["pageful", "read", "Rye "]),
        ("pageful read Rye\\ so", ["pageful", "read", "Rye so"]),
        ("pageful read Rye\\ ", ["pageful", "read", "Rye "]),
        ("pageful read Rye\\", ["pageful", "read", "Rye"]),
        ("pageful --sort=na", ["pageful", "--sort=na"]),
    ],
)
def test_a_line_that_is_being_typed_is_split_as_a_shell_splits_it(
    line: str, words: list[str]
) -> None:
    assert split_line(line) == words


@given(st.text(st.characters(codec="utf-8")))
def test_any_line_is_split_and_any_word_unquoted(line: str) -> None:
    assert all(isinstance(word, str) for word in split_line(line))
    assert isinstance(unquote(line), str)


def _next(capsys: pytest.CaptureFixture[str], *argv: str) -> list[str]:
    """The lines that a shell gets."""
    assert run_completion(["next", *argv]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize(
    ("typed", "some"),
    [
        ("", {"vault", "serve", "run", "hook", "gateway", "stats", "completion", "help"}),
        ("--", {"--help", "--version"}),
        ("vault ", {"search", "read", "list"}),
        ("vault search --", {"--sort", "--vault", "--json", "--help"}),
        ("vault search --json --", {"--sort"}),
        ("vault search --sort ", {"relevance", "name", "modified", "created"}),
        ("vault list ", {"Recipes"}),
        ("vault path Rye", {"Rye sourdough.md"}),
        ("code search x --file-type p", {"py", "php"}),
        ("code index --embedder ", {"static", "none", "model2vec:", "ollama:"}),
        ("maven test --modules core,w", {"core,web"}),
        ("maven test CartTest#adds,Core", {"CartTest#adds,CoreTest"}),
        ("maven build --show ", {"failures", "log", "tests"}),
        ("maven verify --test-filter W", {"WebTest"}),
        ("serve ", {"maven", "code", "vault"}),
        ("serve maven --", {"--http", "--project"}),
        ("hook ", {"install", "status"}),
        ("hook install --", {"--dry-run", "--project"}),
        ("gateway ", {"wrap", "view"}),
        ("gateway --fa", {"--face"}),
        ("gateway --face ", {"page", "data"}),
        ("gateway show --", {"--server", "--tool"}),
        ("run --", {"--lines", "--head"}),
        ("stats --", {"--json"}),
        ("completion ", {"bash", "zsh", "fish"}),
    ],
)
def test_what_may_follow_is_suggested(
    typed: str, some: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    kind, *lines = _next(capsys, "--zsh", *typed.split(" "))
    assert kind in ("words", "open")
    values = [line.partition("\t")[0] for line in lines]
    assert some <= set(values)
    assert len(values) == len(set(values))
    assert all(value.startswith(typed.rpartition(" ")[2]) for value in values)


@pytest.mark.usefixtures("machine")
def test_an_option_is_suggested_once_unless_it_may_be_repeated() -> None:
    typed = ["maven", "test", "--timeout", "5", "--modules", "core", "--"]
    values = {each.value for each in find_candidates(typed).words}
    assert "--modules" in values
    assert "--timeout" not in values


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        (["vault", "search", "x", "--vault", ""], "directories"),
        (["serve", "vault", ""], "directories"),
        (["code", "show", ""], "files"),
        (["code", "index", ""], "directories"),
        (["gateway", "--views", ""], "files"),
        (["run", ""], "command 2"),
        (["run", "--lines", "4", "mvn", "te"], "command 4"),
        (["gateway", "--name", "x", "--", "np"], "command 5"),
        (["maven", "test", "--", "-D"], "files"),
    ],
)
def test_files_directories_and_programs_are_left_to_the_shell(typed: list[str], kind: str) -> None:
    assert find_candidates(typed).kind == kind


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("typed", [["nope", ""], ["vault", "nope", ""], ["vault", "search", "x"]])
def test_where_nothing_is_known_nothing_is_suggested(typed: list[str]) -> None:
    assert find_candidates(typed).words == ()


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), max_size=5))
def test_whatever_is_typed_a_shell_gets_no_error(words: list[str]) -> None:
    for family in ("vault", "code", "maven"):
        assert run_completion(["next", "--zsh", family, *words]) == 0


def test_the_values_of_bash_leave_out_what_it_keeps(capsys: pytest.CaptureFixture[str]) -> None:
    lines = _next(capsys, "--bash", "pageful vault search x --sort=na", "na")
    assert lines == ["words", "name"]
    lines = _next(capsys, "--bash", "pageful vault search x --sort=", "=")
    assert lines == ["words", "relevance", "name", "modified", "created"]


@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_script_is_printed_for_each_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_completion([shell]) == 0
    assert capsys.readouterr().out == SCRIPTS[shell]
    if program := shutil.which(shell):
        checked = subprocess.run([program, "-n"], input=SCRIPTS[shell], text=True, check=False)
        assert checked.returncode == 0


def test_a_shell_without_a_script_is_answered_with_those_that_have_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for argv in (["powershell"], []):
        with pytest.raises(SystemExit) as ended:
            run_completion(argv)
        assert ended.value.code == 3
    assert "bash" in capsys.readouterr().err
