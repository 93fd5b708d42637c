"""`pageful gateway view`: what the web page says, who may read it, and bad input."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from behind import PATIENCE
from own_process import run_command
from pageful.anything import page_of
from pageful.gateway.recorded_result import Recorded, text_result
from pageful.gateway.settings import Settings
from pageful.gateway.show_command import run_show
from pageful.gateway.view.comparison import compare
from pageful.gateway.view.html import whole_page
from pageful.gateway.view.recorded import read_file
from pageful.gateway.view.rendered import colour_keys, render_page
from pageful.gateway.view.token_counts import ENCODINGS, estimate, make_counters
from pageful.gateway.views_file import read_views
from viewing import view, write_result


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one result that is shown, which no test changes."""
    with view(str(write_result(tmp_path_factory.mktemp("shown")))) as url:
        yield url


def _get(
    url: str, path: str = "", headers: Mapping[str, str] | None = None, method: str = "GET"
) -> tuple[int, str, http.client.HTTPResponse]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=PATIENCE)
    connection.request(method, parts.path + path, headers=dict(headers or {}))
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), answer


def test_a_result_is_served_with_its_texts_alone(url: str) -> None:
    status, page, answer = _get(url)
    assert status == 200
    assert "list_issues" in page
    assert "tracker" in page
    assert "default-src 'none'" in str(answer.getheader("Content-Security-Policy"))
    assert _get(url, "1.compact.txt")[1].startswith('[{"number":400')
    assert _get(url, "1.shown.txt")[1].startswith("@user, by login:")
    assert "structuredContent" not in _get(url, "1.sent.txt")[1]
    assert _get(url, method="HEAD")[1] == ""
    assert _get(url, "2")[0] == _get(url, "1.secret.txt")[0] == 404
    assert _get(url, "1", method="POST")[0] == 501


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_pages_of_others_are_refused(url: str, headers: dict[str, str], status: int) -> None:
    assert _get(url, headers=headers)[0] == status


def test_without_the_token_nothing_is_shown(url: str) -> None:
    server, token = url.rstrip("/").rsplit("/", 1)
    assert len(token) == 32
    for path in ("/", "/1", "/style.css", f"/{token[:-1]}/", f"/x{token}/"):
        status, text, _ = _get(server, path)
        assert status == 404
        assert "address that was printed" in text
    assert _get(server, f"/{token}/style.css")[0] == 200


def test_another_address_of_the_machine_is_not_listened_on(url: str) -> None:
    port = urlsplit(url).port
    connection = http.client.HTTPConnection("127.0.0.2", port, timeout=5)
    with pytest.raises(OSError, match="refused"):
        connection.connect()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "neither was given"),
        (["missing.json"], "missing.json can't be read: No such file"),
        (["empty.json"], "empty.json is empty."),
        (["bytes.json"], "bytes.json is no text in UTF-8."),
        (["--store", "nowhere"], "`--store nowhere` is no directory."),
        (["--store", "open"], "can be read by other users."),
        (["text.json", "--budget", "10"], "`--budget 10` is too small."),
        (["text.json", "--port", "99999"], "`--port 99999` can't be listened on"),
        (["text.json", "--prot", "1"], "unrecognized arguments: --prot 1"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "empty.json").write_text(" \n")
    (tmp_path / "text.json").write_text("plain")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "open").mkdir(mode=0o755)
    ran = run_command("view", *arguments, directory=tmp_path)
    assert ran.returncode == 3
    assert said in ran.stderr
    assert ran.stdout == ""


def test_results_are_read_as_they_are_recorded(tmp_path: Path) -> None:
    result = text_result('{"a": 1}')
    answer = {"jsonrpc": "2.0", "id": 1, "result": result}
    record = {"server": "s", "tool": "t", "result": result}
    failed = {"server": "s", "tool": "t", "error": {"code": -1, "message": "no"}}
    file = tmp_path / "r.json"
    for written, tools in (
        (json.dumps(result, indent=2), ["r"]),
        (json.dumps(answer), ["r"]),
        (json.dumps([record, record]), ["t", "t"]),
        ("\n".join(map(json.dumps, (record, failed, record))), ["t", "t"]),
    ):
        file.write_text(written)
        every = read_file(file).list_all()
        assert [each.tool for each in every] == tools
        assert all(each.result == result for each in every)


@pytest.mark.parametrize("text", ['[{"a": 1}]', '{"a": 1}\n{"a": 2}', "plain\n", "3", "[]"])
def test_any_other_text_is_a_result_of_that_text(tmp_path: Path, text: str) -> None:
    file = tmp_path / "r.json"
    file.write_text(text)
    (only,) = read_file(file, tool="query").list_all()
    assert only == Recorded("1", "query", "", text_result(text))


def test_what_the_rules_saved_is_all_that_was_saved(tmp_path: Path) -> None:
    (recorded,) = read_file(write_result(tmp_path)).list_all()
    for budget in (40_000, 1_000):
        comparison = compare(recorded, make_counters(), Settings(budget=budget))
        names = [each.name for each in comparison.savings]
        assert names[:3] == ["One copy", "Tables", "Legends"]
        assert ("Budget" in names) == (budget == 1_000)
        for encoding in ENCODINGS:
            tokens = comparison.tokens[encoding]
            saved = sum(each.saved[encoding] for each in comparison.savings)
            assert tokens["sent"] - saved == tokens["shown"]


def test_a_result_that_passes_is_shown_as_it_came() -> None:
    result = {**text_result("no such file"), "isError": True}
    comparison = compare(Recorded("1", "read", "", result), {"estimate": estimate}, Settings())
    assert comparison.sent == comparison.compact == comparison.shown == "no such file"
    assert comparison.savings == ()
    assert comparison.reason == "error"


def test_images_are_said_and_not_counted() -> None:
    image = {"type": "image", "data": "aGk=" * 999, "mimeType": "image/png"}
    result = {"content": [{"type": "text", "text": "here"}, image]}
    comparison = compare(Recorded("1", "look", "", result), {"estimate": estimate}, Settings())
    assert comparison.media == 1
    assert comparison.sent == "here"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(st.lists(st.dictionaries(st.text(), _JSON)) | _JSON | st.text())
def test_no_character_of_a_text_is_lost_in_html(data: object) -> None:
    text = data if isinstance(data, str) else page_of(data).text
    for rendered in (render_page(text), colour_keys(text)):
        bare = unescape(_without_tags(rendered))
        for word in text.replace("|", " ").replace("`", " ").replace("-", " ").split():
            assert word in bare.replace("-", " ")


def _without_tags(html: str) -> str:
    kept, inside = [], False
    for character in html:
        inside = inside or character == "<"
        if not inside:
            kept.append(character)
        if character == ">":
            inside = False
            kept.append("")
    return "".join(kept)


def test_a_row_with_more_cells_than_the_header_keeps_them() -> None:
    assert "<td>c</td>" in render_page("|a|b|\n|-|-|\n|1|2|c|")


@given(st.text())
def test_an_estimate_is_of_the_length(text: str) -> None:
    assert 0 <= estimate(text) <= len(text)


_VIEWS = """
[gateway.server.github.tool."list_*"]
drop = ["node_id"]
cut = { body = 20 }
"""


def test_a_view_is_applied_and_the_page_says_what_it_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"id": n, "node_id": f"N_{n:09}", "body": f"text {n} " * 20} for n in range(30)]
    result = text_result(json.dumps(rows))
    records = [{"server": "github", "tool": "list_issues", "result": result},
               {"server": "other", "tool": "list_issues", "result": result}]  # fmt: skip
    file = tmp_path / "results.jsonl"
    file.write_text("\n".join(map(json.dumps, records)), "utf-8")
    (tmp_path / "pageful.toml").write_text(_VIEWS, "utf-8")
    views = read_views(tmp_path / "pageful.toml", "github")
    viewed, other = read_file(file).list_all()
    counters = {"estimate": estimate}
    comparison = compare(viewed, counters, Settings("github", views=views))
    assert (comparison.left_out, comparison.cut) == (("node_id",), ("body",))
    assert "View" in [each.name for each in comparison.savings]
    assert sum(each.saved["estimate"] for each in comparison.savings) == (
        comparison.tokens["estimate"]["sent"] - comparison.tokens["estimate"]["shown"]
    )
    page = whole_page(comparison, [viewed, other], is_growing=False)
    assert "A view leaves out node_id and cuts body: the agent gets all of it by recall." in page
    assert "node_id" in compare(other, counters, Settings("other")).shown

    monkeypatch.chdir(tmp_path)
    assert run_show([str(file)]) == 0
    shown = capsys.readouterr()
    assert shown.out.count("left out: node_id; cut: body; all: recall(id=") == 1
    assert len(shown.err.strip().split("\n\n")) == 2
