"""The first minutes on a clean machine: installed, connected, examined, and a first page.

`python benchmarks/first_minutes.py` writes the transcript into docs/setup.md, with the seconds of
each command; those of the installation are mostly those of the download.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "setup.md"
BEGIN, END = "<!-- transcript -->\n", "<!-- /transcript -->"

CART = '''"""The cart of a shop."""


def add_item(cart: dict[str, int], name: str, count: int = 1) -> None:
    """Put an item into the cart, or more of it."""
    cart[name] = cart.get(name, 0) + count
'''
COMMANDS = (
    "pageful init --write",
    "pageful doctor",
    'pageful code search "where is an item put into the cart?"',
)


@dataclass(frozen=True)
class Machine:
    """A home with a client in it, a repository, and an environment of its own."""

    place: Path

    def prepare(self) -> None:
        """Make a home where Claude Code was used, and a repository of one file."""
        for name in ("home/.claude", "shop"):
            (self.place / name).mkdir(parents=True)
        (self.place / "shop" / "cart.py").write_text(CART, "utf-8")
        subprocess.run(["git", "init", "-q", self.place / "shop"], check=True)

    @property
    def environment(self) -> Mapping[str, str]:
        programs = f"{self.place / 'home' / '.pageful' / 'bin'}:/usr/bin:/bin"
        return {"HOME": str(self.place / "home"), "PATH": programs, "LANG": "C.UTF-8"}

    def install(self) -> float:
        """Install the checkout into an environment; the package index is that of this machine."""
        began = time.monotonic()
        venv = self.place / "home" / ".pageful"
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run(
            [venv / "bin" / "pip", "install", "-q", "-c", ROOT / "constraints.txt", f"{ROOT}[all]"],
            check=True,
            env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        )
        return time.monotonic() - began

    def run(self, command: str) -> tuple[str, float]:
        """Run a command in the repository; return what a terminal shows, and its seconds."""
        began = time.monotonic()
        ended = subprocess.run(
            ["sh", "-c", f"{command} 2>&1"],
            cwd=self.place / "shop",
            env=self.environment,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            check=True,
        )
        return self._tame(ended.stdout), time.monotonic() - began

    def _tame(self, text: str) -> str:
        """Put the names of a usual machine in the place of this one's."""
        text = text.replace(str(self.place / "home"), "/home/you")
        text = text.replace(str(self.place), "/home/you")
        return re.sub(r"in \d+\.\d s", "in 1.0 s", text).rstrip("\n")


def transcript(machine: Machine) -> str:
    """Run everything, and write it down."""
    machine.prepare()
    seconds = [machine.install()]
    lines = [
        "$ python3 -m venv ~/.pageful && ~/.pageful/bin/pip install '/path/to/this/checkout[all]'"
    ]
    for command in COMMANDS:
        shown, taken = machine.run(command)
        lines += ["", f"$ {command}", shown]
        seconds.append(taken)
    told = ", ".join(f"{each:.1f}" for each in seconds[1:])
    text = "\n".join(lines)
    return (
        "On a machine with Claude Code and a repository of one file"
        " (`benchmarks/first_minutes.py` ran this,\nwith `~/.pageful/bin` on the PATH):\n\n"
        f"````text\n{text}\n````\n\n"
        f"The three commands took {told} s by the clock, the installation {seconds[0]:.0f} s.\n"
    )


def main() -> None:
    """Write the transcript into the document."""
    with tempfile.TemporaryDirectory() as place:
        text = transcript(Machine(Path(place)))
    before, _, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    DOCUMENT.write_text(f"{before}{BEGIN}{text}{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
