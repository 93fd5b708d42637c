"""Credentials by their look: what holds one is never kept."""

from __future__ import annotations

import re

# Forms that their issuers made to be recognised, and members whose names say what they hold.
# > AKIAIOSFODNN7EXAMPLE
# > ghp_0123456789abcdefghijABCDEFGHIJ012345
# > github_pat_11AAAAAAA0123456789abc_0123456789
# > glpat-0123456789abcdefghij
# > sk-proj-0123456789abcdefghijABCDEF
# > xoxb-123456789012-abcdefghijkl
# > AIzaSyA0123456789abcdefghijklmnopqrstuvw
# > npm_0123456789abcdefghijABCDEFGHIJ012345
# > -----BEGIN RSA PRIVATE KEY-----
# > eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl
# > postgres://app:hunter2@db.example/shop
# > "password":"hunter2!"
# > "client_secret": "0a1b2c3d4e"
# > AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI
_CREDENTIAL = re.compile(
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"
    r"|\bgh[pousr]_[0-9A-Za-z]{36}"
    r"|\bgithub_pat_[0-9A-Za-z_]{20}"
    r"|\bglpat-[0-9A-Za-z_-]{20}"
    r"|\bsk-[0-9A-Za-z_-]{20}"
    r"|\bxox[abeoprs]-[0-9A-Za-z-]{10}"
    r"|\bAIza[0-9A-Za-z_-]{35}"
    r"|\bnpm_[0-9A-Za-z]{36}"
    r"|-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY-----"
    r"|\beyJ[0-9A-Za-z_-]{8,2000}\.eyJ[0-9A-Za-z_-]{8,2000}\.[0-9A-Za-z_-]{8}"
    r"|\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"]{1,80}:[^\s/:@\"]{1,80}@"
    r"|\"(?:[\w-]{0,40}[_-])?(?:password|passwd|passphrase|secret|api_?key|access_?token|"
    r"auth_?token|refresh_?token|private_?key|client_?secret)\" ?: ?\"[^\"\s]{6}"
    r"|\b[A-Z][A-Z0-9_]{0,40}(?:PASSWORD|SECRET|TOKEN|API_KEY|ACCESS_KEY)=[^\s\"]{6}"
)


def looks_secret(text: str) -> bool:
    """Tell whether a text holds what looks like a credential."""
    return _CREDENTIAL.search(text) is not None
