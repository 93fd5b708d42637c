"""A real Chromium without a window, by its DevTools protocol over a pipe."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium")
PATIENCE = 60.0


class Browser:
    """One tab, and every address that it asked for."""

    def __init__(self, reader: int, writer: int) -> None:
        self._reader, self._writer = os.fdopen(reader, "rb", 0), os.fdopen(writer, "wb", 0)
        self._rest, self._last, self._session = b"", 0, ""
        self.asked_for: list[str] = []
        self.complaints: list[str] = []
        target = self.do("Target.createTarget", url="about:blank")["targetId"]
        attached = self.do("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.do(f"{domain}.enable")

    def do(self, method: str, **params: object) -> dict[str, Any]:
        """Send a command and return its result; events that come before it are noted."""
        self._last += 1
        message: dict[str, Any] = {"id": self._last, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._writer.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._last:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self._note(answer)

    def open(self, url: str) -> None:
        self.do("Emulation.setDeviceMetricsOverride", width=1400, height=1000,
                deviceScaleFactor=1, mobile=False)  # fmt: skip
        self.do("Page.navigate", url=url)
        self.wait_for("document.readyState == 'complete' && location.href != 'about:blank'")

    def value(self, expression: str) -> Any:
        result = self.do("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def text(self) -> str:
        """All that can be seen on the page."""
        return str(self.value("document.body.innerText"))

    def click(self, selector: str) -> None:
        self.value(f"document.querySelector({json.dumps(selector)}).click()")

    def wait_for(self, expression: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.value(expression):
            assert time.monotonic() < end, expression
            time.sleep(0.05)

    def prefer(self, scheme: str) -> None:
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.do("Emulation.setEmulatedMedia", features=[feature])

    def screenshot(self) -> bytes:
        return b64decode(self.do("Page.captureScreenshot", format="png")["data"])

    def close(self) -> None:
        self._reader.close()
        self._writer.close()

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = self._reader.read(1 << 16)
            assert more, "Chromium has ended"
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message

    def _note(self, event: dict[str, Any]) -> None:
        params = event.get("params", {})
        if event["method"] == "Network.requestWillBeSent":
            self.asked_for.append(params["request"]["url"])
        elif event["method"] == "Log.entryAdded":
            self.complaints.append(params["entry"]["text"])
        elif event["method"] == "Runtime.exceptionThrown":
            self.complaints.append(str(params["exceptionDetails"]))


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """Start Chromium with a profile of its own, and end it."""
    assert PROGRAM
    to_read, to_write = os.pipe(), os.pipe()
    # Chromium reads commands from descriptor 3 and answers on 4.
    program = f'exec "$0" "$@" 3<&{to_read[0]} 4>&{to_write[1]}'
    options = [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
        "--disable-background-networking", "--disable-dev-shm-usage", "--remote-debugging-pipe",
        f"--user-data-dir={profile}",
    ]  # fmt: skip
    process = subprocess.Popen(
        ["bash", "-c", program, PROGRAM, *options],
        pass_fds=(to_read[0], to_write[1]),
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(to_read[0])
    os.close(to_write[1])
    try:
        page = Browser(to_write[0], to_read[1])
        yield page
        page.close()
    finally:
        os.killpg(process.pid, 9)
        process.wait(PATIENCE)
