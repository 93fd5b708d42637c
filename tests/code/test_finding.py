"""Exact search: totals as git's and grep's, symbols, uses, order, room, and bad input."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import hostile
from forging import FORGED, forged, own_lines
from git_tree import init, write
from pageful import present, to_markdown
from pageful.code.data import find_data
from pageful.code.find import pattern
from pageful.code.find.file_classes import class_of
from pageful.code.find.files import FileList, narrow
from pageful.code.find.finder import Finder, Form
from pageful.code.find.matching import find_matches
from pageful.code.find.path_scope import PathScope
from pageful.code.find.pattern import Pattern, Query
from pageful.code.find.required_literal import required_literal
from pageful.code.results.find import Find
from pageful.code.results.lines import FileClass, Use
from pageful.code.views import find_page
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from thoroughness import size

PAGES = Path(__file__).parent / "found"
SOURCE = Path(__file__).parent.parent.parent
ALL = tuple(FileClass)
SHOP = {
    "src/cart.py": """\
import math

LIMIT = 30


class Cart:
    \"""A cart; add_item fills it.\"""

    @staticmethod
    def add_item(name: str) -> str:
        # add_item is called by many
        return name + "add_item"

    def fill(self) -> None:
        for name in ("bread", "rye"):
            self.add_item(name)
""",
    "src/shop.py": """\
from cart import (
    add_item,
)


def sell() -> None:
    add_item("rye")
""",
    "src/only.py": "from cart import add_item\n",
    "tests/test_cart.py": "def test_it():\n    add_item('rye')\n    add_item('rye')\n",
    "docs/cart.md": "# Cart\n\nCall `add_item`.\n",
    "locale/de.po": 'msgid "add_item"\n' * 30,
    "CHANGELOG.md": "- add_item is new\n",
    "uv.lock": "add_item\n" * 3,
}


def find(root: Path, *texts: str, form: Form | None = None, **query: bool) -> Find:
    return Finder((root,)).find(Query(texts, **query), PathScope(), form or Form(), Caller())


def page(found: Find) -> str:
    return present(found, find_page).text


def total(found: Find) -> int:
    return sum(each.lines for each in found.counts)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    write(init(tmp_path / "shop"), SHOP)
    return tmp_path / "shop"


def test_every_line_is_given_with_the_symbol_around_it(shop: Path) -> None:
    assert page(find(shop, "add_item")) + "\n" == (PAGES / "find.md").read_text()


def test_each_line_says_what_use_it_makes(shop: Path) -> None:
    found = find(shop, "add_item", form=Form(only=(FileClass.CODE, FileClass.TESTS)))
    uses = {
        f"{file.path}:{line.line}": line.use
        for file in found.files
        for place in file.places
        for line in place.lines
    }
    assert uses == {
        "src/cart.py:7": Use.STRING,
        "src/cart.py:10": Use.DEFINITION,
        "src/cart.py:11": Use.COMMENT,
        "src/cart.py:12": Use.STRING,
        "src/cart.py:16": Use.CALL,
        "src/shop.py:7": Use.CALL,
        "src/only.py:1": Use.IMPORT,
        "tests/test_cart.py:2": Use.TEST,
        "tests/test_cart.py:3": Use.TEST,
    }
    assert found.imports_left_out == 1


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("ToolError", ()),
        ("caller", ("-i",)),
        ("count", ("-w",)),
        (r"def \w+_page\(", ("-E",)),
        (r"^class [A-Z]\w+:", ("-E",)),
        ("raise ToolError|raise ValueError", ("-E",)),
        ("naïve", ()),
        ("é", ()),
    ],
)
def test_totals_are_those_of_git_and_of_grep(text: str, options: tuple[str, ...]) -> None:
    query = Query((text,), "-E" in options, "-i" in options, "-w" in options)
    files = FileList().of((SOURCE,), Caller())
    found = find_matches(files, Pattern.of(query), Caller())
    places = ("grep", "-I", "-c", "--untracked", *(options or ("-F",)), "-e", text)
    done = subprocess.run(["git", "-C", SOURCE, *places], capture_output=True, text=True)
    by_git = dict(line.rsplit(":", 1) for line in done.stdout.splitlines())
    ours = {match.path: len(match.numbers) for match in found.files}
    assert ours == {path: int(number) for path, number in by_git.items()}
    grep = ["grep", "-Ic", *(options or ("-F",)), "-e", text, *by_git]
    counted = subprocess.run(grep, capture_output=True, text=True, cwd=SOURCE) if by_git else None
    lines = counted.stdout.splitlines() if counted else []
    assert sum(int(line.rpartition(":")[2]) for line in lines) == sum(ours.values())


@pytest.mark.parametrize("text", [r"\)$", r"^x = 1$", r"^\s*needle\(\)$"])
def test_a_line_ends_before_its_carriage_return(tmp_path: Path, text: str) -> None:
    write(tmp_path, {"crlf.py": "needle()\r\nx = 1\r\n"})
    query = Query((text,), is_regex=True)
    found = find_matches(FileList().of((tmp_path,), Caller()), Pattern.of(query), Caller())
    assert [len(match.numbers) for match in found.files] == [1]


def test_what_an_index_leaves_out_is_counted_and_listed_on_request(shop: Path) -> None:
    write(shop, {"big.js": "x = 1\n" * 200_000 + "add_item\n", "app.min.js": "add_item()"})
    counts = {each.file_class: each.lines for each in find(shop, "add_item").counts}
    assert counts[FileClass.LEFT_OUT] == 5
    listed = find(shop, "add_item", form=Form(only=(FileClass.LEFT_OUT,)))
    assert [file.path for file in listed.files] == ["app.min.js", "big.js", "uv.lock"]


def test_a_text_that_stands_nowhere_is_sought_whatever_the_case_then_near_ones_are_named(
    shop: Path,
) -> None:
    assert "; whatever the case, 1 line in 1 file" in page(find(shop, "class cart"))
    nothing = page(find(shop, "addItems"))
    assert nothing.startswith("0 lines in 8 files hold `addItems`.")
    assert "Near: `add_item` in " in nothing


def test_ten_thousand_uses_are_all_told_page_by_page(tmp_path: Path) -> None:
    uses = 50 * size(200)
    files = {f"src/p{n % 50}/m{n}.py": "use(thing)\n" * 50 for n in range(size(200))}
    write(tmp_path, files)
    first = find(tmp_path, "thing")
    assert total(first) == uses
    assert first.pages == -(-uses // 240)
    assert len(page(first)) < 8000
    seen: dict[str, set[int]] = {}
    for number in range(1, first.pages + 1):
        found = find(tmp_path, "thing", form=Form(page=number))
        for file in found.files:
            lines = {line.line for place in file.places for line in place.lines}
            seen.setdefault(file.path, set()).update(lines, file.numbers)
        assert sum(n for _, n in found.rest) == max(0, uses - 240 * number)
    assert sum(map(len, seen.values())) == uses


def test_all_lines_are_text_where_a_page_has_room_for_them(tmp_path: Path) -> None:
    write(tmp_path, {"src/many.py": "".join(f"use(thing, {n})\n" for n in range(150))})
    (file,) = find(tmp_path, "thing").files
    assert sum(len(place.lines) for place in file.places) == 150
    assert not file.numbers
    (limited,) = find(tmp_path, "thing", form=Form(limit=9)).files
    assert len(limited.numbers) == 141


def test_of_many_lines_definitions_and_values_and_rare_texts_are_text(tmp_path: Path) -> None:
    many = f"print(thing) # {'long ' * 30}\n" * 50
    code = f"{many}thing = 1\n{many}def thing():\n    pass\n{many}print(rare, 'thing')\n"
    write(tmp_path, {"src/many.py": code})
    (file,) = find(tmp_path, "thing", "rare", form=Form(limit=3)).files
    assert {line.line for place in file.places for line in place.lines} == {51, 102, 154}
    assert len(file.numbers) == 150


def test_docs_and_tests_that_are_only_counted_are_named(shop: Path) -> None:
    write(shop, {"src/more.py": "add_item()\n" * 30})
    text = page(find(shop, "add_item"))
    assert "… counted only: docs/cart.md 1, tests/test_cart.py 2, uv.lock 3\n" in text
    data = find_data(find(shop, "add_item"), "concise")
    assert data["counted"] == [
        {"path": "docs/cart.md", "lines": 1},
        {"path": "tests/test_cart.py", "lines": 2},
        {"path": "uv.lock", "lines": 3},
    ]
    assert "counted only" not in page(find(shop, "add_item", form=Form(only=(FileClass.CODE,))))


def test_a_line_outside_of_functions_has_the_constant_it_belongs_to(tmp_path: Path) -> None:
    code = 'SIZE = 3\n"""How much\nbread there is."""\nTWO = (\n    bread)\n'
    write(tmp_path, {"a.py": code})
    text = page(find(tmp_path, "bread", form=Form(context=0)))
    assert "1-3 SIZE (docstring): 3 bread there is." in text
    assert "4-5 TWO: 5 bread)" in text


def test_a_file_that_changed_since_is_read_anew(shop: Path) -> None:
    finder = Finder((shop,))
    ask = Query(("add_item",)), PathScope(), Form(), Caller()
    before = total(finder.find(*ask))
    write(shop, {"src/new.py": "add_item()\n", "src/only.py": ""})
    assert total(finder.find(*ask)) == before
    assert "src/new.py" in page(finder.find(*ask))


@pytest.mark.parametrize(
    ("texts", "is_regex", "says"),
    [
        ((), False, "`text` is empty"),
        (("",), False, "`text` is empty"),
        (("a",) * 11, False, "at most 10"),
        (("a\nb",), False, "more than one line"),
        (("a" * 1001,), False, "too long"),
        (("(",), True, "no regular expression"),
        (("(a|(?1))",), True, "calls itself"),
        (("(?:x|xx)+[^x]", "(?:x+)+z"), True, "more specific"),
    ],
)
def test_bad_input_says_what_to_do(
    tmp_path: Path,
    texts: Sequence[str],
    is_regex: bool,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pattern, "_SECONDS", 0.2)
    write(tmp_path, {"a.py": "x" * 5000 + "\n"})
    with pytest.raises(ToolError, match=says):
        find(tmp_path, *texts, is_regex=is_regex)


@pytest.mark.parametrize(
    ("within", "found"),
    [
        (("src",), {"src/cart.py", "src/shop.py", "src/only.py"}),
        (("src", "!src/only.py"), {"src/cart.py", "src/shop.py"}),
        (("shop.py",), {"src/shop.py"}),
        (("*.po",), {"locale/de.po"}),
        (("**/*.md", "!docs"), {"CHANGELOG.md"}),
    ],
)
def test_a_search_is_narrowed_to_directories_files_and_globs(
    shop: Path, within: tuple[str, ...], found: set[str]
) -> None:
    form = Form(only=ALL, names_only=True)
    got = Finder((shop,)).find(Query(("add_item",)), PathScope(within), form, Caller())
    assert {path for path, _ in got.rest} == found


def test_a_list_of_files_follows_what_happens_to_them(shop: Path) -> None:
    kept = FileList()
    outside = shop.parent / "outside.py"
    outside.write_text("add_item()\n")
    steps: list[Callable[[], object]] = [
        lambda: write(shop, {"src/new/deep/a.py": "add_item()\n"}),
        lambda: write(shop, {"src/shop.py": "nothing\n"}),
        lambda: (shop / "src/only.py").rename(shop / "src/other.py"),
        (shop / "src/cart.py").unlink,
        lambda: (shop / "src/cart.py").symlink_to(outside),
        lambda: write(shop, {".gitignore": "other.py\n"}),
        lambda: write(shop, {"src/.gitignore": "!other.py\nnew/\n"}),
        lambda: (shop / "src").rename(shop / "source"),
        (shop / ".gitignore").unlink,
    ]
    for step in steps:
        step()
        assert kept.of((shop,), Caller()) == FileList().of((shop,), Caller())


@pytest.mark.parametrize(
    ("path", "file_class"),
    [
        ("frontend/lang/messages/pt-BR.json", FileClass.LOCALE),
        ("resources/lang/de/auth.php", FileClass.LOCALE),
        ("lang/en.yml", FileClass.LOCALE),
        ("app/zh-Hans.yml", FileClass.LOCALE),
        ("app/de_DE.json", FileClass.LOCALE),
        ("src/lang/parser.py", FileClass.CODE),
        ("src/lang/rust/syntax.json", FileClass.CODE),
        ("config/en-gb2.json", FileClass.CODE),
        ("src/io.json", FileClass.CODE),
    ],
)
def test_a_translation_is_known_by_its_path(path: str, file_class: FileClass) -> None:
    assert class_of(path) is file_class


RUST = """\
pub fn add_item() {}

#[tokio::test]
async fn adds() {
    add_item();
}

#[cfg(not(test))]
fn outside() { add_item() }

mod deeper {
    // of the test
    #[test]
    fn adds_deeper() { super::add_item() }
}

#[cfg(all(test, feature = "shop"))]
mod tests {
    #[test]
    fn brackets() {
        add_item("}");
    }

    fn setup() {
        add_item();
    }
}

fn after() { add_item() }
"""


def test_tests_within_a_rust_file_count_as_tests(tmp_path: Path) -> None:
    write(tmp_path, {"src/cart.rs": RUST})
    text = page(find(tmp_path, "add_item"))
    assert text.startswith("3 lines in 1 file + 4 in 1 tests")
    assert "\nsrc/cart.rs 5 14 21 25\n" in text
    tests = find(tmp_path, "add_item", form=Form(only=(FileClass.TESTS,)))
    assert [each.use for file in tests.files for place in file.places for each in place.lines] == [
        Use.TEST
    ] * 4
    both = find(tmp_path, "add_item", form=Form(only=ALL, names_only=True))
    assert both.rest == (("src/cart.rs", 7),)


def test_a_rust_file_that_says_so_is_all_tests(tmp_path: Path) -> None:
    write(tmp_path, {"src/checks.rs": "#![cfg(test)]\nfn a() {}\nfn b() { a() }\n"})
    assert page(find(tmp_path, "a()")).startswith("2 lines in 1 file (tests)")


@pytest.mark.parametrize(
    "path",
    [
        "sublime/themes/gruvbox.tmTheme",
        "syntaxes/TypeScript.sublime-syntax",
        "syntaxes/toml.tmLanguage.json",
        "ios/Info.plist",
    ],
)
def test_themes_grammars_and_property_lists_are_data(path: str) -> None:
    assert class_of(path) is FileClass.DATA


def test_what_an_index_leaves_out_is_named_where_it_is_counted(shop: Path) -> None:
    assert "… counted only: uv.lock 3\n" in page(find(shop, "add_item"))


def within(root: Path, *names: str) -> Find:
    return Finder((root,)).find(Query(("add_item",)), PathScope(names), Form(), Caller())


def test_a_directory_of_the_top_is_meant_alone(shop: Path) -> None:
    write(shop, {"web/src/a.py": "add_item()\n"})
    found = within(shop, "src")
    assert {file.path.partition("/")[0] for file in found.files} == {"src"}
    assert not found.within
    assert "(within" not in page(found)


def test_a_name_of_deeper_directories_says_which_are_meant(shop: Path) -> None:
    write(shop, {f"{name}/lib/a.py": "add_item()\n" for name in "abcdef"})
    found = within(shop, "lib")
    assert found.within == tuple(f"{name}/lib" for name in "abcdef")
    assert "6 lines in 6 files (within a/lib, b/lib, c/lib, d/lib and 2 more)\n" in page(found)
    assert find_data(found, "concise")["within"] == found.within


def test_a_directory_that_is_not_there_says_so_and_names_the_nearest(shop: Path) -> None:
    with pytest.raises(ToolError, match=r"nothing on the disk has that path\.\nNearest: src\."):
        within(shop, "srcs")
    write(shop, {".gitignore": "out/\n", "out/a.py": "add_item()\n"})
    with pytest.raises(ToolError, match="'out': it is on the disk, but left out: git ignores it"):
        within(shop, "out")
    (shop / "linked").symlink_to(shop / "src")
    with pytest.raises(ToolError, match="it is a link, and links are not followed"):
        within(shop, "linked")
    with pytest.raises(ToolError, match="is left by the other filters"):
        narrow(FileList().of((shop,), Caller()), PathScope(("src",), ("md",)))


def test_a_page_after_the_last_one_is_told(shop: Path) -> None:
    after = find(shop, "add_item", form=Form(page=9))
    named = find(shop, "add_item", form=Form(page=2, names_only=True))
    assert "> There is no page 9: the last one is 1." in page(after)
    assert "page 9 of" not in page(after)
    assert "> There is no page 2: the last one is 1." in page(named)
    assert find_data(after, "concise")["notes"]


def test_a_file_may_be_called_like_a_glob(shop: Path) -> None:
    write(shop, {"src/app/[id].py": "add_item()\n", "src/app/i.py": "add_item()\n"})
    for within in ("[id].py", "app/[id].py", "src/app/[id].py", str(shop / "src/app/[id].py")):
        places = narrow(Finder((shop,)).files.of((shop,), Caller()), PathScope((within,)))
        assert [each.path for each in places] == ["src/app/[id].py"]


def test_a_directory_given_in_full_is_of_its_own_repository_alone(tmp_path: Path) -> None:
    roots = [tmp_path / name for name in ("one", "two")]
    for root in roots:
        write(root, {"src/a.py": "x = 1\n"})
    places = FileList().of(roots, Caller())
    kept = narrow(places, PathScope((str(roots[1] / "src"),)))
    assert [each.shown for each in kept] == [f"{roots[1]}/src/a.py"]


def test_a_scope_without_files_names_what_there_is(shop: Path) -> None:
    with pytest.raises(ToolError, match=r"Directories here: .*src"):
        narrow(Finder((shop,)).files.of((shop,), Caller()), PathScope(("nowhere",)))
    with pytest.raises(ToolError, match=r"Extensions here: .*py"):
        narrow(Finder((shop,)).files.of((shop,), Caller()), PathScope((), ("rs",)))


@pytest.mark.parametrize(
    ("pattern", "literal"),
    [
        (r"def \w+_page\(", "_page("),
        (r"foo|bar", ""),
        (r"(?i)foo", ""),
        (r"colou?r_of_", "r_of_"),
        (r"x[abc]wyz*", "wy"),
        (r"a\.b{2}cde", "cde"),
        (r"(foo|bar)_baz", "_baz"),
        (r"\bname\b", "name"),
    ],
)
def test_the_text_that_every_match_has_is_known(pattern: str, literal: str) -> None:
    assert len(required_literal(pattern)) == len(literal)
    assert required_literal(pattern) == literal


_TEXTS = st.lists(st.text("ab_ (\t\u00e9A\u0130\r", max_size=8), max_size=8).map("\n".join)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    text=_TEXTS, source=st.text("ab.|()*+?[]^$\\s_A{}2", min_size=1, max_size=8), fold=st.booleans()
)
@example(text="ab\nb", source="a[^x]*b", fold=False)
@example(text="a\nb", source="a$", fold=False)
def test_passing_files_by_loses_no_line(text: str, source: str, fold: bool) -> None:
    try:
        pattern = Pattern.of(Query((source,), is_regex=True, ignore_case=fold))
    except ToolError:
        return
    assert pattern.line is not None
    wanted = {
        number: line
        for number, line in enumerate(text.removesuffix("\n").split("\n"), 1)
        if text and pattern.line.search(line.removesuffix("\r"))
    }
    got = pattern.find_lines(text) if pattern.may_have(text.encode()) else {}
    assert got == wanted


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=_TEXTS, sought=st.text("ab_ (\u00e9A\r", min_size=1, max_size=3), fold=st.booleans())
@example(text="ab\nab", sought="ab", fold=False)
def test_a_literal_is_found_in_every_line_that_has_it(text: str, sought: str, fold: bool) -> None:
    pattern = Pattern.of(Query((sought,), ignore_case=fold))
    lines = text.removesuffix("\n").split("\n") if text else []
    if pattern.line is None:
        low = sought.lower() if fold else sought
        has = [low in (line.lower() if fold else line) for line in lines]
        assert list(pattern.find_lines(text)) == [n for n, each in enumerate(has, 1) if each]


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=hostile.words, path=st.sampled_from(["a.py", "a.ts", "a.md", "a.c", "a"]))
def test_nothing_that_a_file_says_reads_like_a_line_of_the_page(
    tmp_path: Path, content: str, path: str
) -> None:
    text = f"def sought():\n{content}\n sought {FORGED}\n{FORGED}sought\n"
    (tmp_path / path).write_bytes(text.encode("utf-8", "replace"))
    found = find(tmp_path, "sought")
    for form in (found, forged(found)):
        shown = to_markdown(find_page(form, "concise"))
        assert not [line for line in own_lines(shown) if line.startswith(FORGED)]
    assert find_data(found, "detailed")
    (tmp_path / path).unlink()
