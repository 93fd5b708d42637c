"""Qualified names that stand nowhere as text: their definitions, and uses of their last parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from git_tree import init, write
from pageful import present, to_json
from pageful.code.data import find_data
from pageful.code.find.definitions import QualifiedName
from pageful.code.find.finder import Finder, Form
from pageful.code.find.path_scope import PathScope
from pageful.code.find.pattern import Query
from pageful.code.results.find import Find
from pageful.code.views import find_page
from pageful.tool.context import Caller

PAGES = Path(__file__).parent / "found"
NEWS = {
    "src/channels.py": """\
class Channel:
    def notify(self, text: str) -> None:
        self.send(text)


class Mail:
    def notify(self, text: str) -> None:
        self.notify_all(text)
""",
    "src/shop.py": """\
from channels import notify


def sell(channel):
    channel.notify('sold')
""",
    "src/notify.go": "package x\n\nfunc (c *Post) Put(n int) {\n\tsend(n)\n}\n",
    "src/oven.rs": "struct Oven;\nimpl Oven {\n    fn bake(&self) {\n    }\n}\n",
    "src/till.rb": "class Till\n  def close!\n    1\n  end\nend\n",
    "src/User.php": """\
<?php
namespace App;
class User {
  function save() {
    return 1;
  }
}
""",
    "tests/test_channels.py": "def test_it(channel):\n    channel.notify('x')\n",
}


@pytest.fixture
def news(tmp_path: Path) -> Path:
    write(tmp_path, NEWS)
    init(tmp_path)
    return tmp_path


def find(root: Path, *texts: str, form: Form | None = None, **query: bool) -> Find:
    return Finder((root,)).find(Query(texts, **query), PathScope(), form or Form(), Caller())


def page(found: Find) -> str:
    return present(found, find_page).text


def test_the_definition_of_a_qualified_name_is_shown_before_the_uses_of_its_last_part(
    news: Path,
) -> None:
    assert page(find(news, "Channel.notify")) + "\n" == (PAGES / "qualified.md").read_text()


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("Channel::notify", "it is `notify` in `Channel`, src/channels.py:2-3."),
        ("Channel#notify()", "it is `notify` in `Channel`, src/channels.py:2-3."),
        ("shop.sell", "it is `sell`, src/shop.py:4-5."),
        ("Post.Put", "it is `Put`, src/notify.go:3-5."),
        ("crate::oven::Oven::bake", "it is `bake` in `Oven`, src/oven.rs:3-4."),
        ("Till#close!", "it is `close!` in `Till`, src/till.rb:2-4."),
        (r"App\User::save", "it is `save` in `User`, src/User.php:4-6."),
    ],
)
def test_a_name_is_qualified_as_its_language_or_its_documentation_writes_it(
    news: Path, name: str, head: str
) -> None:
    assert page(find(news, name)).startswith(f"No line has `{name}`: {head} ")


def test_a_qualified_name_that_stands_somewhere_is_a_text_as_any_other(news: Path) -> None:
    found = find(news, "channel.notify")

    assert not found.defined
    assert page(found).startswith("1 line in 1 file + 1 in 1 tests")


def test_a_name_that_nothing_defines_is_looked_for_as_before(news: Path) -> None:
    assert page(find(news, "Chanel.notify")).startswith("0 lines in 7 files hold `Chanel.notify`.")
    assert find(news, "CHANNEL.notify").ignored_case


def test_among_several_texts_the_one_that_stands_nowhere_is_told_with_its_definition(
    news: Path,
) -> None:
    shown = page(find(news, "Channel.notify", "class Mail"))

    assert shown.startswith("No line has `Channel.notify`: it is `notify` in `Channel`")
    assert "`notify` or `class Mail` elsewhere: 5 lines in 2 files" in shown
    assert "class Mail:" in shown


def test_names_of_files_alone_are_those_of_all_lines(news: Path) -> None:
    shown = page(find(news, "Channel.notify", form=Form(names_only=True)))

    assert "src/channels.py 2\nsrc/shop.py 2\n" in shown
    assert "self.send" not in shown


def test_what_is_defined_is_on_the_first_page_alone_and_counted_once(news: Path) -> None:
    many = "\n".join(f"    channel.notify({number})" for number in range(400))
    write(news, {"src/many.py": f"def many(channel):\n{many}\n"})
    pages = [page(find(news, "Channel.notify", form=Form(page=each))) for each in (1, 2)]

    assert "self.send(text)" in pages[0]
    assert "self.send(text)" not in pages[1]
    assert all("`notify` elsewhere: 403 lines in 3 files" in each for each in pages)


def test_a_definition_that_is_long_says_where_it_ends(news: Path) -> None:
    body = "\n".join(f"        step({number})" for number in range(200))
    write(news, {"src/long.py": f"class Long:\n    def run(self):\n{body}\n"})

    shown = page(find(news, "Long.run"))

    assert "\n… to line 202\n" in shown
    assert "step(100)" not in shown


def test_json_has_the_definition_and_the_imports_that_are_not_listed(news: Path) -> None:
    found = find(news, "Channel.notify")
    data = json.loads(to_json(find_data(found, "concise")))

    (defined,) = data["defined"]
    assert (defined["text"], defined["path"]) == ("Channel.notify", "src/channels.py")
    assert "self.send(text)" in defined["places"][0]["excerpts"][0]["text"]
    assert data["imports"] == [{"path": "src/shop.py", "numbers": [1]}]


def test_the_imports_that_are_left_out_are_named_by_file_and_line(tmp_path: Path) -> None:
    text = "from oven import bake\n\nbake()\n"
    few, many = tmp_path / "few", tmp_path / "many"
    write(few, dict.fromkeys(("b.py", "p0/use.py", "p1/use.py"), text))
    write(many, {f"m{number:02}.py": text for number in range(40)})

    assert "… imports in 3 files: b.py:1 p0/use.py:1 p1/use.py:1\n" in page(find(few, "bake"))
    assert " m29.py:1 and 10 more\n" in page(find(many, "bake"))


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(r"aB.:#\$()?!*[ ", min_size=1, max_size=12))
def test_any_text_is_a_qualified_name_or_none(news: Path, text: str) -> None:
    name = QualifiedName.of(text)

    assert name is None or (name.bare in text and find(news, text).texts == (text,))
