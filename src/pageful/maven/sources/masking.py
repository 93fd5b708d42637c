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


# > till.password: hunter2
_SETTING = re.compile(rf"(?i)((?:{_NAMES})[\w.\-]{{0,60}}[\"']?\s{{0,9}}[=:>]\s{{0,9}})\S.*")


def mask_secrets(line: str, *, setting: bool = False) -> str:
    """Return a line of source with literals of secrets, users of URLs and private keys masked.

    Where a `setting` may be in it, as in a resource, the whole value is masked, quoted or not.
    """
    if setting:
        line = _SETTING.sub(rf"\1{_MASK}", line)
    masked = _LITERAL.sub(rf"\1\2{_MASK}\2", line)
    return _KEY.sub(_MASK, _USER.sub(f"{_MASK}@", masked))
