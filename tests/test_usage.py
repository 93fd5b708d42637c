"""The size of answers in `_meta`, and the counts of them that a user asked for."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client
from mcp_types import CallToolResult, Implementation

from pageful import Block, Line, Text
from pageful.gateway.counting import RECALL, Decision
from pageful.gateway.usage_notes import usage_of_decision
from pageful.main import FAMILIES
from pageful.page.calls import Call
from pageful.page.presentation import Detail
from pageful.serve.client_meta import shows_meta
from pageful.serve.server import McpService
from pageful.shell.commands import run
from pageful.tool.context import Caller, Session
from pageful.tool.errors import ToolError
from pageful.tool.tool import Tool, Toolset
from pageful.usage import usage_log
from pageful.usage.answer_size import META_KEY, AnswerSize, Size, measure
from pageful.usage.counts import Kind, Tally, Totals, Usage
from pageful.usage.switch import counting_place, usage_counter
from pageful.usage.token_estimate import estimate_tokens
from pageful.usage.usage_log import UsageLog, add_up

_SECRET = "the word that nobody may count"


def greet(name: str) -> dict[str, str]:
    """Greet somebody."""
    if name == "nobody":
        raise ToolError("There is nobody.", "Name somebody.")
    return {"greeting": f"Hello, {name}"}


def _page(result: dict[str, str], _detail: Detail) -> Iterator[Block]:
    yield Line(result["greeting"])


def _broken(_result: dict[str, str], detail: Detail) -> Iterator[Block]:
    yield Line(_no_words(detail))


def _no_words(_detail: Detail) -> Text:
    raise RuntimeError("there are no words")


_GREETING = Tool(greet, view=_page, choices=("response_format", "detail_level"))
_TOOLSET = Toolset("greetings", (_GREETING,))
_KIND = Kind("server", "greetings", "greet", "page", "concise")


async def _called(
    service: McpService, client: str, tool: str = "greet", **arguments: str
) -> CallToolResult:
    info = Implementation(name=client, version="1")
    async with Client(service.server(), client_info=info) as connected:
        result = await connected.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    return result


@pytest.mark.anyio
@pytest.mark.parametrize("form", ["markdown", "json"])
async def test_an_answer_says_how_long_its_page_and_its_json_are(form: str) -> None:
    result = await _called(McpService(_TOOLSET), "claude-code", name="Ada", response_format=form)
    assert result.meta is not None
    assert result.meta[META_KEY] == {
        "page": {"characters": len("Hello, Ada"), "tokens": 3},
        "json": {"characters": len('{"greeting":"Hello, Ada"}'), "tokens": 8},
    }


@pytest.mark.anyio
async def test_an_error_has_a_page_alone() -> None:
    result = await _called(McpService(_TOOLSET), "claude-code", name="nobody")
    assert result.is_error
    assert result.meta is not None
    assert set(result.meta[META_KEY]) == {"page"}


@pytest.mark.anyio
@pytest.mark.parametrize("client", ["kimi-code", "Hermes-Agent", "mcp", ""])
async def test_a_client_that_shows_it_to_the_model_is_sent_none(client: str) -> None:
    assert META_KEY not in ((await _called(McpService(_TOOLSET), client, name="Ada")).meta or {})
    assert shows_meta(client)


@pytest.mark.parametrize("client", ["claude-code", "codex-mcp-client", "cursor-vscode"])
def test_clients_that_keep_it_from_the_model_are_sent_it(client: str) -> None:
    assert not shows_meta(client)


@pytest.mark.anyio
async def test_an_answer_goes_out_where_its_other_form_cannot_be_written() -> None:
    toolset = Toolset("greetings", (Tool(greet, view=_broken, choices=("response_format",)),))
    result = await _called(McpService(toolset), "claude-code", name="Ada", response_format="json")
    assert not result.is_error
    assert result.meta is not None
    assert set(result.meta[META_KEY]) == {"json"}


@pytest.mark.anyio
async def test_a_server_counts_its_answers_by_their_kind() -> None:
    tally = Tally()
    service = McpService(_TOOLSET, tally.note)
    for name in ("Ada", "Lin", "nobody"):
        await _called(service, "mcp", name=name)
    await _called(service, "mcp", name="Ada", response_format="json", detail_level="detailed")
    answers = {(kind.format, kind.detail): of.answers for kind, of in tally.totals().items()}
    assert answers == {("error", ""): 1, ("json", "detailed"): 1, ("page", "concise"): 2}


def test_counts_of_several_processes_come_together_and_hold_no_content(tmp_path: Path) -> None:
    place = tmp_path / "new" / "usage.jsonl"
    answer = _TOOLSET.call("greet", {"name": _SECRET})
    for _ in range(3):
        UsageLog(place).note(Usage(_KIND, measure(answer)))
    (counted,) = add_up(UsageLog(place).read())
    page, compact = len(f"Hello, {_SECRET}"), len(f'{{"greeting":"Hello, {_SECRET}"}}')
    assert counted.kind == _KIND
    assert (counted.totals.answers, counted.totals.compared) == (3, 3)
    assert counted.totals.page.characters == 3 * page
    assert counted.totals.json.characters == 3 * compact
    assert _SECRET.encode() not in place.read_bytes()
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700


def test_a_tally_in_memory_and_a_log_come_to_the_same(tmp_path: Path) -> None:
    tally, log = Tally(), UsageLog(tmp_path / "usage.jsonl")
    error = Usage(Kind("shell", "vault", "vault_read", "error"), AnswerSize(Size(9, 2)))
    for usage in (error, Usage(_KIND, AnswerSize(Size(10, 3), Size(25, 8))), error):
        tally.note(usage)
        log.note(usage)
    assert {each.kind: each.totals for each in add_up(log.read())} == tally.totals()
    assert tally.totals()[error.kind] == Totals(answers=2)


_NAMES = st.text(max_size=20)
_SIZES = st.none() | st.builds(Size, st.integers(0, 10**9), st.integers(0, 10**9))
_KINDS = st.builds(
    Kind,
    st.sampled_from(["server", "shell", "gateway", "run"]),
    _NAMES,
    _NAMES,
    _NAMES,
    _NAMES,
)
_USAGES = st.builds(
    Usage,
    _KINDS,
    st.builds(AnswerSize, _SIZES, _SIZES),
    _NAMES,
    st.booleans(),
    st.dictionaries(_NAMES, st.lists(st.integers(0, 99), min_size=4, max_size=4), max_size=3),
)


@given(st.lists(_USAGES, max_size=5), st.binary(max_size=50))
def test_what_is_noted_is_read_again_also_after_a_line_that_is_none(
    usages: list[Usage], damage: bytes
) -> None:
    with tempfile.TemporaryDirectory() as directory:
        log = UsageLog(Path(directory) / "usage.jsonl")
        for usage in usages:
            log.append(usage)
        assert [each.usage for each in log.read()] == usages
        if usages:
            with log.path.open("ab") as file:
                file.write(damage + b'\n{"time":"x"}\n[]\n{"time":1,"door":"gate"}\n{"time')
            assert [each.usage for each in log.read()][: len(usages)] == usages


def test_a_long_log_begins_anew_and_the_one_before_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usage_log, "_LARGEST", 300)
    log = UsageLog(tmp_path / "usage.jsonl")
    for number in range(50):
        log.append(Usage(_KIND, reason=str(number)))
    assert sorted(each.name for each in log.files()) == ["usage.jsonl", "usage.old.jsonl"]
    assert all(file.stat().st_size < 500 for file in log.files())
    reasons = [int(each.usage.reason) for each in log.read()]
    assert reasons == list(range(reasons[0], 50))


def test_what_cannot_be_counted_is_not_and_nothing_else_happens(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    usage = Usage(_KIND, AnswerSize(Size(1, 1), Size(1, 1)))
    other = b"this is no log, and was never meant to be one\n" * 99
    (tmp_path / "file").write_bytes(other)
    UsageLog(tmp_path / "file" / "usage.jsonl").note(usage)
    log = UsageLog(tmp_path / "file")
    log.note(usage)
    log.note(usage)
    assert len(caplog.records) == 2
    assert (tmp_path / "file").read_bytes() == other
    with pytest.raises(ToolError, match="delete it to begin anew"):
        list(log.read())
    assert list(UsageLog(tmp_path / "missing").read()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX's")
def test_a_pipe_that_nobody_reads_holds_no_answer_back(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    UsageLog(tmp_path / "pipe").note(Usage(_KIND))


@pytest.mark.parametrize("value", ["0", "off", "FALSE", " no "])
def test_nothing_is_counted_where_that_is_off(value: str) -> None:
    assert usage_counter({"PAGEFUL_STATS": value}) is None
    assert counting_place({"PAGEFUL_STATS": value}, by_default=True) is None


def test_only_gateways_and_hooks_are_counted_where_nothing_is_said(tmp_path: Path) -> None:
    state = {"PAGEFUL_STATS": "", "XDG_STATE_HOME": str(tmp_path)}
    assert usage_counter(state) is None
    assert usage_counter({}) is None
    assert counting_place(state, by_default=True) == tmp_path / "pageful" / "usage.jsonl"


def test_counts_can_be_kept_in_a_file_of_ones_own(tmp_path: Path) -> None:
    assert counting_place({"PAGEFUL_STATS": str(tmp_path)}) == tmp_path
    usual = counting_place({"PAGEFUL_STATS": "on"})
    assert usual is not None
    assert usual == counting_place({"XDG_STATE_HOME": "not/absolute"}, by_default=True)
    assert usual.parts[-4:] == (".local", "state", "pageful", "usage.jsonl")


def test_who_has_no_home_is_counted_by_default_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(_: type[Path]) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", classmethod(no_home))
    assert counting_place({}, by_default=True) is None
    with pytest.raises(ToolError, match="no home directory"):
        counting_place({"PAGEFUL_STATS": "1"})


def test_a_value_that_says_neither_is_refused() -> None:
    with pytest.raises(ToolError, match="Set it to 1, to 0, or to the full path of a file"):
        counting_place({"PAGEFUL_STATS": "maybe"})


def _stats(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert run(FAMILIES, ["stats", *options]) == 0
    return capsys.readouterr().out


def test_the_command_prints_what_commands_were_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "usage.jsonl"
    monkeypatch.setenv("PAGEFUL_STATS", str(place))
    assert "None counted yet." in _stats(capsys)
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Rye.md").write_text(f"{_SECRET} #bread\n", encoding="utf-8")
    for arguments in (["search", "word"], ["search", "word", "--json"], ["read", "Rye.md"]):
        assert run(FAMILIES, ["vault", *arguments, "--vault", str(vault)]) == 0
    capsys.readouterr()

    page = _stats(capsys)
    assert page.startswith("# Answers\n\n3 answers since 20")
    assert "\n|shell|vault|vault_search|json|concise|1|" in page
    assert "\n|shell|vault|vault_read|page|concise|1|" in page
    counted = json.loads(_stats(capsys, "--json"))["counted"]
    assert [each["totals"]["answers"] for each in counted] == [1, 1, 1]
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("PAGEFUL_STATS", "0")
    assert "Nothing is counted now: PAGEFUL_STATS is off." in _stats(capsys)
    monkeypatch.delenv("PAGEFUL_STATS")
    assert "Gateways and runs alone are counted now: set PAGEFUL_STATS=1" in _stats(capsys)
    assert not (tmp_path / "state").exists()


def test_a_file_that_cannot_be_read_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "usage").write_bytes(b"no database at all, though it is long enough" * 99)
    monkeypatch.setenv("PAGEFUL_STATS", str(tmp_path / "usage"))
    assert run(FAMILIES, ["stats"]) == 3
    assert "can't be read" in capsys.readouterr().err


def test_a_gateway_counts_its_decisions_by_what_was_sent_and_what_was_shown() -> None:
    tally = Tally()
    for decision in (
        Decision("list_issues", "page; cut", sent=6900, shown=3160, hidden=True),
        Decision("list_issues", "no data", sent=345, shown=345),
        Decision("list_issues", "compact JSON: no page", sent=690, shown=345),
        Decision("list_issues", RECALL, sent=0, shown=316),
    ):
        usage = usage_of_decision(decision, "github")
        assert (usage.reason, usage.is_cut) == (decision.reason, decision.hidden)
        tally.note(usage)
    assert {kind.format: each for kind, each in tally.totals().items()} == {
        "page": Totals(1, 1, Size(3160, 1000), Size(6900, 2000)),
        "as sent": Totals(1, 1, Size(345, 100), Size(345, 100)),
        "json": Totals(1, 1, Size(345, 100), Size(690, 200)),
        RECALL: Totals(1),
    }


_PAGES = sorted(Path(__file__).parent.glob("*/pages/*.md"))


def test_an_estimate_is_near_to_what_a_tokenizer_counts() -> None:
    splintr = pytest.importorskip("splintr")
    tokenizer = splintr.Tokenizer.from_pretrained("o200k_base")
    texts = [path.read_text(encoding="utf-8") for path in _PAGES]
    counted = sum(len(tokenizer.encode(text)) for text in texts)
    assert 0.85 < sum(map(estimate_tokens, texts)) / counted < 1.1


@given(st.text(max_size=200), st.integers(1, 400))
def test_an_estimate_of_any_text_lies_between_none_and_its_characters(
    text: str, times: int
) -> None:
    assert 0 <= estimate_tokens(text * times) <= len(text * times)
    assert estimate_tokens("") == 0


def _advice(result: dict[str, str]) -> tuple[str, Call] | None:
    return ("to be polite", Call("greet", {"name": "Lin"})) if "Ada" in str(result) else None


_ADVISING = Toolset("greetings", (Tool(greet, view=_page, first_advice=_advice),))
_TIP = '\n\nTip: to be polite, call `greet(name="Lin")`'


def test_advice_is_given_once_in_a_session_on_the_first_page_that_it_fits() -> None:
    caller = Caller(session=Session())
    texts = [
        _ADVISING.call("greet", {"name": name, "raw": raw}, caller).text
        for name, raw in (("Lin", False), ("Ada", True), ("Ada", False), ("Ada", False))
    ]
    assert texts == ["Hello, Lin", '{"greeting":"Hello, Ada"}', f"Hello, Ada{_TIP}", "Hello, Ada"]
    assert _ADVISING.call("greet", {"name": "Ada"}).text == "Hello, Ada"


@pytest.mark.anyio
async def test_a_server_gives_advice_once() -> None:
    service = McpService(_ADVISING)
    texts = [(await _called(service, "mcp", name="Ada")).content[0] for _ in range(2)]
    assert [getattr(text, "text", "") for text in texts] == [f"Hello, Ada{_TIP}", "Hello, Ada"]
