"""The page of the vault's tags as a tree, or of the notes of one."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.blocks import Block, Bullets, Code, Hatch, Heading, Line, Mono, Note, Tip
from pageful.page.calls import Call, verb
from pageful.page.presentation import Detail
from pageful.text.single_line import join_lines, name
from pageful.text.units import amount, extent, page_label
from pageful.vault.results.tags import TagCount, TaggedNote, TagSearch

_FEW = 10
"""The most lines of one note that a page names. Chosen by hand."""

_INDENT = "  "


def tags_page(search: TagSearch, detail: Detail) -> Iterator[Block]:
    """Yield tags with the numbers of their notes, subtags below; or one tag's notes with lines."""
    if not search.tag:
        yield from _tree(search)
    elif search.total:
        yield from _one(search, detail)
    else:
        yield from _unknown_tag_blocks(search)
    if search.remarks:
        yield Note("\n".join(search.remarks))


def _tree(search: TagSearch) -> Iterator[Block]:
    yield Heading("Tags", 1)
    yield Line(_how_many(search, len(search.tags), "tag") if search.total else "No note has a tag.")
    if search.tags:
        yield Code("\n".join(map(_tag, search.tags)))


def _how_many(search: TagSearch, shown: int, noun: str) -> str:
    if search.pages == 1:
        return amount(search.total, noun)
    noun = noun.capitalize() + "s"
    return (
        f"{noun} {extent(search.first, shown, search.total)}{page_label(search.page, search.pages)}"
    )


def _tag(tag: TagCount) -> str:
    indent = _INDENT * tag.name.count("/")
    own = f", {tag.own:,} directly" if tag.own != tag.notes else ""
    return f"{indent}#{name(tag.name)} ({tag.notes:,}{own})"


def _one(search: TagSearch, detail: Detail) -> Iterator[Block]:
    most = None if detail == "detailed" else _FEW
    yield Heading(f"Tag: #{join_lines(search.tag.removeprefix('#'))}", 1)
    yield Line(_how_many(search, len(search.notes), "note"))
    if len(search.tags) > 1:
        yield Code("\n".join(map(_tag, search.tags)))
        if unseen := search.subtags + 1 - len(search.tags):
            yield Line((f"{amount(unseen, 'more subtag')} in ", Mono(str(Call("vault_tags")))))
    if search.notes:
        yield Code("\n".join(_note(each, search.tag, most) for each in search.notes))
    if most and any(len(each.lines) > most for each in search.notes):
        yield Hatch(("lines",))


def _note(note: TaggedNote, tag: str, most: int | None) -> str:
    """Return a note with the lines of the tag, and its subtags if there are other ones."""
    asked = tag.removeprefix("#").casefold()
    others = any(each.casefold() != asked for each in note.tags)
    tags = ", ".join(f"#{name(each)}" for each in note.tags) if others else ""
    return f"{name(note.path)} ({'; '.join(filter(None, (tags, _places(note, most))))})"


def _places(note: TaggedNote, most: int | None) -> str:
    numbers = [line for line in note.lines if line]
    shown = numbers[:most]
    places = [_without_line(note)] if 0 in note.lines else []
    if shown:
        more = f", +{len(numbers) - len(shown):,} more" if len(shown) < len(numbers) else ""
        noun = "line" if len(numbers) == 1 else "lines"
        places.append(f"{noun} {', '.join(map(str, shown))}{more}")
    return ", ".join(places)


def _without_line(note: TaggedNote) -> str:
    """Return the place of a tag without a line: a property, or a card of a canvas."""
    return "card" if note.path.endswith(".canvas") else "property"


def _unknown_tag_blocks(search: TagSearch) -> Iterator[Block]:
    tag = join_lines(search.tag.removeprefix("#"))
    yield Heading(f"Tag: #{tag}", 1)
    yield Line("No note has it." + (" Similar tags:" if search.similar else ""))
    if search.similar:
        calls = (Mono(str(Call("vault_tags", {"tag": each}))) for each in search.similar)
        yield Bullets(tuple(calls), of="tag")
    else:
        yield Tip((f"for all tags, {verb()} ", Mono(str(Call("vault_tags")))))
