"""A request as bytes: in a build's record, and for a process that builds in the background."""

from __future__ import annotations

import json

import msgspec

from pageful.maven.request.build_request import BuildRequest


def pack_request(request: BuildRequest) -> bytes:
    """Encode a request as JSON; invalid Unicode in its arguments is kept."""
    return json.dumps(msgspec.to_builtins(request)).encode("ascii")


def unpack_request(data: bytes) -> BuildRequest | None:
    """Decode a request; None if it can't be read, as one of another version."""
    try:
        return msgspec.convert(json.loads(data), BuildRequest)
    except (ValueError, msgspec.MsgspecError, RecursionError):
        return None
