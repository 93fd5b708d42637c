"""The paragraph for AGENTS.md or CLAUDE.md, where a client has no hooks."""

PARAGRAPH = """\
## Builds

Run Maven through `pageful run`: `pageful run mvn -q test -pl web` in place of
`mvn -q test -pl web`. It starts exactly that command, prints a short page of what failed and why,
and ends with Maven's exit code. Don't pipe it into `tail`, `head` or `grep`;
`pageful run --lines=40 mvn …` limits the page. The raw log of the last build is
`pageful maven build --show log`; `PAGEFUL=off mvn …` runs without pages.
"""
