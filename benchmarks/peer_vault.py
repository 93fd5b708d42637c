"""The vault peers, and how each does the tasks of a vault."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from peer import Cache, Call, Peer, Running, running
from peer_code import call_times, start_times
from peer_install import OURS, Package
from peer_maven import count
from peer_session import LOAD, Answer, load
from peer_vault_tasks import Task

_NEW_PHRASE = "brandnew peersphrase"
_NEW_NOTE = "Peers newest note"
_TRIES = 3
"""How often every task is asked: the first time may be slower."""

_Calls = tuple[Call, ...]


def _both(tool: Call, *kinds: str) -> dict[str, _Calls]:
    return dict.fromkeys(kinds, (tool,))


def _zk(option: str, value: str) -> Call:
    return (
        "zk",
        "list",
        "--no-input",
        "--no-pager",
        "--quiet",
        "--format",
        "{{path}}",
        option,
        value,
    )


_BACKLINKS = ("backlinks, few", "backlinks, many")
_TAGS = ("notes of a tag", "count of a tag")
_HITS = 20
"""The most that mcpvault gives."""

PEERS = (
    Peer(
        "pageful",
        OURS,
        {
            "phrase": (("vault_search", {"query": '"{phrase}"'}),),
            "two words": (("vault_search", {"query": "{text}"}),),
            **_both(("vault_find", {"queries": ['links:"{name}"']}), *_BACKLINKS),
            "notes of a tag": (("vault_find", {"queries": ["tag:#{tag}"]}),),
            "count of a tag": (("vault_find", {"queries": ["tag:#{tag}"], "show": "count"}),),
            "section": (("vault_read", {"path": "{path}", "heading": "{heading}"}),),
            "property is": (("vault_find", {"queries": ['[{property}:"{value}"]']}),),
            "largest groups": (
                ("vault_find", {"queries": ["[{property}]"], "by": "{property}", "show": "count"}),
            ),
        },
        serve=("pageful", "serve", "vault", "{root}"),
    ),
    Peer(
        "TurboVault",
        Package("crates.io", "turbovault", "4.0.1"),
        {
            "phrase": (("search", {"query": '"{phrase}"'}),),
            "two words": (("search", {"query": "{text}"}),),
            **_both(("get_backlinks", {"path": "{path}"}), *_BACKLINKS),
            **_both(("advanced_search", {"query": "*", "tags": ["{tag}"]}), *_TAGS),
            "section": (("read_note", {"path": "{path}"}),),
            "property is": (("search_by_frontmatter", {"key": "{property}", "value": "{value}"}),),
        },
        serve=("turbovault", "--vault", "{root}", "--profile", "readonly"),
    ),
    Peer(
        "mcpvault",
        Package("npm", "@bitbonsai/mcpvault", "0.16.0"),
        {
            **_both(
                ("search_notes", {"query": "{text}", "limit": _HITS}),
                *("phrase", "two words", "notes of a tag", *_BACKLINKS),
            ),
            "count of a tag": (("list_all_tags", {}),),
            "section": (("read_note", {"path": "{path}"}),),
            "property is": (
                ("search_notes", {"query": "{text}", "limit": _HITS, "searchFrontmatter": True}),
            ),
        },
        serve=("mcpvault", "{root}"),
    ),
    Peer(
        "markdown-vault-mcp",
        Package("PyPI", "markdown-vault-mcp", "5.1.0"),
        {
            "phrase": (("search", {"query": '"{phrase}"', "mode": "keyword"}),),
            "two words": (("search", {"query": "{text}", "mode": "keyword"}),),
            **_both(("get_backlinks", {"path": "{path}"}), *_BACKLINKS),
            **_both(("list_documents", {"filters": {"tags": "{tag}"}}), *_TAGS),
            "section": (("read", {"path": "{path}", "section": "{heading}"}),),
            "property is": (("list_documents", {"filters": {"{property}": "{value}"}}),),
        },
        serve=("markdown-vault-mcp", "serve"),
        prepare=(("reindex", {}),),
        environment={
            "MARKDOWN_VAULT_MCP_SOURCE_DIR": "{root}",
            "MARKDOWN_VAULT_MCP_READ_ONLY": "true",
        },
    ),
    Peer(
        "qmd",
        Package("npm", "@tobilu/qmd", "2.8.3", ("node@22",)),
        {
            "phrase": (("qmd", "search", '"{phrase}"'),),
            "two words": (("qmd", "search", "{text}"),),
        },
        prepare=(("qmd", "collection", "add", "{root}", "--name", "vault"),),
    ),
    Peer(
        "zk",
        Package("PATH", "zk", ""),
        {
            "phrase": (_zk("--match", '"{phrase}"'),),
            "two words": (_zk("--match", "{text}"),),
            **_both(_zk("--link-to", "{path}"), *_BACKLINKS),
            **_both(_zk("--tag", "{tag}"), *_TAGS),
        },
        prepare=(("zk", "init", "--no-input", "{root}"), ("zk", "index", "--no-input", "--quiet")),
    ),
)

COST_COLUMNS = (
    *("peer", "start, wall s", "start, processor s", "first answer, wall s", "index, MB"),
    *(
        "call, ms (p50)",
        "call, ms (p95)",
        "call, processor ms",
        "a new note is seen",
        "its tools",
        LOAD,
    ),
)


@dataclass(frozen=True)
class VaultCopy:
    """A vault, and what is asked of it."""

    name: str
    root: Path
    tasks: Sequence[Task]

    def lay(self, target: Path) -> Path:
        """Copy the vault without its past."""
        return Path(shutil.copytree(self.root, target, ignore=shutil.ignore_patterns(".git")))

    @property
    def columns(self) -> tuple[str, ...]:
        """A column for each task, by its number where there are two of a kind."""
        names = list[str]()
        for task in self.tasks:
            again = sum(each.startswith(task.kind) for each in names)
            size = len(task.notes) + len(task.texts)
            names.append(f"{task.kind}{f' {again + 1}' if again else ''} ({size})")
        return ("peer", "version", *names, "right", "lacks")


async def rows(peer: Peer, vault: VaultCopy, cache: Cache) -> tuple[list[str], list[str]]:
    """Give a peer all tasks; return the cells of its answers and of its costs."""
    cells, lacks, answers = list[str](), list[str](), list[Answer]()
    right, first = 0, 0.0
    async with running(peer, cache, vault.lay) as ready:
        for column, task in zip(vault.columns[2:], vault.tasks, strict=False):
            answer = await ready.ask(task.kind, task.asked)
            if answer is None:
                cells.append("–")
                continue
            start = ready.costs.start or (0.0, 0.0)
            first = first or start[0] + ready.costs.prepared.wall + answer.wall
            for _ in range(_TRIES - 1):
                again = await ready.ask(task.kind, task.asked)
                assert again
                answers.append(again)
            lost, of = task.missing(answer.text)
            right += not lost
            cells.append(f"{'✗ ' if lost else ''}{count(answer.text):,}")
            lacks += [f"{column.partition(' (')[0]}: {lost} of {of}"] if lost else []
        size = ready.written
        seen = await _sees_a_new_note(ready)
        costs = ready.costs
    not_able = sum(cell == "–" for cell in cells)
    lacks += [f"no call for {not_able}"] if not_able else []
    answered = [*cells, f"{right} of {len(cells)}", "; ".join(lacks) or "nothing"]
    tools = f"{count(costs.definitions):,}" if costs.definitions else "–"
    index = [*start_times(costs.start), f"{first:.2f}", f"{size / 1e6:.1f}"]
    return answered, [*index, *call_times(answers), seen, tools, load()]


async def _sees_a_new_note(ready: Running) -> str:
    (ready.place.root / f"{_NEW_NOTE}.md").write_text(f"# New\n\nA {_NEW_PHRASE} here.\n", "utf-8")
    answer = await ready.ask("two words", {"text": _NEW_PHRASE})
    return "yes" if answer and _NEW_NOTE in answer.text else "no"
