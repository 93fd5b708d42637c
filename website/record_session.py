"""Records a terminal session as SVG: `python website/record_session.py docs/session.svg`.

Commands are run for real in a terminal of their own, on `examples/vault`; what they print is drawn
with its colours, line by line as in a session. The file fetches nothing and has no script.
"""

from __future__ import annotations

import os
import pty
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from rich.ansi import AnsiDecoder
from rich.console import Console
from rich.segment import Segment

HOME = Path(__file__).resolve().parents[1]
COLUMNS, ROWS = 96, 30
COMMANDS = (
    "pageful vault find oven --show lines",
    "pageful vault base Recipes",
    "pageful vault search 'why does my bread not rise'",
)
"""What is typed: a question about many notes, a base, and a question in other words."""

_CHARACTER, _LINE = 8.4, 19
"""Width and height of a character in units of the drawing."""

_TYPING, _READING = 1.2, 5.0
"""Seconds that a command is typed, and that its page is read."""

_STYLE = """
svg { background: #1d2128; border-radius: 10px; }
text {
  font: 14px ui-monospace, Menlo, "DejaVu Sans Mono", monospace; white-space: pre; fill: #d8dee9;
}
.frame { opacity: 0; }
"""


@dataclass(frozen=True)
class Frame:
    """What the terminal shows at one time, and for how many seconds."""

    lines: Sequence[Sequence[Segment]]
    seconds: float


def record(command: str) -> str:
    """Run a command in a terminal of its own and return all that it printed, colours and all."""
    reader, writer = pty.openpty()
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "LINES": "200",
            "XDG_CACHE_HOME": home, "XDG_STATE_HOME": home, "PAGER": "cat",
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        }  # fmt: skip
        child = subprocess.Popen(
            shlex.split(command), stdin=subprocess.DEVNULL, stdout=writer,
            stderr=subprocess.DEVNULL, cwd=HOME / "examples" / "vault", env=environment,
        )  # fmt: skip
        os.close(writer)
        printed = b"".join(_read(reader))
        if child.wait():
            raise RuntimeError(f"{command} ended with {child.returncode}")
    return printed.decode().replace("\r\n", "\n")


def _read(descriptor: int) -> Iterator[bytes]:
    while True:
        try:
            block = os.read(descriptor, 65_536)
        except OSError:  # so Linux says that nobody writes there any more
            break
        if not block:
            break
        yield block
    os.close(descriptor)


def frames(commands: Sequence[str]) -> Iterator[Frame]:
    """Yield the frames of a session: each command as it is typed, then with its page."""
    console = Console(width=COLUMNS, color_system="truecolor", force_terminal=True)
    for command in commands:
        prompt = [Segment(f"$ {command}")]
        yield Frame([prompt], _TYPING)
        pages = [
            line
            for text in AnsiDecoder().decode(record(command))
            for line in console.render_lines(text, pad=False)
        ]
        yield Frame([prompt, [], *pages[: ROWS - 2]], _READING)


def write_svg(session: Sequence[Frame]) -> str:
    """Draw the frames one after another, over and over."""
    width, height = COLUMNS * _CHARACTER + 40, ROWS * _LINE + 40
    total = sum(frame.seconds for frame in session)
    began, styles, groups = 0.0, [], []
    for number, frame in enumerate(session):
        first, last = 100 * began / total, 100 * (began + frame.seconds) / total
        began += frame.seconds
        shown = f"{first:.2f}%, {last - 0.01:.2f}% {{ opacity: 1; }}"
        before = f"0%, {first - 0.01:.2f}% {{ opacity: 0; }} " if number else ""
        after = f" {last:.2f}%, 100% {{ opacity: 0; }}" if number < len(session) - 1 else ""
        styles.append(f"@keyframes f{number} {{ {before}{shown}{after} }}")
        style = f"animation: f{number} {total:g}s infinite"
        lines = "".join(_line(line, row) for row, line in enumerate(frame.lines))
        groups.append(f'<g class="frame" style="{style}">{lines}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">'
        f"<title>A session with pageful in a terminal</title>"
        f"<style>{_STYLE}{' '.join(styles)}"
        "@media (prefers-reduced-motion: reduce) { .frame { animation: none !important; } "
        ".frame:last-of-type { opacity: 1; } }</style>"
        f"{''.join(groups)}</svg>\n"
    )


def _line(line: Sequence[Segment], row: int) -> str:
    spans = "".join(map(_span, line))
    return (
        f'<text x="20" y="{34 + row * _LINE}" xml:space="preserve">{spans}</text>' if spans else ""
    )


def _span(segment: Segment) -> str:
    text, style = escape(segment.text.rstrip("\n")), segment.style
    if not text or style is None:
        return text
    drawn = []
    if style.color and not style.color.is_default:
        drawn.append(f"fill:{style.color.get_truecolor().hex}")
    if style.bold:
        drawn.append("font-weight:700")
    if style.dim:
        drawn.append("opacity:.6")
    return f'<tspan style="{";".join(drawn)}">{text}</tspan>' if drawn else text


def main() -> None:
    """Record the session into the file that is named."""
    Path(sys.argv[1]).write_text(write_svg(list(frames(COMMANDS))), encoding="utf-8")


if __name__ == "__main__":
    main()
