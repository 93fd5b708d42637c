"""Searches in lines: whole symbols and the lines that tell most, of every hit, by file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hostile
from forging import FORGED, forged, own_lines
from pageful import present, to_markdown
from pageful.code.chunking.chunk import Chunk
from pageful.code.data import search_data
from pageful.code.family import FAMILY
from pageful.code.results.search import HitLines, Relation, Search
from pageful.code.search.line_selection import Passage, TermWorth, choose_lines
from pageful.code.search.relations import relation_of
from pageful.code.settings import CodeSettings
from pageful.code.views import search_page
from pageful.code.workspace import Workspace
from pageful.main import FAMILIES
from pageful.shell.commands import run
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.options import Style
from repositories import SHOP, write

PAGE = Path(__file__).parent / "found" / "search_lines.md"
ORDERS = {
    "src/orders/orders.py": '''"""Orders of customers."""

from cart import Cart

LIMIT = 30


class OrderBook:
    """All orders."""

    def place_order(self, cart: Cart) -> int:
        """Place an order for a cart, unless the book is full."""
        if self.is_full():
            raise OrderRefused("the order book is full")
        number = self.next_number()
        self.store(number, cart)
        return number

    def is_full(self) -> bool:
        return len(self.orders) >= LIMIT


def checkout(cart: Cart) -> int:
    """Check a customer's cart out."""
    book = OrderBook()
    return book.place_order(cart)
''',
    "src/orders/mail.py": '''def confirm(number: int) -> None:
    """Mail the customer that an order was placed."""
    send(f"order {number} was placed")
''',
    "web/orders.ts": "export function placeOrder(cart: Cart) {\n  post('/orders', cart)\n}\n",
    "web/orders.test.ts": "it('places', () => { placeOrder(cart) })\n",
    "docs/orders.md": "# Orders\n\nAn order book that is full refuses orders.\n",
}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write(tmp_path / "shop", {**SHOP, **ORDERS})


@pytest.fixture
def workspace(shop: Path, tmp_path: Path) -> Workspace:
    return Workspace.of([shop], tmp_path / "data", "none")


def search(workspace: Workspace, query: str, **how: Any) -> Search:
    return workspace.search(query, Caller(), lines=True, **how)


def lines_of(found: Search) -> HitLines:
    assert found.lines is not None
    return found.lines


def page(found: Search) -> str:
    return present(found, search_page).text


def paths(found: Search) -> set[str]:
    return {hit.file_path for hit in found.results}


def test_a_page_in_lines_is_by_file_with_whole_symbols(workspace: Workspace) -> None:
    found = search(workspace, "refuse an order when the book is full")
    assert page(found) + "\n" == PAGE.read_text(encoding="utf-8")


def test_every_line_is_the_files_own_below_a_symbol_that_has_it(
    workspace: Workspace, shop: Path
) -> None:
    for query in ("order placed", "LIMIT", "cart total price", "customers of the shop", "Cart"):
        for file in lines_of(search(workspace, query)).files:
            rows = (shop / file.path).read_text().split("\n")
            for place in file.places:
                for line in place.lines:
                    assert line.text == " ".join(rows[line.line - 1].split())
                    if place.symbol:
                        assert place.symbol.first <= line.line <= place.symbol.last


def test_every_hit_is_on_the_page(workspace: Workspace) -> None:
    for query in ("order", "how is a cart placed", "password", "web", "OrderBook", "src/orders"):
        found = search(workspace, query, limit=50)
        lines = lines_of(found)
        numbers = {
            (file.path, line.line)
            for file in lines.files
            for place in file.places
            for line in place.lines
        }
        others = {each.path for each in lines.others}
        for hit in found.results:
            own = {(hit.file_path, n) for n in range(hit.start_line, hit.end_line + 1)}
            assert own & numbers or hit.file_path in others


def test_an_identifier_has_its_definition_whole_and_the_lines_that_use_it(
    workspace: Workspace,
) -> None:
    text = page(search(workspace, "place_order"))
    assert "11-17 OrderBook: def place_order(self, cart: Cart) -> int:\n" in text
    assert "raise OrderRefused" in text
    assert "23-26 checkout: 26 return book.place_order(cart)\n" in text
    assert "web/orders.test.ts\n1 it('places', () => { placeOrder(cart) })\n" in text


def test_a_later_page_a_page_too_far_and_nothing_are_told_apart(workspace: Workspace) -> None:
    first = page(search(workspace, "order", limit=2))
    second = page(search(workspace, "order", limit=2, page=2))
    assert re.match(r"1-2 of \d+ matches in \d files?\n", first)
    assert re.match(r"3-4 of \d+ matches in", second)
    assert re.match(
        r"\d+ matches, the last before 491\.", page(search(workspace, "order", page=50))
    )
    nothing = page(search(workspace, "zygomorphic"))
    assert nothing.startswith("Nothing matches `zygomorphic` in 11 files. Try other words.")
    assert "Try without the filters." in page(search(workspace, "zygomorphic", within=["web"]))


def test_a_page_in_lines_ends_with_the_call_for_the_next_one(shop: Path, tmp_path: Path) -> None:
    tools = FAMILY.toolset(CodeSettings([shop], tmp_path / "data", "none"), Style())
    first = tools.call("search_code", {"query": "order", "lines": True, "limit": 2}).text
    assert first.endswith('call `search_code(query="order", lines=true, limit=2, page=2)`')
    all_of_it = tools.call("search_code", {"query": "order", "lines": True, "limit": 50}).text
    assert "Tip:" not in all_of_it


def test_a_command_searches_in_lines_and_does_not_ask_for_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        run(FAMILIES, ["code", "search", "--help"])
    text = capsys.readouterr().out
    assert "Find code by meaning" in text
    assert "lines=true" not in text


def test_old_lines_are_marked_and_notes_are_kept(workspace: Workspace) -> None:
    found = search(workspace, "order placed")
    old = replace(found.results[0], outdated=True)
    changed = replace(found, results=(old, *found.results[1:]), notes=("A note.",))
    text = page(changed)
    assert f"{old.file_path} (changed since indexed)\n" in text
    assert text.endswith("> A note.")
    assert search_data(changed, "concise")["outdated"] == [old.file_path]


def test_files_of_several_repositories_have_their_full_paths(tmp_path: Path) -> None:
    roots = [write(tmp_path / name, {"a.py": f"{name} = shared\n"}) for name in ("one", "two")]
    found = search(Workspace.of(roots, tmp_path / "data", "none"), "shared")
    assert {file.path for file in lines_of(found).files} == {f"{root}/a.py" for root in roots}
    assert f"{roots[1]}/a.py\n1 two = shared\n" in page(found)


def test_json_has_the_same_in_the_fields_of_an_exact_search(workspace: Workspace) -> None:
    found = search(workspace, "place_order", limit=2)
    data = json.loads(json.dumps(search_data(found, "detailed")))
    first = data["files"][0]
    assert list(data)[:5] == ["files", "others", "total_count", "project_id", "latency_ms"]
    assert data["next_page"] == 2
    assert first["path"] == "src/orders/orders.py"
    assert first["places"][0]["symbol"] == "OrderBook.place_order"
    assert first["places"][0]["symbol_range"] == [11, 17]
    assert {
        "line": 11,
        "text": "def place_order(self, cart: Cart) -> int:",
        "use": "definition",
    } in (first["places"][0]["lines"])


def test_a_page_that_is_cut_names_the_call_for_the_rest(shop: Path, tmp_path: Path) -> None:
    style = Style(budget=500)
    tools = FAMILY.toolset(CodeSettings([shop], tmp_path / "data", "none"), style)
    arguments: Mapping[str, Any] = {"query": "order cart book", "lines": True}
    whole = FAMILY.toolset(CodeSettings([shop], tmp_path / "data", "none"), Style())
    seen = set[str]()
    for _ in range(20):
        text = tools.call("search_code", arguments).text
        assert len(text) <= 500
        seen |= set(re.findall(r"^(?:src|web|docs)/\S+", text, re.MULTILINE))
        called = re.search(r"call `search_code\((.*)\)`", text)
        if not called or "json" in called[1]:
            break
        arguments = eval(f"dict({called[1]})", {"true": True})
        assert arguments["lines"] is True
    all_of_it = whole.call("search_code", {"query": "order cart book", "lines": True}).text
    assert seen >= set(re.findall(r"^(?:src|web)/\S+", all_of_it, re.MULTILINE)[:3])


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=hostile.words, path=st.sampled_from(["a.py", "b.ts", "c.md", "d.c", "e"]))
def test_nothing_that_a_file_says_reads_like_a_line_of_the_page(
    tmp_path: Path, content: str, path: str
) -> None:
    root = tmp_path / "hostile"
    write(
        root,
        {
            path: f"def sought():\n{content}\n sought {FORGED}\n{FORGED}sought\n".encode(
                "utf-8", "replace"
            )
        },
    )
    found = search(Workspace.of([root], tmp_path / "data", "none"), "sought")
    for form in (found, forged(found)):
        shown = to_markdown(search_page(form, "concise"))
        assert not [line for line in own_lines(shown) if line.startswith(FORGED)]
    (root / path).unlink()


_ROWS = st.lists(st.text("ab _(\n\u00e9A1", max_size=12), min_size=1, max_size=20).map(
    lambda rows: "\n".join(rows).split("\n")
)


@settings(deadline=None)
@given(rows=_ROWS, cuts=st.lists(st.integers(1, 40), max_size=4), most=st.integers(1, 6))
def test_chosen_lines_are_of_the_passages_and_each_passage_has_one(
    rows: list[str], cuts: list[int], most: int
) -> None:
    bounds = sorted({1, len(rows) + 1, *(cut for cut in cuts if cut <= len(rows))})
    passages = [
        Passage(start, end - 1, 1 / number, start)
        for number, (start, end) in enumerate(pairwise(bounds), 1)
    ]
    worth = TermWorth.of({"a": 1.0, "ab": 1.0, "b": 0.5}, 9, {"a": 3, "ab": 1, "b": 9})
    chosen = choose_lines(rows, passages, worth, {1}, most)
    assert chosen == sorted(set(chosen))
    assert len(chosen) <= most + len(passages)
    for passage in passages:
        assert any(number in passage.numbers for number in chosen)


@pytest.mark.parametrize(
    ("how", "found"),
    [
        ({"file_types": ["ts"]}, {"web/orders.ts", "web/orders.test.ts"}),
        ({"file_types": ["ts", ".MD"]}, {"web/orders.ts", "web/orders.test.ts", "docs/orders.md"}),
        ({"directory": "web/orders.ts"}, {"web/orders.ts"}),
        ({"within": ["web", "docs"]}, {"web/orders.ts", "web/orders.test.ts", "docs/orders.md"}),
        ({"within": ["orders/mail.py"]}, {"src/orders/mail.py"}),
        ({"within": ["web", "!*.test.ts"]}, {"web/orders.ts"}),
        ({"within": ["!src", "!web"]}, {"docs/orders.md"}),
        ({"within": ["src", "web"], "file_types": ["ts"]}, {"web/orders.ts", "web/orders.test.ts"}),
    ],
)
def test_a_search_takes_several_types_directories_files_and_exclusions(
    workspace: Workspace, how: dict[str, Any], found: set[str]
) -> None:
    hits = paths(search(workspace, "order", limit=50, **how))
    assert {path for path in hits if "orders" in path} == found


def test_a_file_in_full_and_a_name_like_a_glob_are_taken(workspace: Workspace, shop: Path) -> None:
    write(shop, {"web/[id].ts": "order(1)\n", "web/i.ts": "order(2)\n"})
    assert paths(search(workspace, "order", directory=str(shop / "web/orders.ts"))) == {
        "web/orders.ts"
    }
    for within in ("[id].ts", "web/[id].ts", str(shop / "web/[id].ts")):
        assert paths(search(workspace, "order", within=[within])) == {"web/[id].ts"}


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"within": ["nowhere"]}, "No indexed file is in 'nowhere'"),
        ({"within": ["!src", "!web", "!docs", "!tests", "!*.md"]}, "leave no indexed file"),
        ({"file_types": ["rs", "go"]}, r"No indexed file ends in '\.rs or \.go'"),
        ({"file_types": ["ts", "*.py"]}, "is no extension"),
    ],
)
def test_filters_that_leave_nothing_say_so(
    workspace: Workspace, how: dict[str, Any], says: str
) -> None:
    with pytest.raises(ToolError, match=says):
        search(workspace, "order", **how)


def _chunk(text: str, *defines: str) -> Chunk:
    return Chunk(1, text.count("\n") + 1, text, (), defines)


_PLACE = "src/orders/book.py", _chunk("def place_order(): store()\n", "place_order", "get")


@pytest.mark.parametrize(
    ("path", "chunk", "relation"),
    [
        ("src/web/shop.py", _chunk("x = place_order\n"), Relation.CALLER),
        ("src/web/shop.py", _chunk("replace_order()\n"), None),
        ("src/web/shop.py", _chunk("cache.get()\n"), None),
        ("src/web/shop.py", _chunk("def place_order(): ...\n", "place_order"), None),
        ("src/web/store.py", _chunk("def store(): ...\n", "store"), Relation.CALLEE),
        ("tests/test_other.py", _chunk("place_order()\n"), Relation.TEST),
        ("tests/orders/test_book.py", _chunk("x = 1\n"), Relation.TEST),
        ("src/orders/book.py", _chunk("x = 1\n"), Relation.SIBLING),
        ("src/orders/book.html", _chunk("<p>\n"), Relation.SIBLING),
        ("src/other/book.html", _chunk("<p>\n"), None),
        ("src/orders/mail.py", _chunk("x = 1\n"), Relation.DIRECTORY),
        ("tests/test_other.py", _chunk("x = 1\n"), None),
    ],
)
def test_a_relation_is_the_nearest_that_can_be_told(
    path: str, chunk: Chunk, relation: Relation | None
) -> None:
    assert relation_of(*_PLACE, path, chunk) is relation


def test_related_code_says_why_it_is_related(workspace: Workspace) -> None:
    place = {"file_path": "src/orders/orders.py", "line": 12}
    found = workspace.find_related(Caller(), **place)  # type: ignore[arg-type]
    relations = {hit.file_path: hit.relation for hit in found.results}
    assert relations["src/orders/mail.py"] is Relation.DIRECTORY
    text = present(found, search_page).text
    assert "|File|Lines|Score|Relation|Content Preview|" in text
    assert "**Relation**: same directory" in present(found, search_page, detail="detailed").text
    assert all("relation" in hit for hit in _results(found) if hit["file_path"].startswith("src/o"))


def _results(found: Search) -> list[Mapping[str, Any]]:
    data = search_data(found, "concise")
    results: list[Mapping[str, Any]] = data["results"]  # type: ignore[assignment]
    return results


def test_a_name_of_deeper_directories_says_which_are_meant(workspace: Workspace) -> None:
    found = search(workspace, "order", within=["orders"])
    assert found.within == ("src/orders",)
    assert re.match(r".* in \d+ files? \(within src/orders\)\n", page(found))
    assert not search(workspace, "order", within=["src/orders"]).within
    table = present(replace(found, lines=None), search_page).text
    assert "> Searched (within src/orders)." in table
    assert search_data(found, "concise")["within"] == ("src/orders",)
