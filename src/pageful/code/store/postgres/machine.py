"""The machine that pageful runs on: a repository's directory means something only there."""

from __future__ import annotations

import socket
from functools import cache


@cache
def this_machine() -> str:
    """Name this machine as others know it."""
    return socket.gethostname()
