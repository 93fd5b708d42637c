"""Names that other programs have for the options and values of commands here."""

from __future__ import annotations

from collections.abc import Collection, Mapping

_PLACE = ("--vault", "--repo", "--project")
_MOST = ("--limit", "--page-size", "--max-results")
_JSON = ("--json", "--response-format")

_MEANT: Mapping[tuple[str, ...], tuple[str, ...]] = {
    _PLACE: ("-C", "-d", "--dir", "--root", "--cwd", "--path", "--folder", "--repository",
        "--source", "--src", "--notes", "--pom", *_PLACE),
    _MOST: ("-n", "--max", "--max-count", "--count", "--top", "--top-k", "-k", "--size",
        "--per-page", "--results", *_MOST),
    ("--dry-run",): ("-n", "--what-if", "--simulate", "--check"),
    ("--json", "--response-format"): ("--format", "--output", "-o", "-j", "--raw",
        "--output-format"),
    ("--file-type",): ("--lang", "--language", "--type", "-t", "--ext", "--extension"),
    ("--within", "--directory", "--under"): ("-g", "--glob", "--include", "--exclude", "--in",
        "--directory", "--folder", "--within", "--under"),
    ("--detail-level detailed",): ("-v", "--verbose", "--full", "--long", "-l"),
    ("--detail-level concise",): ("-q", "--quiet", "--short", "--brief"),
    ("--sort",): ("--sort-by", "--order", "--order-by", "-s"),
    ("--by",): ("--group-by", "--group"),
    ("--page",): ("-p", "--offset", "--skip", "--start"),
    ("--test-filter", "--test"): ("--test", "--tests", "--filter", "-Dtest", "-k"),
    ("--modules", "--module"): ("--module", "--modules", "-pl", "-m"),
    ("--failed-only",): ("--failed", "--only-failed", "--last-failed", "--lf"),
    ("--rerun-failing",): ("--retries", "--rerun", "--reruns"),
    ("--http",): ("--port", "--host", "--listen", "--bind", "--address"),
    ("--http-token-file",): ("--token", "--auth"),
    ("--older-than",): ("--days", "--older", "--age", "--before"),
    ("--regex",): ("-e", "--regexp", "-E", "-P"),
    ("--ignore-case",): ("-i",),
    ("--context",): ("-A", "-B", "-C", "--after", "--around"),
    ("--word",): ("-w", "--whole-word"),
    ("--watch",): ("--follow", "-f", "--continuous", "-w"),
    ("--budget",): ("--max-chars", "--max-length", "--tokens", "--max-tokens"),
    ("--depth", "--recursive"): ("-r", "-R", "-L", "--max-depth", "--level"),
    ("--force-reindex",): ("-f", "--force", "--rebuild"),
    ("--project",): ("-f", "--file"),
}  # fmt: skip
"""For options of ours, in the order in which they are meant, what others call them."""

_OPTIONS: Mapping[str, tuple[str, ...]] = {
    word: tuple(each for own, words in _MEANT.items() if word in words for each in own)
    for word in {each for words in _MEANT.values() for each in words}
}
"""For each option that people know from elsewhere, ours in the order in which they are meant."""

_ELSEWHERE: Mapping[str, str] = {
    "--color": "Colours are for terminals alone; NO_COLOR=1 turns them off.",
    "--colour": "Colours are for terminals alone; NO_COLOR=1 turns them off.",
    "--no-color": "Colours are for terminals alone; NO_COLOR=1 turns them off.",
    "--debug": "There is no log of debugging; `--json` prints all of a result.",
}
"""Options that no command has, with what does the same."""

_VALUES: Mapping[str, str] = {
    **dict.fromkeys(("date", "time", "newest", "mtime", "recent", "latest"), "modified"),
    **dict.fromkeys(("title", "path", "alphabetical", "file"), "name"),
    **dict.fromkeys(("score", "rank", "best"), "relevance"),
    **dict.fromkeys(("full", "long", "verbose", "high"), "detailed"),
    **dict.fromkeys(("short", "brief", "low"), "concise"),
    **dict.fromkeys(("md", "text", "page"), "markdown"),
    **dict.fromkeys(("backlinks", "in", "incoming"), "back"),
    **dict.fromkeys(("trace", "failed", "errors", "test"), "failures"),
}


def own_option(name: str, options: Collection[str]) -> str | None:
    """Return the option, of those that a command has, which another program calls so."""
    meant = (each for each in _OPTIONS.get(name, ()) if each.partition(" ")[0] in options)
    return next(meant, None)


def other_way(name: str) -> str | None:
    """Return what does the work of an option that no command has."""
    return _ELSEWHERE.get(name)


def own_value(word: str, choices: Collection[str]) -> str | None:
    """Return the value, of those that an option takes, which another program calls so."""
    value = _VALUES.get(word.lower())
    return value if value in choices else None
