"""The reader of a base: from its YAML to filters, formulas and views.

Whatever is not understood is noted with its line, and with whether rows or only looks depend on
it; only a text that is no YAML, or whose views are none, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.tool.errors import ToolError
from pageful.vault.bases.base import (
    DEFAULT_KIND,
    KINDS,
    OWNERS,
    Base,
    BaseView,
    Effect,
    Filter,
    Formula,
    Misunderstanding,
    SortKey,
)
from pageful.vault.bases.filter_reading import expression_text, read_filter
from pageful.vault.bases.yaml_lines import BrokenYaml, YamlLines, read_yaml
from pageful.vault.parsing.yaml_reader import Value

_OF_BASE = ("filters", "formulas", "properties", "display", "summaries", "views")
_OF_VIEW = (
    *("type", "name", "filters", "groupBy", "sort", "order", "limit", "summaries"),
    *("columnSize", "rowHeight"),
    *("image", "imageFit", "imageAspectRatio", "cardSize"),
    *("markers", "indentProperties", "separator"),
    *("coordinates", "markerIcon", "markerColor", "center", "defaultZoom", "minZoom", "maxZoom"),
    *("mapHeight", "mapTiles", "mapTilesDark", "mapCenter", "mapZoom"),
)
_SHOWN_BESIDE = ("image", "coordinates")
"""Keys of a layout that name a property whose value the view shows."""
# > 	- file.hasTag("book")
_INDENTED_BY_TAB = re.compile(r"^ *\t[ \t]*", re.MULTILINE)
_TAB = 4
"""The width of a tab, as Obsidian shows it unless told otherwise."""
_DIRECTIONS = {"ASC": False, "DESC": True}
_MOST_VIEWS = 1_000
"""Views of one base: the largest public one has some thirty."""


def read_base(text: str, before: int = 0, noun: str = "The base") -> Base:
    """Read a base from its text, `before` lines below the top of its file.

    Raises:
        ToolError: it is no YAML, or has no list of views; the error names the line.
    """
    try:
        yaml, misunderstandings = _read_indented(text, before)
    except BrokenYaml as error:
        raise ToolError(
            f"{noun} can't be read: line {error.line:,}: {error.reason}.",
            "Mend its YAML: a map of `filters`, `formulas`, `properties`, `summaries`, `views`.",
        ) from error
    base = _BaseReader(yaml, noun).base()
    return replace(base, misunderstandings=(*misunderstandings, *base.misunderstandings))


def _read_indented(text: str, before: int) -> tuple[YamlLines, tuple[Misunderstanding, ...]]:
    """Read YAML; where tabs indent its lines, which YAML forbids, each as four spaces.

    Raises:
        BrokenYaml: it can't be read even so.
    """
    try:
        return read_yaml(text, before), ()
    except BrokenYaml:
        tab = _INDENTED_BY_TAB.search(text)
        if tab is None:
            raise
    yaml = read_yaml(_INDENTED_BY_TAB.sub(lambda found: found[0].expandtabs(_TAB), text), before)
    line = before + text.count("\n", 0, tab.start()) + 1
    reason = f"tabs indent lines, which YAML forbids: each is read as {_TAB} spaces"
    return yaml, (Misunderstanding(line, reason, "rows"),)


@dataclass(frozen=True, slots=True)
class _BaseReader:
    """A reader of one base."""

    yaml: YamlLines
    noun: str

    def base(self) -> Base:
        root = self.yaml.root
        section = _Section(self.yaml, root, 1)
        section.name_unknown(_OF_BASE, "the base")
        return Base(
            views=tuple(self._views()),
            filter=section.filter(),
            formulas=section.formulas("formulas"),
            headings=_headings(section),
            summaries=section.formulas("summaries"),
            misunderstandings=tuple(section.misunderstandings),
        )

    def _views(self) -> Iterator[BaseView]:
        """Yield the views; without any there is a table of all files, as in Obsidian."""
        views = self.yaml.root.get("views")
        if views is None or views == []:
            yield BaseView("Table")
            return
        if not isinstance(views, list):
            line = self.yaml.line(self.yaml.root, "views")
            raise self._refusal(line, "`views` is no list of views")
        if len(views) > _MOST_VIEWS:
            raise self._refusal(1, f"it has {len(views):,} views, more than {_MOST_VIEWS:,}")
        for number, view in enumerate(views):
            line = self.yaml.line(views, number)
            if not isinstance(view, dict):
                raise self._refusal(line, f"view {number + 1} is no map of `type`, `name` …")
            yield _view(_Section(self.yaml, view, line))

    def _refusal(self, line: int, reason: str) -> ToolError:
        return ToolError(
            f"{self.noun} can't be read: line {line:,}: {reason}.",
            "A view is `- type: table` with its `name`, `filters`, `order` …",
        )


@dataclass(frozen=True, slots=True)
class _Section:
    """A map of the YAML from `line` on, the base or a view, and what is not understood of it."""

    yaml: YamlLines
    map: dict[str, Value]
    line: int
    misunderstandings: list[Misunderstanding] = field(default_factory=list)

    def note(self, key: str, text: str, effect: Effect) -> None:
        """Note what is not understood of a key."""
        line = self.yaml.line(self.map, key) if key in self.map else self.line
        self.misunderstandings.append(Misunderstanding(line, text, effect))

    def name_unknown(self, known: tuple[str, ...], owner: str) -> None:
        """Note the keys that are not known: Obsidian reads no rows from them either."""
        for key in self.map:
            if key not in known:
                self.note(key, f"`{key}` of {owner} is not known", "looks")

    def filter(self) -> Filter | None:
        """Return the filter, `None` if there is none."""
        written = self.map.get("filters")
        if written in (None, "", {}):
            return None
        return read_filter(self.yaml, written, self.yaml.line(self.map, "filters"))

    def mapping(self, key: str, noun: str, effect: Effect) -> dict[str, Value]:
        """Return a map; empty, with a note, if the value is another."""
        value = self.map.get(key)
        if isinstance(value, dict):
            return value
        if value not in (None, [], ""):
            self.note(key, f"`{key}` is no map of {noun}", effect)
        return {}

    def items(self, key: str, noun: str, effect: Effect) -> list[Value]:
        """Return a list; empty, with a note, if the value is another."""
        value = self.map.get(key)
        if isinstance(value, list):
            return value
        if value is not None:
            self.note(key, f"`{key}` is no list of {noun}", effect)
        return []

    def formulas(self, key: str) -> dict[str, Formula]:
        """Return the expressions with names."""
        written = self.mapping(key, "expressions by name", "rows")
        return {
            name: Formula(name, expression_text(value), self.yaml.line(written, name))
            for name, value in written.items()
        }


def _headings(section: _Section) -> dict[str, str]:
    """Return the display names by id; `display` is the form of 2025's first bases."""
    old = section.mapping("display", "display names by id", "looks")
    found = {_full_id(id_): shown for id_, shown in old.items() if isinstance(shown, str)}
    for id_, about in section.mapping("properties", "settings by id", "looks").items():
        shown = about.get("displayName") if isinstance(about, dict) else None
        if not isinstance(shown, str) or not shown.strip():
            continue
        found[id_] = shown
        if _full_id(id_) != id_:
            text = f"`{id_}` has a display name, which Obsidian takes for `{_full_id(id_)}` alone"
            section.note("properties", text, "looks")
    return found


def _full_id(id_: str) -> str:
    """Return an id with the owner of its property: `status` is `note.status`."""
    return id_ if id_.startswith(OWNERS) else f"note.{id_}"


def _view(section: _Section) -> BaseView:
    kind = section.map.get("type")
    if not isinstance(kind, str) or not kind:
        section.note("type", "the view has no `type`: it is shown as a table", "looks")
        kind = DEFAULT_KIND
    if kind in KINDS:  # the keys of a plugin's kind are its own
        section.name_unknown(_OF_VIEW, "the view")
    name = section.map.get("name")
    return BaseView(
        name=name if isinstance(name, str) and name else expression_text(name) or kind.title(),
        kind=kind,
        line=section.line,
        filter=section.filter(),
        group_by=_group_by(section),
        sort=tuple(_sort(section)),
        columns=tuple(_columns(section)),
        limit=_limit(section),
        summaries=_summaries(section),
        extra=tuple(_extra(section)),
        misunderstandings=tuple(section.misunderstandings),
    )


def _sort(section: _Section) -> Iterator[SortKey]:
    for key in section.items("sort", "sort keys", "rows"):
        if found := _sort_key(section, "sort", key):
            yield found


def _group_by(section: _Section) -> SortKey | None:
    written = section.map.get("groupBy")
    return None if written in (None, "", {}) else _sort_key(section, "groupBy", written)


def _sort_key(section: _Section, key: str, written: Value) -> SortKey | None:
    """Return a property with its direction; bases of 2025 name it `column`."""
    if isinstance(written, str) and written:
        return SortKey(written)
    if not isinstance(written, dict):
        section.note(key, f"`{key}` has an item that is no `property` with `direction`", "rows")
        return None
    property_ = written.get("property", written.get("column"))
    if not isinstance(property_, str) or not property_:
        section.note(key, f"`{key}` has an item without `property`", "rows")
        return None
    direction = written.get("direction", "ASC")
    descending = _DIRECTIONS.get(direction.upper()) if isinstance(direction, str) else None
    if descending is None:
        text = f"`direction` of `{key}` is {expression_text(direction)!r}, neither ASC nor DESC"
        section.note(key, text, "rows")
    return SortKey(property_, descending or False)


def _columns(section: _Section) -> Iterator[str]:
    for each in section.items("order", "ids of properties", "rows"):
        if isinstance(each, str) and each:
            yield each
        else:
            section.note("order", "`order` has an item that is no id of a property", "rows")


def _limit(section: _Section) -> int | None:
    """Return the limit; none, and 0, keep every row."""
    limit = section.map.get("limit")
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int | float) or limit < 0:
        section.note("limit", f"`limit` is {expression_text(limit)!r}, no number of rows", "rows")
        return None
    return int(limit) or None


def _summaries(section: _Section) -> Mapping[str, str]:
    written = section.mapping("summaries", "names of summaries by id", "rows")
    found = {id_: name for id_, name in written.items() if isinstance(name, str) and name}
    if len(found) < len(written):
        section.note("summaries", "`summaries` has an item that names no summary", "rows")
    return found


def _extra(section: _Section) -> Iterator[str]:
    """Yield the ids that a layout shows beside the columns; an image may be a fixed address."""
    for key in _SHOWN_BESIDE:
        value = section.map.get(key)
        if isinstance(value, str) and value.startswith(OWNERS):
            yield value
