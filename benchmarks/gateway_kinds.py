"""Results of many kinds, made up, of any size: what servers send, and what is hard to show."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

Result = dict[str, Any]

_WORDS = [
    "the",
    "gateway",
    "answers",
    "every",
    "call",
    "that",
    "a",
    "server",
    "did",
    "not",
    "live",
    "to",
    "answer",
    "and",
    "says",
    "why",
    "it",
    "ended",
    "while",
    "a",
    "client",
    "waits",
    "for",
    "the",
    "list",
    "of",
    "tools",
    "or",
    "reads",
    "a",
    "page",
    "of",
    "orders",
    "issues",
    "pods",
    "and",
    "events",
    "Crash",
    "when",
    "list",
    "is",
    "empty",
    "Support",
    "newer",
    "Python",
    "Say",
    "what",
    "failed",
    "Slow",
    "start",
    "Wrong",
    "total",
]
_PEOPLE = ("ada", "lin", "kim", "bo", "mia", "noor", "tom", "eva")
_LABELS = ("bug", "help wanted", "docs", "performance", "duplicate")
_FOREIGN = "Größe прочитано 東京の天気 naïve café Ærø ελληνικά"


def _text(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=words))


def _paragraphs(chance: random.Random, size: int) -> str:
    lines: list[str] = []
    left = size
    while left > 0:
        line = f"## {_text(chance, 4)}" if len(lines) % 9 == 0 else _text(chance, 16)
        line = "" if len(lines) % 9 == 8 else line
        lines.append(line)
        left -= len(line) + 1
    return "\n".join(lines)


def _issue(chance: random.Random, n: int) -> Result:
    """An issue as large servers send it: a person, labels, addresses, a text of some lines."""
    who = chance.choice(_PEOPLE)
    url = f"https://git.example/api/shop/issues/{n}"
    return {
        "url": url,
        "comments_url": f"{url}/comments",
        "html_url": f"https://git.example/shop/issues/{n}",
        "id": 90_000_000 + 37 * n,
        "number": n,
        "title": _text(chance, 7),
        "user": {"login": who, "id": 100 + len(who), "url": f"https://git.example/{who}",
                 "type": "User", "site_admin": False},
        "labels": [{"id": 7 * len(each), "name": each, "color": "ededed", "default": False}
                   for each in chance.sample(_LABELS, chance.randrange(3))],
        "state": chance.choice(("open", "closed")),
        "assignee": None,
        "comments": chance.randrange(40),
        "created_at": f"2026-03-{n % 28 + 1:02}T10:{n % 60:02}:00Z",
        "body": "\n".join(_text(chance, 12) for _ in range(chance.randrange(1, 9))),
    }  # fmt: skip


def _order(chance: random.Random, n: int) -> Result:
    return {
        "id": str(70_000_000_000 + 37 * n),
        "customer": f"C-{chance.randrange(900):03}",
        "city": chance.choice(("Bern", "Lyon", "Graz", "Turin")),
        "total": round(chance.random() * 900, 2),
        "items": chance.randrange(1, 30),
        "paid": chance.random() < 0.7,
        "note": chance.choice((None, "", _text(chance, 3))),
    }


def _pod(chance: random.Random, n: int) -> Result:
    namespace = chance.choice(("shop", "billing", "kube-system"))
    return {
        "metadata": {"name": f"web-{n:05}-{chance.getrandbits(32):08x}", "namespace": namespace,
                     "uid": f"{chance.getrandbits(64):016x}", "labels": {"app": "web", "n": str(n)},
                     "annotations": {"example.com/checksum": f"{chance.getrandbits(64):016x}"}},
        "spec": {"nodeName": f"node-{n % 9}", "restartPolicy": "Always", "containers": [
            {"name": "main", "image": f"registry.example/web:{n % 5}", "ports": [{"port": 80}],
             "resources": {"limits": {"cpu": "1", "memory": "512Mi"}}}]},
        "status": {"phase": chance.choice(("Running", "Failed")), "restarts": n % 8,
                   "conditions": [{"type": each, "status": "True", "at": f"2026-03-01T{n % 24:02}"}
                                  for each in ("Ready", "Initialized", "PodScheduled")]},
    }  # fmt: skip


def _measure(chance: random.Random, n: int) -> Result:
    return {"t": 1_770_000_000 + 15 * n, "cpu": chance.random(), "load": chance.gauss(2, 1),
            "bytes": chance.randrange(10**12)}  # fmt: skip


def _foreign(chance: random.Random, n: int) -> Result:
    words = _FOREIGN.split()
    return {"id": n, "name": f"{chance.choice(words)} {n}",
            "note": " ".join(chance.choices(words, k=6)),
            "mark": chance.choice(("✓", "✗", "👍🏽", "a\u200db"))}  # fmt: skip


def _awkward(chance: random.Random, n: int) -> Result:
    """Texts that a cell has to escape or quote: pipes, line breaks, numbers that are texts."""
    return {"id": n, "code": str(n * 31), "pattern": f"a|b|{n}", "path": f"C:\\temp\\{n}.txt",
            "said": f'"{chance.choice(_WORDS)}"\n\t{n}',
            "mixed": chance.choice((n, str(n), None, 1.5, True)),
            "space": f" {chance.choice(_WORDS)} "}  # fmt: skip


def _sparse(chance: random.Random, n: int) -> Result:
    keys = chance.sample(range(40), 8)
    return {"id": n, **{f"field_{key}": chance.choice((n, _text(chance, 2), None)) for key in keys}}


def _commit(chance: random.Random, n: int) -> Result:
    """A commit with a text of which every row has another long one."""
    return {"number": n, "sha": f"{chance.getrandbits(160):040x}", "author": chance.choice(_PEOPLE),
            "message": f"{_text(chance, 6)}\n\n{_paragraphs(chance, 1500)}",
            "parents": [f"{chance.getrandbits(160):040x}"]}  # fmt: skip


def _tree(chance: random.Random, n: int) -> Result:
    """A node of a tree with children of its own."""

    def node(name: str, depth: int) -> Result:
        if not depth:
            return {"name": name, "type": "file", "size": chance.randrange(9999)}
        children = [node(f"{name}/{chance.choice(_WORDS)}{each}", depth - 1) for each in range(3)]
        return {"name": name, "type": "directory", "children": children}

    return node(f"top{n}", 4)


def _setting(chance: random.Random, n: int) -> Result:
    return {f"group_{n}": {f"{chance.choice(_WORDS)}_{each}": chance.choice(
        (each, chance.random() < 0.5, _text(chance, 2), {"min": each, "max": each + n}, [each, n]))
        for each in range(30)}}  # fmt: skip


def _grow(make: Callable[[random.Random, int], Any], size: int) -> list[Any]:
    """Make items until their compact JSON has a size."""
    chance, made, left, n = random.Random(7), [], size, 0
    while left > 0:
        n += 1
        made.append(make(chance, n))
        left -= len(_compact(made[-1])) + 1
    return made


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _merge(objects: list[Result]) -> Result:
    return {key: value for each in objects for key, value in each.items()}


_DATA: Mapping[str, Callable[[int], Any]] = {
    "issues": lambda size: _grow(_issue, size),
    "orders": lambda size: {"total": 7, "next": None, "orders": _grow(_order, size)},
    "pods": lambda size: {"kind": "PodList", "items": _grow(_pod, size)},
    "measures": lambda size: _grow(_measure, size),
    "foreign words": lambda size: _grow(_foreign, size),
    "awkward texts": lambda size: _grow(_awkward, size),
    "sparse rows": lambda size: _grow(_sparse, size),
    "commits": lambda size: _grow(_commit, size),
    "several lists": lambda size: {
        "issues": _grow(_issue, size // 3), "orders": _grow(_order, size // 3),
        "events": _grow(_measure, size // 3)},
    "trees": lambda size: {"root": _grow(_tree, size)},
    "settings": lambda size: _merge(_grow(_setting, size)),
    "objects by name": lambda size: {str(each["id"]): each for each in _grow(_order, size)},
    "columns and rows": lambda size: {
        "columns": ["t", "cpu", "load", "bytes"],
        "rows": [list(each.values()) for each in _grow(_measure, size)]},
    "list of words": lambda size: _grow(lambda chance, n: f"{chance.choice(_WORDS)}/{n}", size),
    "numbers": lambda size: {"values": _grow(lambda chance, n: chance.gauss(n, 9), size)},
    "a long text": lambda size: {"path": "README.md", "text": _paragraphs(random.Random(7), size)},
}  # fmt: skip


def _text_block(text: str) -> Result:
    return {"type": "text", "text": text}


def _plain(size: int) -> Result:
    return {"content": [_text_block(_paragraphs(random.Random(7), size))]}


def _double(size: int) -> Result:
    data = {"issues": _grow(_issue, size)}
    return {"content": [_text_block(json.dumps(data, indent=2))], "structuredContent": data}


def _wrapped(size: int) -> Result:
    """What FastMCP sends of a function that returns a text of JSON."""
    text = json.dumps(_grow(_order, size), indent=2)
    return {"content": [_text_block(text)], "structuredContent": {"result": text}}


def _structured(size: int) -> Result:
    """Structured content with a text that says something else."""
    return {"content": [_text_block("Found some orders.")],
            "structuredContent": {"orders": _grow(_order, size)}}  # fmt: skip


def _lines(size: int) -> Result:
    return {"content": [_text_block("\n".join(map(_compact, _grow(_order, size))))]}


def _prose(size: int) -> Result:
    text = (
        f"Found these:\n\n```json\n{json.dumps(_grow(_order, size), indent=1)}\n```\n\nThat is all."
    )
    return {"content": [_text_block(text)]}


def _blocks(size: int) -> Result:
    return {"content": [_text_block(json.dumps(each)) for each in _grow(_order, size)]}


_RESULTS: Mapping[str, Callable[[int], Result]] = {
    "prose": _plain,
    "text and copy": _double,
    "wrapped text": _wrapped,
    "structured content": _structured,
    "JSON lines": _lines,
    "JSON in prose": _prose,
    "a block each": _blocks,
}

KINDS = (*_DATA, *_RESULTS)


def make_result(kind: str, size: int) -> Result:
    """Make a result of a kind whose data are about that many characters of compact JSON."""
    if kind in _RESULTS:
        return _RESULTS[kind](size)
    return {"content": [_text_block(_compact(_DATA[kind](size)))]}
