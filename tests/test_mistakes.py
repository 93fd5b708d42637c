"""Mistakes that people make at a command line: each answer says what to type next."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from pageful import start
from pageful.main import FAMILIES
from pageful.shell.commands import run

_EXAMPLES = Path(__file__).parent.parent / "examples"

# What a newcomer's first hour brought up.
_NEWCOMERS = [
    ("vault", "pageful", "a command is missing"),
    ("vault", "pageful serch rye", "Did you mean `pageful code search` or `pageful vault search`?"),
    ("vault", "pageful valt search rye", "Did you mean `pageful vault`?"),
    ("vault", "pageful vault serch rye", "Did you mean `pageful vault search`?"),
    ("vault", "pageful vault search rye starter", "`pageful vault search 'rye starter'`"),
    (
        "vault",
        "pageful vault search rye starter --valt .",
        "`pageful vault search 'rye starter'`.\nDid you mean `--vault`?",
    ),
    ("vault", "pageful search rye", "`pageful vault search`"),
    ("vault", "pageful vault serch --help", "Did you mean `pageful vault search`?"),
    ("vault", "pageful -v", "Did you mean `pageful --version`?"),
    ("vault", "pageful --verson", "Did you mean `pageful --version`?"),
    ("empty", "pageful vault search rye", "0 notes in {0}: is this the vault that is meant?"),
    ("empty", "pageful vault search rye --vault nope", "Give the directory that the notes are in."),
    ("empty", "pageful serve vault nope", "Give the directory that the notes are in."),
    ("empty", "pageful serve code --repo nope", "Give its directory with `--repo`."),
    ("empty", "pageful serve maven --project nope", "Name the project's with `--project`."),
    ("empty", "pageful serve maven --mvn nope", "is not installed"),
    ("empty", "pageful maven test", "Name a Maven project's directory with `--project`."),
    ("empty", "pageful maven build", "Name a Maven project's directory with `--project`."),
    ("vault", "pageful vault search rye --budget 10", "the smallest is 500"),
    ("vault", "pageful vault search '(a'", 'put them in quotes: "("'),
    ("vault", "pageful vault query 'SELECT a FROM b'", "SELECT is TABLE in Dataview"),
    (
        "vault",
        "pageful vault query 'TABLE a FROM \"x\" ORDER BY b'",
        "ORDER BY is SORT in Dataview",
    ),
    ("vault", "pageful vault read Nope", "To see what there is: pageful vault list."),
    ("vault", "pageful vault list nope", "To see what there is: pageful vault list."),
    ("vault", "pageful vault tags --tag nope", "run `pageful vault tags`"),
]

# Options and words as other programs have them, and slips of the keyboard.
_OTHERS = [
    ("vault", "pageful vault search", "For instance: `pageful vault search 'rye starter'`."),
    ("vault", "pageful vault search rye --limit 5", "Did you mean `--page-size`?"),
    ("vault", "pageful vault search rye -n 5", "Did you mean `--page-size`?"),
    ("vault", "pageful vault find rye -n 5", "Did you mean `--limit`?"),
    ("vault", "pageful vault search rye --sort date", "Did you mean `--sort modified`?"),
    ("vault", "pageful vault search rye --sort", "It takes a value: `--sort relevance`."),
    ("vault", "pageful vault find rye --sort", "It takes a value: `--sort STR`."),
    ("vault", "pageful vault search rye --page two", "It takes a whole number: `--page 2`."),
    ("vault", "pageful vault search rye --page 0", "See `pageful vault search --help`."),
    ("vault", "pageful vault search rye --page-size 1000", "less than or equal to 100"),
    ("vault", "pageful vault search rye --budget 20k", "a whole number: `--budget 20000`"),
    ("vault", "pageful vault search rye --depth 3", "is an option of `pageful vault list`"),
    ("vault", "pageful vault search rye --verbose", "Did you mean `--detail-level detailed`?"),
    ("vault", "pageful vault search rye --format json", "Did you mean `--json`?"),
    ("vault", "pageful vault search rye --color always", "NO_COLOR=1"),
    ("vault", "pageful vault search -json rye", "Did you mean `--json`?"),
    ("vault", "pageful vault search --query rye", "Did you mean `pageful vault search QUERY`?"),
    ("vault", "pageful vault search rye --page_size 5", "Did you mean `--page-size`?"),
    ("vault", "pageful vault search rye --JSON", "Did you mean `--json`?"),
    ("vault", "pageful vault search rye --js", "Did you mean `--json`?"),
    ("vault", "pageful vault search 'tga:x'", 'Write "tga:x" for these characters'),
    ("vault", "pageful --vault . vault search rye", "`pageful vault search rye --vault .`"),
    ("vault", "pageful --valt . search rye", "`pageful vault search`"),
    ("vault", "pageful vault tag", "Did you mean `pageful vault tags`?"),
    ("vault", "pageful vault grep rye", "Did you mean `pageful vault find`?"),
    ("vault", "pageful vault backlinks Home", "Did you mean `pageful vault traverse`?"),
    ("vault", "pageful vault cat Home", "Did you mean `pageful vault read`?"),
    ("vault", "pageful vault path Home", "For instance: `pageful vault path Rye.md Norden.md`."),
    ("vault", "pageful vault path A B C", "It takes SOURCE TARGET and no more"),
    ("vault", "pageful vault query x --csv --json", "Leave one out."),
    ("vault", "pageful serve", "a command is missing"),
    ("vault", "pageful serve valt", "Did you mean `pageful serve vault`?"),
    ("vault", "pageful serve vault . --http foo", "Give HOST:PORT"),
    ("vault", "pageful serve vault . --port 8080", "Did you mean `--http`?"),
    ("vault", "pageful stats --jsn", "Did you mean `--json`?"),
    ("vault", "pageful stats today", "takes no argument: leave out today"),
    ("vault", "pageful run", "For instance: `pageful run mvn -q test`."),
    ("vault", "pageful run --line 4 mvn", "did you mean --lines?"),
    ("vault", "pageful run -n 4 mvn", "did you mean --lines?"),
    ("vault", "pageful run --lines many mvn", "--lines needs a number"),
    ("vault", "pageful hook instal", "Did you mean `install`?"),
    ("vault", "pageful hook install claud", "Did you mean `claude`?"),
    ("vault", "pageful hook install --dry", "Did you mean `--dry-run`?"),
    ("vault", "pageful gateway", "For instance: `pageful gateway -- npx -y SERVER`."),
    ("vault", "pageful gateway npx foo", "a server goes behind `--`"),
    ("vault", "pageful gateway statz", "Did you mean `stats`?"),
    ("vault", "pageful gateway --nam x -- y", "Did you mean `--name`?"),
    ("vault", "pageful gateway show", "For instance: `pageful gateway show answer.json`."),
    ("empty", "pageful mvn test", "Did you mean `pageful maven`?"),
    ("empty", "pageful test", "`pageful maven test`"),
    ("empty", "pageful maven tets", "Did you mean `pageful maven test`?"),
    ("empty", "pageful maven install", "Did you mean `pageful maven run install`?"),
    ("empty", "pageful maven instal", "Did you mean `pageful maven run install`?"),
    ("empty", "pageful maven deps", "Did you mean `pageful maven dependencies`?"),
    ("empty", "pageful maven test -DskipTests", "`pageful maven test -- -DskipTests`"),
    ("empty", "pageful maven test --test CartTest", "`pageful maven test TEST-FILTER`"),
    ("empty", "pageful maven test -pl core", "Did you mean `--modules`?"),
    ("empty", "pageful maven test --only-failed", "Did you mean `--failed-only`?"),
    ("empty", "pageful maven test --timeout 30s", "It takes a number: `--timeout 10`."),
    ("empty", "pageful maven build --show failurs", "Did you mean `--show failures`?"),
    ("empty", "pageful code grep x", "Did you mean `pageful code find`?"),
    ("empty", "pageful code search x --lang py", "Did you mean `--file-type`?"),
    ("empty", "pageful code search x --repos .", "Did you mean `--repo` or `--repository-id`?"),
    ("empty", "pageful code find x --path src", "Did you mean `--repo`?"),
    ("empty", "pageful code show", "For instance: `pageful code show src/dates.py:40 parse_date`."),
    ("empty", "pageful code related a.py", "`FILE-PATH` and `--line` together"),
    ("empty", "pageful code index nope", "Check the path."),
]  # fmt: skip


def _answer(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int | str | None, str]:
    """The exit code of a command line, and all that it prints."""
    monkeypatch.setattr(sys, "argv", shlex.split(line))
    monkeypatch.setattr("gc.set_threshold", lambda _objects: None)
    code: int | str | None
    try:
        code = start.main()
    except SystemExit as end:
        code = end.code
    printed = capsys.readouterr()
    return code, printed.out + printed.err


@pytest.fixture
def _machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nothing was done yet."""
    for name in ("CACHE", "DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.setenv("PAGEFUL_STATS", "0")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")


@pytest.mark.usefixtures("_machine")
@pytest.mark.parametrize(("place", "line", "named"), [*_NEWCOMERS, *_OTHERS])
def test_a_mistake_is_answered_with_what_to_type_next(
    place: str,
    line: str,
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    directory = _EXAMPLES / "vault" if place == "vault" else tmp_path / "empty"
    directory.mkdir(exist_ok=True)
    monkeypatch.chdir(directory)
    code, printed = _answer(line, monkeypatch, capsys)
    assert named.format(directory) in printed
    assert code in (0, 3)
    assert code == 3 or "nope" in line or "pageful vault search rye" in line
    assert "Traceback" not in printed


@pytest.mark.parametrize(
    ("line", "usage"),
    [
        ("vault search rye --valt .", "pageful vault search"),
        ("maven test --colour", "pageful maven test"),
        ("serve vault --colour", "pageful serve vault"),
        ("stats --colour", "pageful stats"),
        ("vault --colour", "pageful vault"),
    ],
)
def test_a_wrong_option_shows_the_usage_of_its_command_and_no_other(
    line: str, usage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(FAMILIES, shlex.split(line))
    told = capsys.readouterr().err
    assert told.startswith(f"usage: {usage} [-h]")
    assert told.count("usage:") == 1


_WITH_HELP = (
    "", "serve", "serve maven", "serve code", "serve vault", "maven", "code", "vault", "stats",
    "run", "hook", "hook install", "hook uninstall", "hook status", "hook off", "hook on",
    "hook stats", "hook paragraph", "gateway", "gateway wrap", "gateway unwrap", "gateway stats",
    "gateway learn", "gateway show", "gateway view",
)  # fmt: skip
"""Command lines with a help beside those of tools."""


@pytest.mark.usefixtures("_machine")
@pytest.mark.parametrize("command", _WITH_HELP)
def test_every_help_has_an_example(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed = _answer(f"pageful {command} --help", monkeypatch, capsys)
    assert code == 0
    _, _, examples = printed.partition("\nexample")
    assert f"\n  pageful {command}".rstrip() in examples


@pytest.mark.usefixtures("_machine")
@pytest.mark.parametrize("line", ["pageful -V", "pageful --version", "pageful version"])
def test_the_version_is_told_by_option_and_by_word(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed = _answer(line, monkeypatch, capsys)
    assert code == 0
    assert printed.startswith("pageful ")
    assert printed.count("\n") == 1


@pytest.mark.usefixtures("_machine")
@pytest.mark.parametrize("command", ["run", "hook", "gateway", "hook install", "gateway wrap"])
def test_help_is_a_word_before_every_command(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = _answer(f"pageful help {command}", monkeypatch, capsys)
    assert asked == _answer(f"pageful {command} --help", monkeypatch, capsys)
