"""An order as bytes, as a record keeps it and a process that builds in the background gets it."""

from __future__ import annotations

import json

import msgspec

from pageful.maven.build_request import Order


def packed(order: Order) -> bytes:
    """An order as JSON; what is no Unicode in its arguments stays what it is."""
    return json.dumps(msgspec.to_builtins(order)).encode("ascii")


def unpacked(data: bytes) -> Order | None:
    """The order that was packed, absent where it can't be read, as of another version."""
    try:
        return msgspec.convert(json.loads(data), Order)
    except (ValueError, msgspec.MsgspecError, RecursionError):
        return None
