"""Data whose golden pages are in `pages`: one for each thing that a page says shorter."""

from __future__ import annotations

from typing import Any

_PEOPLE = {
    name: {
        "login": name,
        "id": 1000 + n,
        "url": f"https://forge.example/api/users/{name}",
        "repos_url": f"https://forge.example/api/users/{name}/repos{{/name}}",
        "bot": False,
    }
    for n, name in enumerate(("ada", "grace", "linus"))
}


def _issue(n: int, author: str, labels: list[str]) -> dict[str, Any]:
    url = f"https://forge.example/api/repos/engine/issues/{n}"
    return {
        "number": n,
        "title": f"Cog {n} | sticks",
        "url": url,
        "comments_url": f"{url}/comments",
        "state": "open",
        "author": _PEOPLE[author],
        "reviewers": [_PEOPLE["grace"], _PEOPLE["linus"]] if n % 2 else [],
        "milestone": None,
        "labels": [{"name": label, "color": label[::-1]} for label in labels],
        "size": {"lines": n * 10, "files": n},
    }


GOLDEN: dict[str, Any] = {
    "types": [
        {"id": 1, "code": "5", "note": None, "sure": True, "price": 1.0},
        {"id": 2, "code": 5, "note": "null", "sure": "true", "price": 1},
        {"id": 3, "code": "A|1", "sure": False, "price": 2.5},
        {"id": 4, "code": " b", "note": "two\nlines", "sure": None, "price": 1e300},
        {"id": 5, "code": "", "note": "C:\\temp", "sure": True, "price": -3},
    ],
    "numbers_as_text": [
        {"id": str(9_007_199_254_740_993 + n), "amount": f"{n}.50", "currency": "EUR"}
        for n in range(6)
    ],
    "issues": {
        "total": 6,
        "more": False,
        "items": [
            _issue(n, ("ada", "grace")[n % 2], ["bug"] if n % 3 else ["bug", "help wanted"])
            for n in range(1, 7)
        ],
    },
    "order_lines": [
        {
            "order": f"2026-{n:04}",
            "lines": [{"sku": f"S{n}{m}", "quantity": m + 1} for m in range(n % 3 + 1)],
            "address": {"city": "Bern", "zip": f"30{n:02}"} if n % 4 else None,
        }
        for n in range(1, 9)
    ],
    "record": {
        "kind": "Deployment",
        "metadata": {"name": "engine", "labels": {"app": "engine", "tier": "backend"}},
        "spec": {
            "template": {
                "containers": [
                    {"name": f"cog-{n}", "image": f"registry.example/cog:{n}", "pull": "Always"}
                    for n in range(1, 5)
                ],
                "restart": "Always",
                "hint": "engine | cog: turn it by hand, and look again | " * 2 + "or wait",
            },
        },
        "conditions": [
            {"type": kind, "status": "True", "since": f"2026-11-2{n}T10:00:00Z"}
            for n, kind in enumerate(("Available", "Progressing", "Complete"))
        ],
    },
    "repeated_text": [
        {
            "check": f"C{n}",
            "advice": f"Turn the cog by hand, oil it | wait, and look again at {n % 2} o'clock. "
            * 3,
        }
        for n in range(8)
    ],
    "long_text": [
        {"file": f"src/cog_{n}.py", "patch": "@@ -1 +1 @@\n-# a `cog`\n+    turn()\n" * 40}
        if n == 1
        else {"file": f"src/cog_{n}.py", "patch": f"@@ -{n} +1 @@"}
        for n in range(4)
    ],
}
