"""Places shown: symbols, lines, files, their uses; what is not clear is named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hostile
from forging import FORGED, forged, own_lines
from git_tree import init, write
from pageful import present, to_json, to_markdown
from pageful.code.data import show_data
from pageful.code.family import FAMILY
from pageful.code.results.show import Show
from pageful.code.settings import CodeSettings
from pageful.code.show.place_text import PlaceText
from pageful.code.show.shower import ROOM, Shower
from pageful.code.views import show_page
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.options import Style
from test_finding import SHOP

PAGES = Path(__file__).parent / "found"
LONG = "class Long:\n" + "".join(f"    def m{n}(self):\n        return {n}\n" for n in range(100))
OVERLOADS = "class Many {\n" + "".join(f"  void put(T{n} t) {{\n  }}\n" for n in range(40)) + "}\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    write(init(tmp_path / "shop"), {**SHOP, "src/long.py": LONG, "src/Many.java": OVERLOADS})
    return tmp_path / "shop"


def show(root: Path, *places: str, uses: bool = False, room: int = ROOM) -> Show:
    return Shower((root,), room=room).show(places, Caller(), uses=uses)


def page(shown: Show) -> str:
    return present(shown, show_page).text


def test_several_places_are_shown_in_one_answer(shop: Path) -> None:
    shown = show(shop, "cart.py::Cart.fill", "src/shop.py:7", "docs/cart.md", "nope.py", "sell")
    assert page(shown) + "\n" == (PAGES / "show.md").read_text()


def test_a_symbol_is_shown_with_its_uses(shop: Path) -> None:
    shown = show(shop, "add_item", uses=True)
    assert page(shown) + "\n" == (PAGES / "show_uses.md").read_text()


def test_a_line_that_is_longer_than_a_page_is_not_asked_for_again(shop: Path) -> None:
    write(shop, {"src/huge.js": "x" * 100_000 + "\nlast\n"})
    assert show(shop, "src/huge.js:1-1").rest == ()


@pytest.mark.parametrize(
    ("place", "first", "last", "symbol"),
    [
        ("cart.py:12", 9, 12, "Cart.add_item"),
        ("src/cart.py:3-5", 3, 5, ""),
        ("cart.py:3-500", 3, 16, ""),
        ("Cart.add_item", 9, 12, "Cart.add_item"),
        ("add_item()", 9, 12, "Cart.add_item"),
        ("LIMIT", 3, 3, "LIMIT"),
        ("cart.md:3", 1, 3, "Cart"),
        ("uv.lock:2", 1, 3, ""),
    ],
)
def test_a_place_means_the_lines_of(
    shop: Path, place: str, first: int, last: int, symbol: str
) -> None:
    (only,) = show(shop, place).places
    assert (only.first, only.last, only.symbol) == (first, last, symbol)


def test_an_end_of_a_path_is_told_apart_by_what_is_asked_of_the_file(shop: Path) -> None:
    write(shop, {"lib/shop.py": "\n" * 60 + "def lend():\n    pass\n"})
    assert show(shop, "shop.py::lend").places[0].path == "lib/shop.py"
    assert show(shop, "shop.py:61").places[0].path == "lib/shop.py"
    with pytest.raises(ToolError, match="end of 2 paths") as refused:
        show(shop, "shop.py:2")
    assert "lib/shop.py, src/shop.py" in str(refused.value)


def test_what_has_room_is_whole_however_long(shop: Path) -> None:
    (of_symbol,) = show(shop, "long.py::Long").places
    (of_file,) = show(shop, "long.py").places
    for whole in (of_symbol, of_file):
        assert whole.excerpt
        assert len(whole.excerpt.rows) == 201
        assert not whole.outline


def test_what_has_no_room_is_outlined_and_the_call_for_it_named(shop: Path) -> None:
    shown = show(shop, "long.py::Long", room=1900)
    (outlined,) = shown.places
    assert outlined.excerpt
    assert len(outlined.excerpt.rows) == 10
    assert len(outlined.outline) + outlined.more_members == 100
    assert shown.rest == ("src/long.py:11-201",)
    of_file = show(shop, "long.py", room=1900)
    assert len(of_file.places[0].outline) + of_file.places[0].more_members == 101
    assert of_file.rest == ("src/long.py:1-201",)


def test_every_place_has_its_share_of_the_room_in_the_order_asked(shop: Path) -> None:
    wanted = ["long.py:1-150", "sell", "Many.java:1-100", "cart.py", "long.py:2-3"]
    shown = show(shop, *wanted, room=2000)
    assert [each.place for each in shown.places] == wanted
    rows = [len(each.excerpt.rows) if each.excerpt else 0 for each in shown.places]
    assert rows[1:5:2] == [2, 16]
    assert rows[0] > 20
    assert rows[2] > 20
    assert shown.places[4].above
    assert shown.rest == (f"src/long.py:{rows[0] + 1}-150", f"src/Many.java:{rows[2] + 1}-82")
    assert len(page(shown)) < 2000


def test_what_is_cut_above_is_shown_where_it_is_asked_for(shop: Path) -> None:
    shown = show(shop, "long.py:1-201", "long.py:190-195", room=1500)
    assert not shown.places[1].above
    assert shown.places[1].excerpt
    assert len(shown.places[1].excerpt.rows) == 6


def test_forty_overloads_are_counted_and_the_first_are_named(shop: Path) -> None:
    with pytest.raises(ToolError, match="40 definitions") as refused:
        show(shop, "put")
    assert "src/Many.java:2-3 Many.put" in str(refused.value)
    assert "and 32 more" in str(refused.value)


def test_a_few_definitions_are_shown_as_far_as_they_have_room_else_they_are_named(
    shop: Path,
) -> None:
    body = "def sell_all():\n" + "    sell()\n" * 100
    write(shop, {"src/a.py": body, "src/b.py": body})
    assert [place.path for place in show(shop, "sell_all").places] == ["src/a.py", "src/b.py"]
    with pytest.raises(ToolError, match=r"2 definitions\.\nDid you mean: src/a\.py:1-101"):
        show(shop, "sell_all", room=2000)
    write(shop, {f"src/c{number}.py": body for number in range(4)})
    with pytest.raises(ToolError, match="6 definitions"):
        show(shop, "sell_all")


def test_a_definition_of_code_goes_before_one_of_tests_in_the_same_file(tmp_path: Path) -> None:
    source = "fn sell() {}\n\n#[cfg(test)]\nmod tests {\n    fn sell() {}\n}\n"
    write(tmp_path, {"src/a.rs": source})
    assert [(place.first, place.last) for place in show(tmp_path, "sell").places] == [(1, 1)]


def test_a_name_that_is_only_set_by_its_text_is_told_with_its_lines(shop: Path) -> None:
    write(shop, {"src/late.py": "# of overall\nsetattr(cart, 'overall', 1)\nprint(overall)\n"})
    shown = show(shop, "Cart.overall", "src/shop.py:1")
    assert shown.missing[0].mentions == (
        "src/late.py:2 setattr(cart, 'overall', 1)",
        "src/late.py:1 # of overall",
        "src/late.py:3 print(overall)",
    )
    assert "3 lines of its last part: `src/late.py:2 setattr(" in page(shown)
    with pytest.raises(ToolError, match=r"`src/late\.py:2 setattr\(cart, 'overall', 1\)`"):
        show(shop, "Cart.overall")


def test_what_is_shown_above_is_not_repeated(shop: Path) -> None:
    shown = show(shop, "cart.py", "cart.py::add_item")
    assert [each.above for each in shown.places] == [False, True]
    assert page(shown).count("return name") == 1


def test_nothing_is_left_out_of_what_has_no_room(shop: Path) -> None:
    lines = "".join(f"x{n} = '{'-' * 60}'\n" for n in range(1000))
    write(shop, {"src/big.py": lines, "src/next.py": "y = 1\n"})
    seen: dict[str, str] = {}
    places: Sequence[str] = ["big.py:1-1000", "next.py"]
    while places:
        shown = show(shop, *places)
        assert len(page(shown)) < ROOM
        for each in shown.places:
            assert each.excerpt
            seen[each.path] = seen.get(each.path, "") + "\n".join([*each.excerpt.rows, ""])
        places = shown.rest
    assert seen == {"src/big.py": lines, "src/next.py": "y = 1\n"}


def test_a_page_that_is_cut_names_the_call_for_its_rest(shop: Path) -> None:
    toolset = FAMILY.toolset(CodeSettings(repo=[shop]), Style(budget=1200))
    seen, places = "", ["long.py:1-90", "cart.py:1-16"]
    for _ in range(20):
        outcome = toolset.by_name["show_code"].run({"places": places}, toolset.style)
        made = outcome.page()
        seen += made.text
        if "show_code(" not in made.text:
            break
        places = eval(made.text.rpartition("show_code(places=")[2].partition("]")[0] + "]")
    assert all(f"return {n}\n" in seen for n in range(44))
    assert "self.add_item(name)" in seen


@pytest.mark.parametrize(
    ("places", "says"),
    [
        ((), "1 to 20"),
        (("a",) * 21, "1 to 20"),
        ((" ",), "file:line"),
        (("cart.py:0",), "count from 1"),
        (("cart.py:9-3",), "count from 1"),
        (("cart.py:900",), "has 16 lines"),
        (("carts.py:3",), "src/cart.py"),
        (("cart.py::add_itm",), "add_item"),
        (("two words",), "neither a file nor a name"),
        (("zygote",), "no such file and no such symbol"),
        (("../outside.py",), "no such file"),
        (("/etc/passwd",), "no such file"),
        (("logo.bin:1",), "binary"),
    ],
)
def test_a_place_that_is_none_says_what_to_give(
    shop: Path, places: Sequence[str], says: str
) -> None:
    write(shop, {"logo.bin": b"\0\1\2"})
    write(shop.parent, {"outside.py": "x = 1\n"})
    with pytest.raises(ToolError, match=says):
        show(shop, *places)


def test_a_file_that_changed_is_shown_as_it_is_now(shop: Path) -> None:
    shower = Shower((shop,))
    shower.show(["shop.py"], Caller())
    write(shop, {"src/shop.py": "def moved():\n    pass\n"})
    assert "def moved" in page(shower.show(["moved"], Caller()))


def test_a_work_tree_that_was_never_indexed_is_read(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shop / "src")
    toolset = FAMILY.toolset(CodeSettings(data=tmp_path / "data"), Style())
    assert "src/shop.py 6-7 sell" in toolset.call("show_code", {"places": ["sell"]}).text
    assert "src/shop.py" in toolset.call("find_code", {"text": ["add_item"]}).text


@given(text=hostile.words)
def test_any_text_is_a_place_or_refused(text: str) -> None:
    try:
        place = PlaceText.of(text)
    except ToolError:
        return
    assert place.path


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=hostile.words, path=st.sampled_from(["a.py", "a.ts", "a.md", "a"]))
def test_nothing_that_a_file_says_reads_like_a_line_of_the_page(
    tmp_path: Path, content: str, path: str
) -> None:
    text = f"def sought():\n{content}\n sought {FORGED}\n{FORGED}sought\n"
    (tmp_path / path).write_bytes(text.encode("utf-8", "replace"))
    try:
        shown = show(tmp_path, f"{path}:1-900", uses=True)
    except ToolError:
        shown = Show(())
    for form in (shown, forged(shown)):
        made = to_markdown(show_page(form, "concise"))
        assert not [line for line in own_lines(made) if line.startswith(FORGED)]
    assert to_json(show_data(shown, "detailed"))
    (tmp_path / path).unlink()


def test_what_is_left_out_says_why_and_what_to_ask_for(shop: Path) -> None:
    write(shop, {".gitignore": "secret.py\n", "secret.py": "x = 1\n"})
    (shop / "linked.py").symlink_to(shop / "src/cart.py")
    (shop / "folder").symlink_to(shop / "src")
    (shop / "outside").symlink_to(shop.parent)
    shown = show(shop, "secret.py:1", "linked.py:3", "folder/shop.py", "outside", "src", "sell")
    problems = {each.place: (each.problem, each.candidates) for each in shown.missing}
    assert problems["secret.py:1"][0].startswith("git ignores it")
    assert problems["linked.py:3"] == ("links are not followed", ("src/cart.py",))
    assert problems["folder/shop.py"] == ("links are not followed", ("src/shop.py",))
    assert "leads out of the repository" in problems["outside"][0]
    assert problems["src"][0].startswith("it is a directory")
    with pytest.raises(ToolError, match="git would not ignore"):
        show(shop, str(shop / "secret.py"))


def test_a_file_may_be_called_like_a_line(shop: Path) -> None:
    write(shop, {"src/a:5": "one\ntwo\n", "src/a": "1\n2\n3\n4\nfive\n", "src/b:0": "zero\n"})
    (whole,) = show(shop, "src/a:5").places
    (line,) = show(shop, "src/a:5:2-2").places
    (other,) = show(shop, "a:4-5").places
    assert (whole.path, whole.first, whole.last) == ("src/a:5", 1, 2)
    assert line.excerpt
    assert line.excerpt.rows == ("two",)
    assert (other.path, other.first, other.last) == ("src/a", 4, 5)
    assert show(shop, "src/b:0").places[0].path == "src/b:0"


def test_a_long_line_is_had_whole_part_by_part(shop: Path) -> None:
    line = "  " + " ".join(map(str, range(9000)))
    write(shop, {"src/wide.js": f"first\n{line}\n"})
    asked = FAMILY.toolset(CodeSettings(repo=[shop], data=shop.parent / "data"), Style())
    text = asked.call("show_code", {"places": ["src/wide.js:2-2"]}).text
    cut = re.search(r"2 (.*)… [\d,]+ more characters: (\S+)\n", text)
    assert cut
    read, places = cut[1], [cut[2]]
    while places:
        shown = show(shop, *places)
        (part,) = shown.places
        assert part.excerpt
        read += part.excerpt.rows[0]
        places = list(shown.rest)
    assert read == line.strip()
    assert show(shop, "src/wide.js:2:99999999").places[0].column == len(line)


def test_a_column_of_a_usual_line_means_the_symbol_around_it(shop: Path) -> None:
    assert show(shop, "cart.py:12:7").places[0].symbol == "Cart.add_item"


def test_a_symbol_that_nothing_uses_is_said_to_have_no_use(shop: Path) -> None:
    write(shop, {"src/alone.py": "def lonely():\n    return 1\n"})
    text = page(show(shop, "lonely", uses=True))
    assert "Uses of `lonely`: none in " in text
    assert "0 lines" not in text
