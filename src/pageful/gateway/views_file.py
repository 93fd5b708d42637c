"""The file `pageful.toml`: read, and checked to the last key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, get_args

from pageful.gateway.faces import FACES
from pageful.gateway.paths import From, parse_path
from pageful.gateway.settings import SMALLEST_BUDGET
from pageful.gateway.views import FieldPath, Form, ServerViews, ToolView
from pageful.tool.errors import ToolError

_STORES = ("memory", "off")
_VIEW_KEYS = ("keep", "drop", "cut", "as", "store", "budget")
_GATEWAY_KEYS = ("face", "budget", "store", "server")
_SERVER_KEYS = ("face", *_VIEW_KEYS, "tool")


def read_views(file: Path, server: str, *, must_have: bool = True) -> ServerViews:
    """Read what a file says of a server; all of it is checked.

    Raises:
        ToolError: it can't be read, or says what nobody understands.
    """
    return _Reader(file).read(_load(file), server, must_have=must_have)


def _load(file: Path) -> Mapping[str, Any]:
    import tomllib

    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        problem = f"{file} can't be read: {error.strerror}."
        raise ToolError(problem, "Name a file of views.") from None
    except (ValueError, RecursionError) as error:
        raise ToolError(f"{file} is no TOML: {error}.", "Mend it.") from None


class _Reader:
    """A reader of one file, which its errors name."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self, data: Mapping[str, Any], server: str, *, must_have: bool) -> ServerViews:
        if "gateway" not in data:
            if not must_have:
                return ServerViews()
            found = ", ".join(f"[{key}]" for key in data) or "nothing"
            raise self._error(f"has no [gateway], but {found}", "Put the views below [gateway].")
        top = self._table(data["gateway"], "gateway", _GATEWAY_KEYS)
        face, budget, store = self._face(top, "gateway"), None, self._store(top, "gateway")
        budget = self._budget(top, "gateway")
        tools: list[tuple[str, ToolView]] = []
        for name, value in self._named(top, "server", "gateway.server"):
            own = ServerViews(*self._server(value, f"gateway.server.{_quote(name)}"))
            if fnmatchcase(server, name):
                face, budget = own.face or face, own.budget or budget
                store = own.store or store
                tools += own.tools
        return ServerViews(face, budget, store, tuple(tools))

    def _server(
        self, value: object, where: str
    ) -> tuple[str | None, int | None, str | None, tuple[tuple[str, ToolView], ...]]:
        table = self._table(value, where, _SERVER_KEYS)
        tools = [("*", self._view(table, where))]
        for glob, each in self._named(table, "tool", f"{where}.tool"):
            place = f"{where}.tool.{_quote(glob)}"
            tools.append((glob, self._view(self._table(each, place, _VIEW_KEYS), place)))
        store = self._store(table, where)
        # What is a server's own is none of its tools': options of the command line go over it.
        tools[0] = ("*", _without(tools[0][1], "budget", "store"))
        return self._face(table, where), self._budget(table, where), store, tuple(tools)

    def _view(self, table: Mapping[str, Any], where: str) -> ToolView:
        store = self._store(table, where)
        return ToolView(
            keep=self._paths(table, "keep", where),
            drop=self._paths(table, "drop", where),
            cut=self._cut(table, where),
            form=self._choice(table, "as", get_args(Form), where),
            store=None if store is None else store == "memory",
            budget=self._budget(table, where),
        )

    def _face(self, table: Mapping[str, Any], where: str) -> str | None:
        face: str | None = self._choice(table, "face", FACES, where)
        return face

    def _store(self, table: Mapping[str, Any], where: str) -> str | None:
        store: str | None = self._choice(table, "store", _STORES, where)
        return store

    def _budget(self, table: Mapping[str, Any], where: str) -> int | None:
        budget = table.get("budget")
        if budget is None or (type(budget) is int and budget >= SMALLEST_BUDGET):
            return budget
        raise self._error(
            f"[{where}]: `budget` is {budget!r}", f"Give characters, from {SMALLEST_BUDGET:,} on."
        )

    def _paths(
        self, table: Mapping[str, Any], key: str, where: str
    ) -> tuple[FieldPath, ...] | None:
        value = table.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self._error(
                f"[{where}]: `{key}` is no list of fields",
                f'For instance {key} = ["number", "user.login"].',
            )
        return tuple(self._path(each, key, where) for each in value)

    def _path(self, text: str, key: str, where: str) -> FieldPath:
        try:
            steps = parse_path(text)
        except ToolError as error:
            raise self._error(f"[{where}]: `{key}`: {error.problem}", error.remedy) from None
        if not steps or any(isinstance(step, int | From) for step in steps):
            raise self._error(
                f"[{where}]: `{key}` has `{text}`, which is no field of all rows",
                "Fields look so: `user.login`, `labels[].name`, `*_url`, `**.node_id`.",
            )
        return tuple(step for step in steps if isinstance(step, str))

    def _cut(
        self, table: Mapping[str, Any], where: str
    ) -> tuple[tuple[FieldPath, int], ...] | None:
        value = table.get("cut")
        if value is None:
            return None
        if not isinstance(value, dict) or not all(
            type(size) is int and size >= 0 for size in value.values()
        ):
            raise self._error(
                f"[{where}]: `cut` does not say how many characters of a field stay",
                "For instance cut = { body = 300 }.",
            )
        return tuple((self._path(text, "cut", where), size) for text, size in value.items())

    def _choice(
        self, table: Mapping[str, Any], key: str, choices: tuple[str, ...], where: str
    ) -> Any:
        value = table.get(key)
        if value is None or value in choices:
            return value
        near = _nearest(value, choices)
        problem = f"[{where}]: `{key}` is {value!r}"
        raise self._error(problem, f"{near}It is one of {_list(choices)}.")

    def _named(
        self, table: Mapping[str, Any], key: str, where: str
    ) -> Iterator[tuple[str, object]]:
        value = table.get(key, {})
        if not isinstance(value, dict):
            raise self._error(f"[{where}] is no table", f"Write [{where}.NAME].")
        yield from value.items()

    def _table(self, value: object, where: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise self._error(f"`{where}` is no table", f"Write [{where}].")
        for key in value:
            if key not in keys:
                near = _nearest(key, keys)
                raise self._error(
                    f"[{where}] has the unknown key `{key}`", f"{near}Known are {_list(keys)}."
                )
        return value

    def _error(self, problem: str, remedy: str) -> ToolError:
        return ToolError(f"{self._file} {problem}.", remedy)


def _without(view: ToolView, *names: str) -> ToolView:
    wishes = {each.name: getattr(view, each.name) for each in fields(view)}
    return ToolView(**{name: None if name in names else wish for name, wish in wishes.items()})


def _nearest(word: object, words: tuple[str, ...]) -> str:
    near = get_close_matches(str(word), words, n=1)
    return f"Did you mean `{near[0]}`? " if near else ""


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _quote(name: str) -> str:
    plain = name.replace("-", "").replace("_", "").isalnum() and name.isascii()
    return name if plain else f'"{name}"'
