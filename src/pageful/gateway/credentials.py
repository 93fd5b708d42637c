"""Credentials by their look: what holds one is never kept."""

from __future__ import annotations

import re

# Each pattern begins with fixed characters, which are looked for as fast as memory is read.
# > AKIAIOSFODNN7EXAMPLE
_AWS = re.compile(r"A(?:KIA|SIA)[0-9A-Z]{16}\b")
# > ghp_0123456789abcdefghijABCDEFGHIJ012345
_GITHUB = re.compile(r"gh[pousr]_[0-9A-Za-z]{36}")
# > github_pat_11AAAAAAA0123456789abc_0123456789
_GITHUB_FINE = re.compile(r"github_pat_[0-9A-Za-z_]{20}")
# > glpat-0123456789abcdefghij
_GITLAB = re.compile(r"glpat-[0-9A-Za-z_-]{20}")
# > sk-proj-0123456789abcdefghijABCDEF
_SECRET_KEY = re.compile(r"sk-(?<![0-9A-Za-z]sk-)[0-9A-Za-z_-]{20}")
# > xoxb-123456789012-abcdefghijkl
_SLACK = re.compile(r"xox[abeoprs]-[0-9A-Za-z-]{10}")
# > AIzaSyA0123456789abcdefghijklmnopqrstuvw
_GOOGLE = re.compile(r"AIza[0-9A-Za-z_-]{35}")
# > npm_0123456789abcdefghijABCDEFGHIJ012345
_NPM = re.compile(r"npm_[0-9A-Za-z]{36}")
# > -----BEGIN RSA PRIVATE KEY-----
_PRIVATE_KEY = re.compile(r"-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY-----")
# > eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl
_WEB_TOKEN = re.compile(r"eyJ[0-9A-Za-z_-]{8,2000}\.eyJ[0-9A-Za-z_-]{8,2000}\.[0-9A-Za-z_-]{8}")
# > postgres://app:hunter2@db.example/shop
_ADDRESS = re.compile(r"://[^\s/:@\"]{1,80}:[^\s/:@\"]{1,80}@")

_FORMS = (
    _AWS, _GITHUB, _GITHUB_FINE, _GITLAB, _SECRET_KEY, _SLACK, _GOOGLE, _NPM, _PRIVATE_KEY,
    _WEB_TOKEN, _ADDRESS,
)  # fmt: skip
"""Forms that their issuers made to be recognised."""

_NAMES = (
    "password", "passwd", "passphrase", "secret", "api_key", "apikey", "access_token",
    "accesstoken", "auth_token", "authtoken", "refresh_token", "refreshtoken", "private_key",
    "privatekey", "access_key", "accesskey",
)  # fmt: skip
"""Ends of names, in lower case, that say what a value is."""

# The value after such a name, of a member or a variable.
# > ":"hunter22"
# > ": "0a1b2c3d4e"
# > =wJalrXUtnFEMI
_VALUE = re.compile(r"\"?(?: ?: ?\"|=)[^\"\s\\]{6}")


def looks_secret(text: str) -> bool:
    """Tell whether a text holds what looks like a credential."""
    return any(form.search(text) for form in _FORMS) or _has_named_secret(text.lower())


def _has_named_secret(text: str) -> bool:
    for name in _NAMES:
        position = text.find(name)
        while position >= 0:
            position += len(name)
            if _VALUE.match(text, position):
                return True
            position = text.find(name, position)
    return False
