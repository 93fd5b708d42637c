"""Whether views keep the rows that another engine keeps.

`vault_bases_differential.py DIRECTORY ENGINE`: DIRECTORY is one of vaults, ENGINE a built checkout
of obsidian-bases-expression, the one other engine of expressions that was held against Obsidian
(`vault_bases_peer.mjs` says how to build it; Node runs it). Every view of every base file and of
every base in a note is run by both, with the files, links and types of properties as pageful has
them. Sorts, groups and limits are left out: the other engine has none. `--list` names each view
that differs, with the rows that one engine alone keeps.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pageful.tool.errors import ToolError
from pageful.vault.base_views.choosing import choose_view
from pageful.vault.base_views.note_bases import BasePlace
from pageful.vault.base_views.runner import BaseViews
from pageful.vault.bases.base import BrokenFilter, Combination, Condition, Filter
from pageful.vault.bases.base_reading import read_base
from pageful.vault.bases.pipeline import ViewRun
from pageful.vault.bases.rows import BaseVault, Row
from pageful.vault.bases.values import DateValue, LinkValue, TagValue, Value
from pageful.vault.values.dates import iso_text
from tables import table
from vault_bases import Asked, Counts, asked_of, views_on

_PEER = Path(__file__).with_name("vault_bases_peer.mjs")
# > link("Books")
_TEXT = re.compile(r"\"([^\"]*)\"|'([^']*)'")


@dataclass(frozen=True)
class ViewOfBoth:
    """A view with the paths that pageful keeps, and what the other engine needs to run it."""

    name: str
    run: ViewRun
    kept: frozenset[str]
    asked: Mapping[str, Any]


def views_of(views: BaseViews, seen: set[str]) -> Iterator[ViewOfBoth]:
    """Run the views of a vault; those that pageful refuses, or that were seen, are left out."""
    for asked in asked_of(views, Counts(""), seen):
        try:
            yield _view(views, asked)
        except ToolError:
            continue


def _view(views: BaseViews, asked: Asked) -> ViewOfBoth:
    """Run a view.

    Raises:
        ToolError: it is refused.
    """
    text = asked.base
    if text is None:
        assert asked.path
        text = views.paths.read_bytes(asked.path).decode("utf-8-sig", "replace")
    base = read_base(text)
    view = choose_view(base, asked.view or "", BasePlace(asked.path or ""))
    page = views.run(asked.path, asked.view or None, asked.base, asked.this)
    (shown,) = page.shown
    run = shown.run
    assert run
    filters = [_filter(each) for each in (base.filter, view.filter) if each is not None]
    return ViewOfBoth(
        asked.name,
        run,
        frozenset(path for path in run.files if run.filter.keeps(Row(path, run.context))),
        {
            "filters": filters,
            "formulas": {name: each.text for name, each in base.formulas.items()},
            "this": shown.this,
        },
    )


def _filter(written: Filter) -> Any:
    """A filter as a base file writes it; what can't be read is false."""
    match written:
        case Combination(word, parts):
            return {word: [_filter(each) for each in parts]}
        case Condition(text):
            return text
        case BrokenFilter():
            return "false"


def vault_json(views: BaseViews, asked: list[ViewOfBoth]) -> dict[str, Any]:
    """A vault and its views as the other engine takes them."""
    texts = json.dumps([each.asked for each in asked])
    names = {"".join(found) for found in _TEXT.findall(texts.replace('\\"', '"'))}
    return {
        "now": views.clock.now,
        "files": [_file(views, asked[0].run.context.vault, path) for path in asked[0].run.files],
        "links": {name: views.snapshot.resolve(name.partition("#")[0], "") for name in names},
        "views": [each.asked for each in asked],
    }


def _file(views: BaseViews, vault: BaseVault, path: str) -> dict[str, Any]:
    stat = vault.files[path]
    return {
        "path": path,
        "folder": path.rpartition("/")[0] or "/",
        "size": stat.size,
        "properties": {name: _value(each, views) for name, each in vault.properties(path).items()},
        "tags": list(vault.tags(path)),
        "links": [_value(each, views)["value"] for each in vault.links(path)],
        "embeds": [_value(each, views)["value"] for each in vault.embeds(path)],
        "backlinks": [{"path": each, "resolvedPath": each} for each in vault.backlinks(path)],
        "ctime": {"$moment": stat.created // 1_000_000},
        "mtime": {"$moment": stat.modified // 1_000_000},
    }


def _value(value: Value, views: BaseViews) -> Any:
    match value:
        case LinkValue(target, display, source):
            resolved = views.snapshot.resolve(target.partition("#")[0], source)
            shown = {} if display is None else {"display": display}
            return {"type": "Link", "value": {"path": target, "resolvedPath": resolved, **shown}}
        case DateValue():
            return {"$date": iso_text(value.date), "day": not value.has_time}
        case TagValue(name):
            return name
        case tuple():
            return [_value(each, views) for each in value]
        case Mapping():
            return {name: _value(each, views) for name, each in value.items()}
        case _:
            return value


def peer_rows(engine: Path, vault: dict[str, Any]) -> list[frozenset[str]]:
    """The paths that the other engine keeps in each view."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(vault, file)
        file.flush()
        command = ["node", str(_PEER), str(engine), file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [frozenset(paths) for paths in json.loads(done.stdout)]


def main() -> None:
    """Run all views below a directory of vaults by both engines, and compare their rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("engine", type=Path)
    parser.add_argument("--list", action="store_true", help="name each view that differs")
    options = parser.parse_args()
    seen: set[str] = set()
    rows, named = [], []
    for root in sorted(each for each in options.directory.iterdir() if each.is_dir()):
        views = views_on(root)
        found = list(views_of(views, seen))
        if not found:
            continue
        theirs = peer_rows(options.engine, vault_json(views, found))
        pairs = list(zip(found, theirs, strict=True))
        differing = [(each, other) for each, other in pairs if each.kept != other]
        kept = sum(len(each.kept) for each in found)
        counts = (len(views.snapshot.files), len(found), kept, len(found) - len(differing))
        rows.append((root.name, *map(str, (*counts, len(differing)))))
        named += [_difference(root.name, *pair) for pair in differing]
    print(table(("vault", "files", "views", "rows", "the same rows", "other rows"), rows))
    if options.list:
        print("\n".join(named))


def _difference(vault: str, view: ViewOfBoth, theirs: frozenset[str]) -> str:
    ours, others = sorted(view.kept - theirs), sorted(theirs - view.kept)
    texts = json.dumps(view.asked["filters"], ensure_ascii=False)
    return (
        f"{vault}: {view.name}: {len(view.kept)} rows, {len(ours)} of them ours alone {ours[:3]}, "
        f"{len(others)} theirs alone {others[:3]}: {texts}"
    )


if __name__ == "__main__":
    main()
