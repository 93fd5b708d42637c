"""Views: what a file wants of results, what a page says of it, and what a wrong file is told."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from behind import PAGEFUL, gateway
from own_process import Ended, run_command
from pageful.anything import restore
from pageful.gateway.counting import Decision
from pageful.gateway.field_sizes import measure_fields
from pageful.gateway.keeping import MemoryStore
from pageful.gateway.learning import propose, write_views
from pageful.gateway.recalling import read_request, recall
from pageful.gateway.selecting import select
from pageful.gateway.session import Session
from pageful.gateway.settings import Settings
from pageful.gateway.views import ToolView, find_views_file
from pageful.gateway.views_file import read_views
from pageful.tool.errors import ToolError

EXAMPLES = Path(__file__).parents[2] / "examples" / "views"

ISSUES = [
    {
        "number": n,
        "title": f"Crash number {n}",
        "body": f"It crashed at {n}. " * 40,
        "node_id": f"I_{n:08}",
        "html_url": f"https://git.example/shop/issues/{n}",
        "user": {"login": f"u{n % 3}", "id": n % 3, "avatar_url": f"https://a.example/{n % 3}"},
        "labels": [{"name": "bug", "color": "f00", "url": "https://git.example/labels/bug"}],
        "reactions": {"total_count": 0, "+1": 0},
    }
    for n in range(40)
]
PODS = {
    "kind": "List",
    "items": [
        {
            "metadata": {
                "name": f"web-{n}", "uid": f"{n:036}", "annotations": {"a.example/b": "x" * 400},
                "managedFields": [{"manager": "kubectl", "fieldsV1": {"f:metadata": {}}}],
            },
            "spec": {"containers": [{"image": "web:1", "volumeMounts": [{"name": "t"}]}]},
            "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]},
        }
        for n in range(8)
    ],
}  # fmt: skip


def _views(tmp_path: Path, text: str, server: str = "github") -> Any:
    file = tmp_path / "pageful.toml"
    file.write_text(text, "utf-8")
    return read_views(file, server)


def _answer(session: Session, tool: str, result: dict[str, Any]) -> dict[str, Any]:
    params = {"name": tool}
    session.from_client(json.dumps({"id": 1, "method": "tools/call", "params": params}).encode())
    line = session.from_server(json.dumps({"id": 1, "result": result}).encode() + b"\n")
    assert line
    answer: dict[str, Any] = json.loads(line)["result"]
    return answer


def _page(session: Session, data: object, tool: str = "list_issues") -> str:
    result = {"content": [{"type": "text", "text": json.dumps(data)}]}
    return str(_answer(session, tool, result)["content"][0]["text"])


def _foot(page: str) -> str:
    return page.rpartition("\n\n")[2]


def test_a_page_shows_the_fields_that_are_kept_and_names_the_others(tmp_path: Path) -> None:
    views = _views(
        tmp_path,
        """
        [gateway.server.github.tool."list_*"]
        keep = ["number", "title", "user.login", "labels[].name"]
        """,
    )
    store = MemoryStore()
    page = _page(Session(Settings(views=views), store), ISSUES)
    assert restore(page.rpartition("\n\n")[0])[1] == {
        "number": 1,
        "title": "Crash number 1",
        "user": {"login": "u1"},
        "labels": [{"name": "bug"}],
    }
    (kept,) = store.list_kept()
    assert _foot(page) == (
        "(left out: body, node_id, html_url, user.id, user.avatar_url, labels.color, labels.url, "
        f'reactions; all: recall(id="{kept.id}"))'
    )
    assert kept.value == ISSUES
    assert recall(read_request({"id": kept.id, "path": "[3].node_id"}), "recall", store, 3000) == (
        "I_00000003"
    )


def test_fields_are_dropped_and_cut_at_any_depth(tmp_path: Path) -> None:
    views = _views(
        tmp_path,
        """
        [gateway.server."git*"]
        drop = ["**.*_url", "**.url", "reactions", "labels.*or"]
        cut = { body = 20 }
        """,
    )
    page = _page(Session(Settings(views=views), MemoryStore()), ISSUES)
    first = restore(page.rpartition("\n\n")[0])[0]
    assert first["body"] == "It crashed at 0. It … (+660 characters)"
    assert list(first) == ["number", "title", "body", "node_id", "user", "labels"]
    assert first["user"] == {"login": "u0", "id": 0}
    assert first["labels"] == [{"name": "bug"}]
    assert "cut: body; all: recall(id=" in _foot(page)


def test_a_view_and_a_budget_keep_the_rows_apart_from_the_whole(tmp_path: Path) -> None:
    views = _views(tmp_path, '[gateway.server.github]\ndrop = ["body"]\nbudget = 1500')
    assert views.budget == 1500
    store = MemoryStore()
    page = _page(Session(Settings(views=views, budget=views.budget), store), ISSUES)
    calls = re.findall(r'recall\(id="(\w+)"', page)
    assert len(set(calls)) == 2
    rest = recall(read_request({"id": calls[0], "page": 2}), "recall", store, 1500)
    assert "It crashed" not in rest
    assert store.find(calls[1]).value == ISSUES  # type: ignore[union-attr]


def test_the_last_glob_that_matches_counts_key_by_key(tmp_path: Path) -> None:
    views = _views(
        tmp_path,
        """
        [gateway]
        face = "both"
        budget = 30000
        [gateway.server."*"]
        drop = ["a"]
        [gateway.server.github]
        budget = 20000
        [gateway.server.github.tool."list_*"]
        drop = ["b"]
        as = "data"
        [gateway.server.github.tool.list_issues]
        store = "off"
        budget = 5000
        [gateway.server.other]
        drop = ["c"]
        """,
    )
    assert (views.face, views.budget) == ("both", 20000)
    assert views.for_tool("get_me") == ToolView(drop=(("a",),))
    assert views.for_tool("list_issues") == ToolView(
        drop=(("b",),), form="data", store=False, budget=5000
    )


def test_forms_by_tool_keep_schema_and_structured_content_together(tmp_path: Path) -> None:
    views = _views(
        tmp_path,
        """
        [gateway.server.github.tool]
        query = { as = "data" }
        raw = { as = "untouched" }
        """,
    )
    session = Session(Settings(views=views), MemoryStore())
    session.from_client(b'{"id":1,"method":"tools/list"}')
    tools: list[dict[str, Any]] = [
        {"name": name, "inputSchema": {}, "outputSchema": {}} for name in ("query", "raw", "x")
    ]
    line = session.from_server(json.dumps({"id": 1, "result": {"tools": tools}}).encode())
    assert line
    listed = {tool["name"]: "outputSchema" in tool for tool in json.loads(line)["result"]["tools"]}
    assert listed == {"query": True, "raw": True, "x": False, "recall": False}
    result = {
        "content": [{"type": "text", "text": json.dumps(ISSUES, indent=1)}],
        "structuredContent": {"result": ISSUES},
    }
    data = _answer(session, "query", result)
    assert json.loads(data["content"][0]["text"]) == ISSUES
    assert "structuredContent" in data
    assert _answer(session, "raw", result) == result
    assert "structuredContent" not in _answer(session, "x", result)


def test_without_a_store_a_view_says_that_nothing_is_kept(tmp_path: Path) -> None:
    views = _views(tmp_path, '[gateway.server.github]\ndrop = ["body"]\nstore = "off"')
    assert views.store == "off"
    assert _foot(_page(Session(Settings(views=views), None), ISSUES)).endswith(
        "(left out: body; not kept)"
    )


def test_what_looks_like_a_credential_is_shown_whole(tmp_path: Path) -> None:
    views = _views(tmp_path, '[gateway.server.github]\ndrop = ["body"]')
    noted: list[Decision] = []
    rows = [*ISSUES, {"number": -1, "title": "ghp_" + "a1" * 18}]
    page = _page(Session(Settings(views=views), MemoryStore(), noted.append), rows)
    assert restore(page) == rows
    assert "no view: it looks as if it held credentials" in noted[0].reason


def test_a_view_that_would_save_nothing_is_not_used(tmp_path: Path) -> None:
    views = _views(tmp_path, '[gateway.server.github]\ndrop = ["id"]')
    data = [{"id": 1, "a": 2}]
    store = MemoryStore()
    assert restore(_page(Session(Settings(views=views), store), data)) == data
    assert not list(store.list_kept())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[gatway]\n", "has no [gateway], but [gatway]"),
        ("[gateway]\nbugdet = 1", "unknown key `bugdet`.\nDid you mean `budget`?"),
        ("[gateway.server.github]\nkep = []", "[gateway.server.github] has the unknown key `kep`"),
        (
            '[gateway.server.github.tool."list_*"]\ntool = 1',
            '[gateway.server.github.tool."list_*"] has the unknown key `tool`',
        ),
        ("[gateway.server.other]\nkep = []", "Did you mean `keep`?"),
        ('[gateway.server.github]\nkeep = "a"', "`keep` is no list of fields"),
        ('[gateway.server.github]\nkeep = ["a[["]', "is no path"),
        ('[gateway.server.github]\ndrop = ["items[0].a"]', "no field of all rows"),
        ("[gateway.server.github]\ncut = { body = -1 }", "`cut` does not say how many"),
        ("[gateway.server.github]\ncut = 3", "`cut` does not say how many"),
        ('[gateway.server.github]\nas = "dta"', "`as` is 'dta'.\nDid you mean `data`?"),
        ('[gateway.server.github]\nstore = "disk"', "It is one of `memory`, `off`."),
        ("[gateway.server.github]\nbudget = 10", "`budget` is 10"),
        ("[gateway.server.github]\nbudget = true", "`budget` is True"),
        ("[gateway]\nserver = 1", "[gateway.server] is no table"),
        ("gateway = 1", "`gateway` is no table"),
        ("[gateway", "is no TOML"),
    ],
)
def test_a_mistake_in_the_file_is_an_error_with_the_nearest_name(
    text: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(ToolError) as raised:
        _views(tmp_path, text)
    assert said in str(raised.value)
    assert "pageful.toml" in str(raised.value)


def test_the_file_of_the_directory_goes_before_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert find_views_file(tmp_path) is None
    own = tmp_path / "config" / "pageful" / "pageful.toml"
    own.parent.mkdir(parents=True)
    own.write_text("[code]\n", "utf-8")
    assert find_views_file(tmp_path) == own
    assert read_views(own, "github", must_have=False).tools == ()
    (tmp_path / "pageful.toml").write_text("", "utf-8")
    assert find_views_file(tmp_path) == tmp_path / "pageful.toml"


@pytest.mark.parametrize(
    ("name", "server", "data", "gone", "stays"),
    [
        ("github", "github-mcp-server", ISSUES, "avatar_url", "Crash number 7"),
        ("kubernetes", "my-kube", PODS, "fieldsV1", "web-7"),
    ],
)
def test_the_examples_leave_half_out_and_keep_what_is_read(
    name: str, server: str, data: object, gone: str, stays: str
) -> None:
    file = EXAMPLES / f"{name}.toml"
    assert len(file.read_text("utf-8").splitlines()) <= 10
    settings = Settings(views=read_views(file, server))
    page = _page(Session(settings, MemoryStore()), data)
    assert gone not in page.rpartition("\n\n")[0]
    assert stays in page
    assert len(page) < len(_page(Session(Settings(), MemoryStore()), data)) / 2


_KEYS = st.sampled_from(["a", "b", "c_url", "d.e", ""])
_DATA = st.recursive(
    st.one_of(st.none(), st.integers(), st.text(max_size=30)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_KEYS, inner, max_size=4)),
)
_STEPS = st.lists(st.sampled_from(["a", "b", "*_url", "**", "*"]), min_size=1, max_size=3)
_PATHS = st.lists(_STEPS.map(tuple), max_size=3).map(tuple)


@given(_DATA, _PATHS, _PATHS)
def test_what_is_selected_is_a_part_and_what_is_not_is_named(
    data: Any, keep: Any, drop: Any
) -> None:
    view = ToolView(keep=keep or None, drop=drop, cut=((("**", "a"), 5),))
    selected = select(data, view)
    assert (selected.value == data) or selected.is_less
    assert _is_part(selected.value, data)
    again = select(data, view)
    assert again == selected


def _is_part(part: Any, whole: Any) -> bool:
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            key in whole and _is_part(item, whole[key]) for key, item in part.items()
        )
    if isinstance(part, list):
        rest = iter(whole)
        return isinstance(whole, list) and all(
            any(_is_part(item, other) for other in rest) for item in part
        )
    return bool(part == whole or (isinstance(part, str) and part[:5] == whole[:5]))


def _run(*words: str, **environment: str) -> Ended:
    return run_command(*words, environment={**os.environ, **environment})


def test_the_help_of_show_calls_its_file_as_its_usage_does() -> None:
    told = _run("show", "--help").stdout
    assert re.search(r"^usage: pageful gateway show RESULT\.json ", told)
    assert re.search(r"^  RESULT\.json$", told, re.MULTILINE)


def test_show_prints_a_recorded_result_as_a_client_gets_it(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    result = {"content": [{"type": "text", "text": json.dumps(ISSUES)}]}
    for recorded in (result, {"jsonrpc": "2.0", "id": 4, "result": result}, ISSUES):
        file.write_text(json.dumps(recorded), "utf-8")
        done = _run("show", str(file))
        assert done.returncode == 0, done.stderr
        assert restore(done.stdout.rstrip("\n")) == ISSUES
        assert re.search(r"characters as sent, [\d,]+ as shown \(\d+ %\): page\n", done.stderr)
    views = [
        "--views",
        str(EXAMPLES / "github.toml"),
        "--server",
        "github",
        "--tool",
        "list_issues",
    ]
    assert "left out: node_id, html_url" in _run("show", str(file), *views).stdout
    assert "can't be read" in _run("show", str(tmp_path / "none.json")).stderr
    file.write_text("no data, but a sentence", "utf-8")
    assert _run("show", str(file)).stdout == "no data, but a sentence\n"


def test_learn_proposes_a_file_that_can_be_used(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    rows = [
        {**issue, "empty": None, **{f"{name}_url": f"https://a/{name}" for name in "xyz"}}
        for issue in ISSUES
    ]
    file.write_text(json.dumps(rows), "utf-8")
    done = _run("learn", "github", "--from", str(file), "--tool", "list_issues")
    assert done.returncode == 0, done.stderr
    assert '"*_url",  # 4 addresses for programs' in done.stdout
    assert 'cut = { "body" = 300 }' in done.stdout
    view = _views(tmp_path, done.stdout).for_tool("list_issues")
    assert ("node_id",) in (view.drop or ())
    assert {path.name for path in tmp_path.iterdir()} == {"result.json", "pageful.toml"}


def test_learn_reads_names_and_sizes_that_a_gateway_noted(tmp_path: Path) -> None:
    state = {"XDG_STATE_HOME": str(tmp_path)}
    log = tmp_path / "log.jsonl"
    result = {"content": [{"type": "text", "text": json.dumps(ISSUES)}]}
    with gateway("--learn", "--log", str(log), "--name", "github") as client:
        client.text(1, "result", result=result)
    noted = log.read_text("utf-8")
    assert "Crash" not in noted
    assert "git.example" not in noted
    done = _run("learn", "github", "--log", str(log), **state)
    assert '[gateway.server."github".tool."result"]' in done.stdout
    other = _run("learn", "gitlab", "--log", str(log), **state)
    assert other.returncode == 3
    assert "Fields were noted of: github." in other.stderr
    assert "Run its gateway with `--learn`" in _run("learn", "github", **state).stderr


def test_keys_that_are_data_are_not_noted() -> None:
    data = [{"files": {"my plan.txt": {"size": 1}, "b.py": {"size": 2}}, "ada@example.com": 1}]
    assert sorted(measure_fields(data)) == ["*", "files.*.size"]
    many = {f"key{n}": n for n in range(100)}
    assert list(measure_fields({"by_name": many})) == ["by_name.*"]


def test_short_fields_are_not_worth_a_proposal() -> None:
    assert propose({"a": (10, 0, 100, 10), "b_url": (1, 0, 1, 1)}) == ()
    assert "\n".join(write_views("s", {"t": {"a": (1, 0, 10, 5)}})).count("[") == 0


def test_stats_count_calls_tokens_recalls_and_reasons(tmp_path: Path) -> None:
    state = {"XDG_STATE_HOME": str(tmp_path)}
    nothing = _run("stats", **state)
    assert nothing.returncode == 3
    assert "pageful gateway wrap" in nothing.stderr
    before = dict(os.environ)
    os.environ.update(state)
    try:
        with gateway("--name", "fix", "--budget", "3000") as client:
            page = client.text(1, "rows")
            identifier = re.findall(r'recall\(id="(\w+)"', page)[0]
            client.text(2, "recall", id=identifier, page=2)
            client.text(3, "noise")
    finally:
        os.environ.clear()
        os.environ.update(before)
    (file,) = (tmp_path / "pageful").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert "Row 1" not in file.read_text("utf-8")
    done = _run("stats", **state)
    assert done.stdout.startswith("## 2 calls: 1 % of ")
    assert re.search(
        r"^\|fix\|rows\|1\|[\d,]+\|[\d,]+\|[\d,]+\|1\|1\|1\|$", done.stdout, re.MULTILINE
    )
    assert "|no data|1|" in done.stdout
    rows, noise = json.loads(_run("stats", "--json", **state).stdout)
    assert (rows["tool"], rows["calls"], rows["recalls"], rows["cut"]) == ("rows", 1, 1, 1)
    assert noise["reasons"] == {"no data": 1}
    assert _run("stats", "--server", "other", **state).stdout == "No call was noted.\n"


def test_stats_pass_by_damaged_lines_and_say_when_nothing_changed(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    entry = {"time": 1, "door": "gateway", "source": "s", "tool": "t", "reason": "no data"}
    entry |= {"page": [9, 3], "json": [9, 3]}
    other = {**entry, "door": "server"}
    lines = f'{json.dumps(entry)}\n[]\n{json.dumps(other)}\n{{"time": "x"}}\n{{"tim'
    log.write_text(lines, "utf-8")
    done = _run("stats", "--log", str(log))
    assert done.stdout.startswith("## 1 call: 100 % of 3 tokens")
    assert "No result was ever changed" in done.stdout
    assert _run("stats", "--log", str(log), "--days", "1").stdout == "No call was noted.\n"
    assert _run("stats", "--log", str(tmp_path / "none")).returncode == 3


def test_a_gateway_takes_its_views_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "views.toml"
    file.write_text('[gateway.server.fix]\nkeep = ["title"]\nface = "page"\n', "utf-8")
    with gateway("--name", "fix", "--views", str(file)) as client:
        page = client.text(1, "rows", number=40)
    assert restore(page.rpartition("\n\n")[0])[39] == {"title": "Row 39"}
    file.write_text('[gateway.server.fix]\nkeeps = ["title"]\n', "utf-8")
    command = [*PAGEFUL, "gateway", "--views", str(file), "--", "true"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert done.returncode == 3
    assert "Did you mean `keep`?" in done.stderr
