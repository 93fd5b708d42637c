"""Shell lines: our own table, lines drawn from a grammar of bash, and changes of both."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

_TABLE = Path(__file__).with_name("lines.tsv")

_PROGRAMS = (
    "mvn",
    "./mvnw",
    "mvnd",
    "sh mvnw",
    "/opt/maven/bin/mvn",
    "../mvnw",
    '"./mvnw"',
    "'mvn'",
)
_WORDS = (
    *("test", "verify", "clean", "install", "package", "-q", "-B", "-o", "-DskipTests"),
    *("-Dtest=CartTest", "-Dtest='Cart*'", '-Dtest="A,B"', "-pl web", "-pl '!web'", "-T1C"),
    *("-Pit", "-f pom.xml", "-Dtest=A#b", "-Dx=$HOME", '-Dx="$HOME"', "-am", "spotless:apply"),
    *("dependency:tree", "spring-boot:run", "-X", "$(date)", "`date`", "*.xml", "{a,b}", "deploy"),
)
_OTHERS = (
    *("ls", "cd shop", "cd 'my shop'", 'echo "a b"', "echo 'mvn test'", "true", "git pull"),
    *("export A=1", "A=$(date)", "rm -rf target", "echo $?", 'cd "$HOME"', "pwd", "set -e"),
    *("sleep 1", "grep mvn x", "cat pom.xml", "[ -f pom.xml ]", "echo a\\ b", "exit 1", "wait"),
)
_PREFIXES = ("", "", "", "A=1 ", "JAVA_HOME=/opt/jdk ", 'B="x y" ', "C=$(pwd) ", "PATH=/x:$PATH ")
_WRAPPERS = ("sudo ", "time ", "timeout 9 ", "env A=1 ", "! ", "nohup ", "bash -c ", "exec ")
_REDIRECTIONS = (
    "",
    "",
    "",
    "",
    "",
    "",
    " 2>&1",
    " 2>&1",
    " 2>&1",
    " > out",
    " 2>/dev/null",
    " < in",
    " &> x",
    " <<< y",
)
_VIEWERS = (
    *("tail -40", "tail -n 20", "head -5", "cat", "tail", "head -n3", "tail --lines=7"),
    *("grep ERROR", "tee out", "tail -f", "wc -l", "tail -n +3", "head -5 f", "less"),
)
_SEPARATORS = (
    " && ",
    "; ",
    "\n",
    " || ",
    " ;",
    "\n\n",
    " &&\n",
    " & ",
    " | ",
    "; # note\n",
    "\\\n && ",
)
_FRAMES = (
    "( %s )", "{ %s; }", "if %s; then echo a; fi", "for i in a b; do %s; done", "x=$(%s)",
    "f() { %s; }", "while %s; do break; done", "cat <<E\n%s\nE", "case a in a) %s;; esac",
    "[[ a ]] && %s", "echo \"$(%s)\"", "eval '%s'", "alias m='%s'; m", "# %s", "cat <(%s)",
)  # fmt: skip
_ALPHABET = "abmvn ./-=$'\"`\\|&;<>(){}[]*?!#~\n\t1240,:@%^+é\u00a0"


def table() -> list[tuple[str, str]]:
    """Return our own lines, each with the reason for which it stays, or `run`."""
    rows = [line.split("\t", 1) for line in _TABLE.read_text(encoding="utf-8").splitlines()]
    return [(reason, json.loads(line) if line[:1] == '"' else line) for reason, line in rows]


def _maven(random: Random) -> str:
    words = random.choices(_WORDS[:20], k=random.randint(0, 3))
    words.append(random.choice(("test", "verify", "clean")))
    if random.random() < 0.15:
        words.append(random.choice(_WORDS))
    words.insert(random.randint(0, len(words)), random.choice(_REDIRECTIONS).strip())
    prefix = random.choice(_WRAPPERS) if random.random() < 0.06 else random.choice(_PREFIXES)
    line = f"{prefix}{random.choice(_PROGRAMS)} {' '.join(filter(None, words))}"
    if random.random() < 0.35:
        line += random.choice((" | ", "|", " 2>&1 | ", " |\n")) + random.choice(_VIEWERS)
    return line


def draw_line(random: Random) -> str:
    """Draw a line from a grammar of bash in which Maven is called as agents call it."""
    parts = [
        _maven(random) if random.random() < 0.55 else random.choice(_OTHERS)
        for _ in range(random.choices((1, 2, 3, 4), (5, 4, 2, 1))[0])
    ]
    weights = (9, 6, 5, 4, 1, 1, 1, 1, 1, 1, 1)
    line = parts[0]
    for part in parts[1:]:
        line += random.choices(_SEPARATORS, weights)[0] + part
    return random.choice(_FRAMES) % line if random.random() < 0.08 else line


def _delete(random: Random, line: str) -> str:
    at = random.randrange(len(line))
    return line[:at] + line[at + random.randint(1, 3) :]


def _insert(random: Random, line: str) -> str:
    at = random.randint(0, len(line))
    return line[:at] + random.choice(_ALPHABET) + line[at:]


def _replace(random: Random, line: str) -> str:
    at = random.randrange(len(line))
    return line[:at] + random.choice(_ALPHABET) + line[at + 1 :]


def _repeat(random: Random, line: str) -> str:
    at, end = sorted(random.choices(range(len(line) + 1), k=2))
    return line[:end] + line[at:end] + line[end:]


def _cut(random: Random, line: str) -> str:
    return line[: random.randint(1, len(line))]


def mutate_line(random: Random, line: str) -> str:
    """Change a line in one to three places."""
    changes: tuple[Callable[[Random, str], str], ...] = (_delete, _insert, _replace, _repeat, _cut)
    for _ in range(random.randint(1, 3)):
        if line:
            line = random.choice(changes)(random, line)
    return line


def drawn_lines(seed: int, number: int) -> Iterator[str]:
    """Yield lines: a third from the grammar, a third of these changed, a third of ours changed."""
    random = Random(seed)
    ours = [line for _, line in table()]
    for count in range(number):
        line = random.choice(ours) if count % 3 == 2 else draw_line(random)
        yield mutate_line(random, line) if count % 3 else line
