"""`pageful gateway view` as a process."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from behind import PAGEFUL, PATIENCE
from gateway_made_results import made_results


def write_result(directory: Path, data: Any = None, tool: str = "list_issues") -> Path:
    """Write a recorded result, of made up issues unless there are other data."""
    data = next(made_results())[1] if data is None else data
    text = json.dumps(data, separators=(",", ":"))
    result = {"content": [{"type": "text", "text": text}], "structuredContent": {"result": data}}
    file = directory / "result.json"
    file.write_text(json.dumps({"server": "tracker", "tool": tool, "result": result}), "utf-8")
    return file


@contextmanager
def view(*arguments: str) -> Iterator[str]:
    """Start the web page and yield the address that it prints."""
    command = [*PAGEFUL, "gateway", "view", *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout
        try:
            url = process.stdout.readline().strip()
            assert url.startswith("http://127.0.0.1:"), process.communicate()
            yield url
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
