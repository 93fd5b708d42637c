"""Headers of HTTP requests with messages: the caller's own, and those of the protocol."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pageful.gateway.faces import PROTOCOL_VERSION
from pageful.gateway.frames import Frame
from pageful.tool.errors import ToolError

# > Authorization: Bearer ${GITHUB_TOKEN}
_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n]*)")
# > ${GITHUB_TOKEN}
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
# A value that every server reads as it was sent.
# > list_issues
_SAFE = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?")
_ENCODED = "=?base64?"
# > 42.0
_WHOLE = re.compile(r"(-?[0-9]{1,300})(?:\.0+)?")

_NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""The member of a request's params that names what is asked for."""

HeaderPaths = Mapping[tuple[str, ...], str]
"""The arguments of a tool, by their paths, that go into headers too, and the headers' names."""


def read_headers(given: Sequence[str]) -> dict[str, str]:
    """Read headers as `--header` gives them, with variables of the environment.

    Raises:
        ToolError: one is no header, or its variable is not set.
    """
    headers = {}
    for text in given:
        match = _HEADER.fullmatch(text)
        if match is None:
            name = text.partition(":")[0]
            raise ToolError(f"`--header {name}: …` is no header.", "Give 'NAME: VALUE'.")
        headers[match[1]] = _VARIABLE.sub(_variable, match[2])
    return headers


def environment_headers(names: Sequence[str]) -> dict[str, str]:
    """Read headers whose values are the environment variables of the same names.

    Raises:
        ToolError: a variable is not set, or has several lines.
    """
    return {name: _environment(name) for name in names}


def message_headers(frame: Frame, version: str | None, paths: HeaderPaths) -> dict[str, str]:
    """Return the headers that say what a message is.

    Until 2025-11-25 that is the revision; from 2026-07-28 on also method, name and some arguments.
    """
    message = frame.message or {}
    params = message.get("params")
    params = params if isinstance(params, dict) else {}
    meta = params.get("_meta")
    modern = meta.get(PROTOCOL_VERSION) if isinstance(meta, dict) else None
    if not isinstance(modern, str):
        return {"MCP-Protocol-Version": version} if version else {}
    headers = {"MCP-Protocol-Version": modern}
    if frame.method:
        headers["Mcp-Method"] = frame.method
        name = params.get(_NAMED.get(frame.method, ""))
        if isinstance(name, str):
            headers["Mcp-Name"] = _encode(name)
    if frame.method == "tools/call":
        headers |= _argument_headers(params.get("arguments"), paths)
    return headers


def find_mismatch(
    frame: Frame, headers: Iterable[tuple[bytes, bytes]], paths: HeaderPaths
) -> str | None:
    """Say which header of a request does not say what its body says, if any.

    Proxies look at headers alone: what they let pass has to be what is asked for.
    """
    given: dict[str, str] = {}
    for raw, value in headers:
        key = raw.decode("latin-1").lower()
        if key.startswith("mcp-") and key in given:
            return f"The header {key} is there twice."
        given[key] = value.decode("latin-1").strip()
    wanted = message_headers(frame, None, paths)
    unwanted = [f"Mcp-Param-{token}" for token in paths.values()]
    for name in dict.fromkeys((*wanted, *unwanted)):
        said, meant = given.get(name.lower()), wanted.get(name)
        if not _is_same(said, meant):
            return f"The header {name} does not say what the body says."
    return None


def header_paths(definition: Mapping[str, Any]) -> HeaderPaths:
    """Find the arguments of a tool that its definition wants in headers."""
    return dict(_annotated(definition.get("inputSchema"), ()))


def _variable(match: re.Match[str]) -> str:
    return _environment(match[1])


def _environment(name: str) -> str:
    value = os.environ.get(name)
    if value is None:
        raise ToolError(
            f"A header names the variable {name}, which is not set.",
            f"Set it in the environment of the gateway: `{name}=…`.",
        )
    if "\n" in value or "\r" in value:
        raise ToolError(f"{name} has several lines, and can't be a header.", "Set it anew.")
    return value


def _encode(value: str) -> str:
    if _SAFE.fullmatch(value) and not value.startswith(_ENCODED):
        return value
    return f"{_ENCODED}{base64.b64encode(value.encode(errors='surrogatepass')).decode()}?="


def _decode(value: str) -> str | None:
    """Read a header's value; `None` where its encoding is broken."""
    if not (value.startswith(_ENCODED) and value.endswith("?=")):
        return value
    try:
        data = base64.b64decode(value[len(_ENCODED) : -2], validate=True)
        return data.decode(errors="surrogatepass")
    except ValueError:
        return None


def _is_same(said: str | None, meant: str | None) -> bool:
    if said is None or meant is None:
        return said is meant
    one, other = _decode(said), _decode(meant)
    if one == other or one is None or other is None:
        return one == other and one is not None
    numbers = [_WHOLE.fullmatch(each) for each in (one, other)]
    return all(numbers) and len({int(each[1]) for each in numbers if each}) == 1


def _annotated(schema: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    for key, inner in properties.items() if isinstance(properties, dict) else ():
        token = inner.get("x-mcp-header") if isinstance(inner, dict) else None
        if isinstance(token, str):
            yield (*path, key), token
        yield from _annotated(inner, (*path, key))


def _argument_headers(arguments: object, paths: HeaderPaths) -> dict[str, str]:
    headers = {}
    for path, token in paths.items():
        value: Any = arguments
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, bool):
            value = "true" if value else "false"
        if isinstance(value, str | int | float):
            headers[f"Mcp-Param-{token}"] = _encode(str(value))
    return headers
