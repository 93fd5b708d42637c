"""Files, links and tags of a vault as expressions see them."""

from __future__ import annotations

import pytest

from base_expressions import result, value
from pageful.vault.bases.values import DateValue, FileValue, LinkValue, UrlValue

RYE = """---
tags: [bread, "#grain/rye"]
Kind: Dark
baker: "[[People/Rosa|Rosa]]"
friends: ["[[Wheat]]", plain]
home: https://example.com
---
Made of [[Wheat]] and [[wheat#Crust|its crust]], never of [[Spelt]]. #Loaf/large #bread

![[oven.png]] ![[Wheat#Crust]]
"""
NOTES = {
    "Breads/Rye.md": RYE,
    "Breads/Wheat.md": "[[Rye]]",
    "Breads/Old/Wheat.md": "",
    "People/Rosa.md": "---\nborn: 1980\nbest: '[[Rye]]'\n---\n",
    "Root.md": "[rye](Breads/Rye.md)",
    "oven.png": "",
    "archive.tar.gz": "",
    "Breads/LICENSE": "",
}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("file.name", "Rye"),
        ("file.basename", "Rye"),
        ("file.path", "Breads/Rye.md"),
        ("file.folder", "Breads"),
        ("file.ext", "md"),
        ("file.size", 100),
        ("file.file.path", "Breads/Rye.md"),
        ("file", "Breads/Rye.md"),
        ("file.properties.Kind", "Dark"),
        ("file.tags.join(' ')", "bread grain/rye Loaf/large"),
        ("file.links.map(value.toString())", [
            "[[People/Rosa|Rosa]]", "[[Wheat|Wheat]]", "[[Wheat|Wheat]]",
            "[[wheat#Crust|its crust]]", "[[Spelt|Spelt]]", "[[oven.png|oven.png]]",
            "[[Wheat#Crust|Wheat > Crust]]",
        ]),
        ("file.embeds.map(value.asFile())", ["oven.png", "Breads/Wheat.md"]),
        ("file.backlinks.map(value.asFile().path)",
         ["Root.md", "People/Rosa.md", "Breads/Wheat.md"]),
        ("file.backlinks[0].toString()", "[[Root.md|Root]]"),
        ("file.ctime.isType('date') && file.mtime.year == 1970", True),
        ("file('Root').folder", "/"),
        ("file('oven.png').name", "oven.png"),
        ("file('oven.png').basename", "oven"),
        ("file('archive.tar.gz').ext", "gz"),
        ("file('Breads/LICENSE').ext", ""),
        ("file('oven.png').tags", []),
        ("file('oven.png').properties.keys()", []),
        ("file('Nowhere')", None),
        ("file('Nowhere').name", None),
        ("file(link('[[Rosa]]')).properties.born", 1980),
        ("file(file).name", "Rye"),
    ],
)  # fmt: skip
def test_a_file_has_fields(expression: str, expected: object) -> None:
    assert value(expression, NOTES) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("file.hasTag('bread')", True),
        ("file.hasTag('#BREAD')", True),
        ("file.hasTag('grain')", True),
        ("file.hasTag('grain/rye', 'none')", True),
        ("file.hasTag('gra', 'rye')", False),
        ("file.tags.contains('Grain')", True),
        ("file.tags.contains('#loaf')", True),
        ("file.tags.contains('rye')", False),
        ("file.tags.containsAny('rye', 'bread')", True),
        ("tags.contains('grain')", True),
        ("tags[1] == 'grain/rye'", True),
        ("tags[1] == '#Grain/Rye'", True),
        ("tags[1].startsWith('grain')", True),
        ("tags[1].isType('tag') && tags[1].isType('string')", True),
        ("file.inFolder('Breads')", True),
        ("file.inFolder('breads/')", True),
        ("file.inFolder('Bread')", False),
        ("file.inFolder('/')", True),
        ("file('Breads/Old/Wheat').inFolder('Breads')", True),
        ("file.hasProperty('kind') && !file.hasProperty('missing')", True),
        ("file.hasLink('Wheat')", True),
        ("file.hasLink('breads/wheat.md')", True),
        ("file.hasLink('Wheat#Crumb')", True),
        ("file.hasLink('[[Wheat|x]]')", True),
        ("file.hasLink(file('Breads/Wheat'))", True),
        ("file.hasLink(link('Rosa'))", True),
        ("file.hasLink('Breads/Old/Wheat')", False),
        ("file.hasLink('Spelt')", True),
        ("file.hasLink('Spelt.md')", False),
        ("file.hasLink('spelt')", False),
        ("file.hasLink(this)", True),
        ("file.links.contains(link('Wheat'))", True),
        ("file.links.contains(this.file)", True),
        ("friends.contains(link('Wheat'))", True),
        ("friends.contains('[[Wheat]]')", True),
        ("friends.contains('Wheat')", True),
        ("baker.contains('Rosa')", True),
        ("baker == link('Rosa')", True),
        ("baker == this", True),
        ("baker.linksTo(file)", True),
        ("link('Wheat').linksTo('Rosa')", False),
        ("link('Nowhere').linksTo(file)", False),
        ("baker.asFile().properties.best.asFile() == file", True),
        ("file.asLink().toString()", "[[Breads/Rye.md]]"),
        ("file.asLink('dark').toString()", "[[Breads/Rye.md|dark]]"),
    ],
)
def test_files_links_and_tags_are_asked(expression: str, expected: object) -> None:
    assert value(expression, NOTES, this="People/Rosa.md") == expected


def test_property_names_match_in_any_case_and_any_spelling() -> None:
    note = "---\nMy Kind: 3\nother: 4\n---\n"
    assert value('note["my kind"] + note.OTHER + Other', note) == 11


def test_links_are_made_of_texts_files_and_addresses() -> None:
    assert result("link('a|b')", NOTES) == LinkValue("a|b", None, "Breads/Rye.md")
    assert result("link('[[a|b]]')", NOTES) == LinkValue("a", "b", "Breads/Rye.md")
    assert result("link(file, 'x')", NOTES) == LinkValue("Breads/Rye.md", "x")
    assert result("link('https://a.b/c d', 'x')", NOTES) == UrlValue("https://a.b/c d", "x")
    assert result("link(home).isType('link')", NOTES) is True
    assert result("link(missing)", NOTES) is None
    assert value("link('a', icon('wheat')).toString()", NOTES) == "[[a|wheat]]"
    assert value("link(baker, 'her').toString()", NOTES) == "[[People/Rosa|her]]"
    assert value("link(today().toString()).toString()", NOTES) == "[[2026-03-14]]"


def test_this_is_a_file_with_its_properties() -> None:
    assert result("this", NOTES, this="People/Rosa.md") == FileValue("People/Rosa.md")
    assert value("this.born + this['born']", NOTES, this="People/Rosa.md") == 3960
    assert value("this.file.name", NOTES, this="People/Rosa.md") == "Rosa"
    assert value("this.file.folder", NOTES, this="Root.md") == "/"
    assert value("this.hasLink(file)", NOTES, this="People/Rosa.md") is True
    assert value("[this.file.name, this.born, this]", NOTES) == [None, None, None]


@pytest.mark.parametrize(
    ("written", "kind", "shown"),
    [
        ("2026-03-05", "", "date 2026-03-05"),
        ("2026-03-05T07:08", "", "date 2026-03-05T07:08:00"),
        ("'2026-03-05'", "", "date 2026-03-05"),
        ("2026-03-05", "text", "string 2026-03-05"),
        ("2026-03-05", "datetime", "date 2026-03-05T00:00:00"),
        ("20260305", "", "number 20260305"),
        ("'20260305'", "date", "date 2026-03-05"),
        ("2026-02-30", "", "string 2026-02-30"),
        ("1 day", "", "string 1 day"),
        ("'[[Wheat]]'", "", "link [[Wheat]]"),
        ("'[[Wheat]] and more'", "", "string [[Wheat]] and more"),
        ("'[Wheat](Wheat.md)'", "", "string [Wheat](Wheat.md)"),
        ("'3'", "", "string 3"),
        ("3", "", "number 3"),
        ("true", "", "boolean true"),
        ("one", "multitext", "list one"),
        ("[1, a]", "", "list 1,a"),
        ("{a: 1}", "", 'object {"a":1}'),
    ],
)
def test_properties_have_the_types_of_the_vault_or_of_their_look(
    written: str, kind: str, shown: str
) -> None:
    texts, types = f"---\nit: {written}\n---\n", {"it": kind} if kind else None
    name, _, text = shown.partition(" ")
    assert value("it.toString()", texts, types=types) == text
    assert value(f"it.isType('{name}')", texts, types=types) is True


def test_files_without_properties_have_null() -> None:
    assert value("Kind", NOTES, path="oven.png") is None
    assert value("file.name + file.ext", NOTES, path="oven.png") == "oven.pngpng"
    assert isinstance(result("file.mtime", NOTES, path="oven.png"), DateValue)
