"""How a file of an unknown repository is opened: no link is followed, and no pipe waited for."""

from __future__ import annotations

import os

SAFELY = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags for `os.open`."""
