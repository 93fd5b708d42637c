"""Results as servers give them, made up: issues, orders, pods, log events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_PEOPLE = ("ada", "lin", "kim", "bo", "mia")
_WORDS = ("Crash", "Slow start", "Wrong total", "Missing label", "Broken link", "Typo", "Leak")
_CITIES = ("Bern", "Lyon", "Graz", "Turin")


def made_results() -> Iterator[tuple[str, Any]]:
    """Yield names and data, always the same."""
    yield "issues-000-list_issues", [_issue(n) for n in range(24)]
    yield "shop-000-query", [_order(n) for n in range(30)]
    yield "cluster-000-list_pods", {"kind": "PodList", "items": [_pod(n) for n in range(14)]}
    yield "monitor-000-events", {"next": None, "events": [_event(n) for n in range(40)]}


def _person(name: str) -> dict[str, Any]:
    number = 100 + _PEOPLE.index(name)
    return {"login": name, "id": number, "html_url": f"https://git.example/{name}"}


def _issue(n: int) -> dict[str, Any]:
    number = 400 - 3 * n
    issue = {
        "number": number,
        "title": f"{_WORDS[n * 5 % 7]} in {_CITIES[n * 3 % 4]} {n}",
        "state": "closed" if n % 4 == 1 else "open",
        "user": _person(_PEOPLE[n * 7 % 5]),
        "comments": n * n % 17,
        "html_url": f"https://git.example/shop/issues/{number}",
        "closed_at": f"2026-03-{n + 1:02}T10:00:00Z" if n % 4 == 1 else None,
    }
    return issue | ({"milestone": f"v{n % 3}"} if n % 5 else {})


def _order(n: int) -> dict[str, Any]:
    return {
        "id": str(70_000_000_000 + 37 * n),
        "customer": f"C-{n * 11 % 9 + 1:03}",
        "city": _CITIES[n % 4],
        "total": round(19.9 + n * 13.37 % 250, 2),
        "paid": n % 3 != 0,
        "note": None if n % 2 else "",
    }


def _pod(n: int) -> dict[str, Any]:
    namespace = "shop" if n % 3 else "billing"
    name = f"web-{n:02}-{'abcdefghijklmn'[n] * 3}"
    return {
        "metadata": {"name": name, "namespace": namespace, "uid": f"u{79 * n}"},
        "spec": {"nodeName": f"node-{n % 4}", "restartPolicy": "Always"},
        "status": {"phase": "Failed" if n in (4, 9) else "Running", "restarts": n * 3 % 8},
    }  # fmt: skip


def _event(n: int) -> dict[str, Any]:
    return {
        "id": n + 1,
        "level": ("info", "warning", "info", "error")[n * 3 % 4],
        "service": ("web", "queue", "mail")[n % 3],
        "took_ms": n * 29 % 113,
        "trace": {"id": f"t{n * 131:05}", "sampled": n % 2 == 0},
    }
