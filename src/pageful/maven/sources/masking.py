"""Secrets in lines of a project's files, which no page or record is to have."""

from __future__ import annotations

import re

_MASK = "***"
_NAMES = r"password|passwd|secret|token|api[._-]?key|credential|authorization"
# > private static final String DB_PASSWORD = "hunter2";
_LITERAL = re.compile(
    rf"(?i)((?:{_NAMES})[\w.\-]{{0,60}}[\"']?\s{{0,9}}[=:,(]\s{{0,9}})([\"'])[^\"']*\2"
)
# > jdbc:postgresql://till:hunter2@db.example.com/shop
_USER = re.compile(r"(?<=://)[^\s/@\"']{1,200}@")
# > -----BEGIN RSA PRIVATE KEY-----
_KEY = re.compile(r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----.*")


def mask_secrets(line: str) -> str:
    """Return a line of source with literals of secrets, users of URLs and private keys masked."""
    masked = _LITERAL.sub(rf"\1\2{_MASK}\2", line)
    return _KEY.sub(_MASK, _USER.sub(f"{_MASK}@", masked))
