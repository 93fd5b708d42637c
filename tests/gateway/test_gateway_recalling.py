"""Budget and recall: what a page leaves out, and the call that brings it."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from behind import Client, fixture, gateway
from pageful.anything import restore
from pageful.anything.json_text import is_equal
from pageful.gateway.credentials import looks_secret
from pageful.gateway.json_text import write
from pageful.gateway.keeping import DirectoryStore, MemoryStore, Store, make_store
from pageful.gateway.paths import parse_path, values_at, write_path
from pageful.gateway.patterns import compile_pattern
from pageful.gateway.recalling import read_request, recall
from pageful.gateway.session import Session
from pageful.gateway.settings import Settings
from pageful.tool.errors import ToolError

ROWS = [
    {"id": n, "state": "open" if n % 3 else "shut", "user": {"login": f"u{n % 7}"}, "a.b": n / 2}
    for n in range(900)
]
DATA = {"total": 900, "items": ROWS}
_CALL = re.compile(r"recall\(.*\)")


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def _recall(store: Store, budget: int = 3000, **given: object) -> str:
    identifier = next(iter(store.list_kept())).id
    return recall(read_request({"id": identifier, **given}), "recall", store, budget)


def _kept(store: Store, data: object = DATA) -> str:
    return store.keep("list_items", write(data))


def _arguments(page: str) -> dict[str, Any]:
    """The arguments of the call that a page ends with."""
    found = _CALL.findall(page)
    assert found, page[-200:]
    named = re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|\d+)', found[-1])
    return {name: json.loads(value) for name, value in named}


def _result(session: Session, data: object) -> str:
    session.from_client(b'{"id":1,"method":"tools/call","params":{"name":"list_items"}}')
    result = {"content": [{"type": "text", "text": json.dumps(data)}]}
    answer = session.from_server(json.dumps({"id": 1, "result": result}).encode() + b"\n")
    assert answer
    return str(json.loads(answer)["result"]["content"][0]["text"])


def _pages(data: object, budget: int) -> list[str]:
    """A result's pages, each asked for as the one before it says."""
    store = MemoryStore()
    pages = [_result(Session(Settings(budget=budget), store), data)]
    while "; more: " in pages[-1]:
        pages.append(recall(read_request(_arguments(pages[-1])), "recall", store, budget))
    return pages


def _body(page: str) -> Any:
    return restore(re.sub(r"\n\n\((?:`[^`]+`: )?\w+ [\d,]+–[\d,]+ of [\d,]+.*\)$", "", page))


def test_the_first_page_and_those_that_it_calls_for_hold_all_data() -> None:
    first, *more = _pages(DATA, 3000)
    assert len(more) > 2
    assert all(len(page) <= 3000 for page in (first, *more))
    read = _body(first)
    assert read["total"] == 900
    assert [*read["items"], *(row for page in more for row in _body(page))] == ROWS


_SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=12))


@given(
    st.lists(st.dictionaries(st.sampled_from("abcd"), _SCALARS, min_size=1), min_size=30),
    st.integers(1000, 3000),
)
def test_any_list_comes_back_over_its_pages(rows: list[Any], budget: int) -> None:
    rows *= 5
    read = [row for page in _pages(rows, budget) for row in _body(page)]
    assert is_equal(read, rows)


def test_members_of_an_object_and_a_long_text_have_pages_too() -> None:
    members = {f"key {n}": {"value": n, "text": f"some text {n}"} for n in range(400)}
    read: dict[str, Any] = {}
    for page in _pages(members, 3000):
        read |= _body(page)
    assert read == members
    text = "".join(f"line {n}\n" for n in range(2000))
    first, *more = _pages({"name": "log", "text": text}, 3000)
    assert "`text`: characters 1–" in first
    assert len(more) >= 4


def test_long_texts_in_rows_are_shortened_and_have_a_path() -> None:
    rows = [{"name": f"file {n}", "content": f"{n} " * 20_000} for n in range(3)]
    store = MemoryStore()
    page = _result(Session(Settings(budget=3000), store), rows)
    assert "(texts that end in … are shortened, and 2 more; whole: recall(" in page
    arguments = _arguments(page)
    assert arguments["path"] == "[0].content"
    whole = ""
    while arguments:
        text = recall(read_request(arguments), "recall", store, 30_000)
        body, _, foot = text.rpartition("\n\n(")
        whole += body
        arguments = _arguments(foot) if "more:" in foot else {}
    assert whole == rows[0]["content"]


def test_what_fits_is_neither_cut_nor_kept() -> None:
    store = MemoryStore()
    page = _result(Session(Settings(), store), ROWS[:20])
    assert "recall(" not in page
    assert not list(store.list_kept())


def test_what_looks_like_a_credential_is_neither_kept_nor_cut() -> None:
    store = MemoryStore()
    rows = [*ROWS, {"id": -1, "state": "ghp_" + "a1" * 18}]
    page = _result(Session(Settings(budget=3000), store), rows)
    assert is_equal(restore(page), rows)
    assert not list(store.list_kept())


@pytest.mark.parametrize(
    ("text", "is_secret"),
    [
        ('{"password":"hunter22"}', True),
        ('{"db_password": "hunter22"}', True),
        ("-----BEGIN PRIVATE KEY-----", True),
        ("postgres://app:hunter2@db/shop", True),
        ('{"password":null,"token_count":12}', False),
        ("https://example.com/a:b", False),
        ('{"sha":"977560f205a84449522988b52e196f4bf502f79a"}', False),
    ],
)
def test_credentials_are_known_by_their_look(text: str, is_secret: bool) -> None:
    assert looks_secret(text) is is_secret


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"path": "items[3].user.login"}, "u3"),
        ({"path": 'items[5]["a.b"]'}, "2.5"),
        ({"path": "total"}, "900"),
        ({"path": "items[-1].id"}, "899"),
        ({"count": "state"}, '[{"state":"open","count":600},{"state":"shut","count":300}]'),
        ({"where": "id>=899", "columns": "id,a.b"}, '[{"id":899,"a.b":449.5}]'),
        ({"where": "state=shut and user.login=u1 and id<20", "columns": ["id"]}, '[{"id":15}]'),
        ({"where": 'user.login ~ "U6"', "sort": "-id", "columns": "id", "path": "items"}, None),
        ({"pattern": '"id":89[89]', "columns": "id"}, '[{"id":898},{"id":899}]'),
        ({"pattern": "^nothing"}, "[]"),
    ],
)  # fmt: skip
def test_recall_finds_filters_sorts_and_counts(
    store: MemoryStore, given: dict[str, Any], expected: str | None
) -> None:
    _kept(store)
    text = _recall(store, 30_000, **given)
    if expected is None:
        expected_rows = [{"id": n} for n in reversed(range(900)) if n % 7 == 6]
        assert restore(text) == expected_rows
    else:
        assert (
            is_equal(restore(text), restore(expected)) if expected[0] == "[" else text == expected
        )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"id": "zzzz"}, "No result is kept as `zzzz`"),
        ({"page": 99}, "There is no page 99"),
        ({"page": 0}, "`page` is no whole number from 1 on"),
        ({"page": True}, "`page` is no whole number from 1 on"),
        ({"path": "itms"}, "At the top there are `total`, `items`."),
        ({"path": "items[0].x"}, "At `items[0]` there are `id`, `state`, `user`, `a.b`."),
        ({"path": "items[["}, "is no path"),
        ({"columns": "usr"}, "Did you mean `user`?"),
        ({"columns": 5}, "`columns` is no list of names"),
        ({"where": "id"}, "`where` has a part that is no condition"),
        ({"format": "yaml"}, "It is `page` or `json`"),
        ({"colums": "id"}, "Did you mean `columns`?"),
        ({"pattern": "("}, "`pattern` is no regular expression"),
        ({"pattern": "(a+)+$"}, "repeats too many parts"),
        ({"path": "total", "sort": "id"}, "There are no rows."),
    ],
)
def test_a_wrong_call_is_told_what_to_do(
    store: MemoryStore, given: dict[str, Any], said: str
) -> None:
    _kept(store)
    with pytest.raises(ToolError, match=re.escape(said)):
        _recall(store, **given)


def test_which_of_several_lists_is_meant_is_asked(store: MemoryStore) -> None:
    _kept(store, {"open": ROWS[:3], "shut": {"rows": ROWS[:2]}})
    with pytest.raises(ToolError, match=r"`open` \(3 rows\), `shut.rows` \(2 rows\)"):
        _recall(store, count="state")


def test_json_is_recalled_as_json(store: MemoryStore) -> None:
    _kept(store)
    assert _recall(store, 10**6, path="items", format="json") == write(ROWS)


@pytest.mark.parametrize(
    "pattern", ["(a|aa)*b", "(a*)*", ".*.*.*x", r"(a)\1*.*.*", "((a{1,40}){1,40})"]
)
def test_patterns_that_may_take_for_ever_are_refused(pattern: str) -> None:
    with pytest.raises(ToolError, match="repeats too many parts"):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    "pattern", ["error|warn", "timeout.*ms", r"\d{1,3}\.\d{1,3}", "a+b", "(ab)?c", "[a-z]+:"]
)
def test_patterns_that_people_write_are_taken(pattern: str) -> None:
    assert compile_pattern(pattern).pattern == pattern


@given(st.lists(st.one_of(st.text(), st.integers(0, 9)), max_size=5))
def test_a_path_that_is_written_is_read_back(steps: list[str | int]) -> None:
    if "" in steps[:1]:
        return
    assert parse_path(write_path(tuple(steps))) == tuple(steps)


def test_all_items_of_a_list_are_one_path() -> None:
    assert list(values_at(DATA, parse_path("items[].id"))) == list(range(900))


def test_the_oldest_results_go_and_their_call_stays_known() -> None:
    store = MemoryStore(limit=60)
    first = store.keep("first_tool", "[1]" * 10)
    second = store.keep("second_tool", "[2]" * 15)
    assert store.find(first) is None
    assert store.find(second)
    with pytest.raises(ToolError, match=r"has gone.*It came from first_tool") as raised:
        recall(read_request({"id": first}), "recall", store, 1000)
    assert f"`{second}` (second_tool" in str(raised.value)


def test_files_of_results_are_their_owners_alone_and_outlive_the_gateway(tmp_path: Path) -> None:
    place = tmp_path / "kept"
    store = make_store(str(place))
    assert isinstance(store, DirectoryStore)
    identifier = _kept(store)
    (file,) = place.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    again = DirectoryStore(place).find(identifier)
    assert again
    assert (again.tool, again.value) == ("list_items", DATA)
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert DirectoryStore(place).find(identifier) is None, "a damaged file is none"
    assert store.find("../x") is None


def test_a_directory_that_others_can_read_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with pytest.raises(ToolError, match="chmod 700"):
        DirectoryStore(tmp_path)


def test_files_that_are_too_much_are_deleted_the_oldest_first(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    store = DirectoryStore(tmp_path, limit=500)
    identifiers = [store.keep("t", json.dumps("x" * 150)) for _ in range(4)]
    kept = [each.id for each in store.list_kept()]
    assert identifiers[-1] in kept
    assert len(kept) < 4


@pytest.mark.slow
def test_a_call_on_a_page_works_as_printed(tmp_path: Path) -> None:
    log = tmp_path / "decisions.jsonl"
    with gateway("--budget", "2000", "--log", str(log), server=fixture()) as client:
        first = client.text(1, "rows")
        assert len(first) <= 2000
        second = client.text(2, "recall", **_arguments(first))
        assert "of 2,000; more: recall(" in second
        _check_definition(client)
    entry, *recalled = map(json.loads, log.read_text().splitlines())
    assert [each["reason"] for each in recalled] == ["recall"]
    assert (entry["tool"], entry["cut"]) == ("rows", True)
    assert entry["page"] < entry["json"]
    assert "page; cut" in entry["reason"]
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def _check_definition(client: Client) -> None:
    listed = client.ask({"jsonrpc": "2.0", "id": 3, "method": "tools/list"})["result"]["tools"]
    assert [tool["name"] for tool in listed] == ["rows", "chart", "wide", "recall"]
    assert "annotations" in listed[-1]


@pytest.mark.slow
def test_a_budget_that_a_tool_declares_is_its_own() -> None:
    with gateway("--budget", "2000", server=fixture()) as client:
        client.ask({"jsonrpc": "2.0", "id": 3, "method": "tools/list"})
        assert "recall(" not in client.text(1, "wide")
