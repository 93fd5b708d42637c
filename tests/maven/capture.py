"""Run Maven on the scenarios and keep its logs and reports: `capture.py [NAME...]`."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from every_scenario import EVERY
from scenarios import Scenario

CAPTURED = Path(__file__).resolve().parent / "captured"
MAVEN = ("mvn", "-B", "-ntp", "-Dstyle.color=never")
SECONDS = {"hanging": 20}
IMMUTABLE = {"clean_fails": "target/service.lock"}
REPOSITORY = re.compile(r"https?://[^/\s]+(?=/maven2)")
DROPPED_VARIABLES = ("MAVEN_OPTS", "MAVEN_ARGS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")
PROPERTIES = re.compile(r"<properties>.*?</properties>", re.DOTALL)
CLASS_PATH = "/project/target/test-classes:/project/target/classes:"
SHORT_PROPERTIES = f"""<properties>
    <property name="java.class.path" value="{CLASS_PATH}"/>
    <property name="surefire.test.class.path" value="{CLASS_PATH}"/>
  </properties>"""


def run(scenario: Scenario, project: Path) -> tuple[str, int]:
    """Run Maven in `project` and return its output and exit code."""
    environment = {k: v for k, v in os.environ.items() if k not in DROPPED_VARIABLES}
    environment["LC_ALL"] = "C"
    process = subprocess.Popen(
        [*MAVEN, *scenario.command],
        cwd=project,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=SECONDS.get(scenario.name, 600))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGTERM)
        output, _ = process.communicate()
    return output.decode("utf-8", "surrogateescape"), process.returncode


def redact(text: str, project: Path) -> str:
    """Replace everything in `text` that belongs to this machine only."""
    text = text.replace(str(project), "/project").replace(str(Path.home()), "/home/dev")
    text = REPOSITORY.sub("https://registry.example.com", text)
    host = re.escape(os.uname().nodename)
    return re.sub(rf"(?<![\w./-]){host}(?![\w-])", "build-host", text)


def protect(path: Path, flag: str) -> None:
    """Set (`+i`) or clear (`-i`) the immutable attribute of `path`."""
    subprocess.run(["chattr", flag, str(path)], check=True)


def capture(scenario: Scenario) -> int:
    """Store the log, the exit code and the reports of `scenario`."""
    destination = CAPTURED / scenario.name
    shutil.rmtree(destination / "reports", ignore_errors=True)
    destination.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        project = scenario.write(Path(temporary).resolve() / "project")
        locked = IMMUTABLE.get(scenario.name)
        if locked:
            protect(project / locked, "+i")
        try:
            output, code = run(scenario, project)
        finally:
            if locked:
                protect(project / locked, "-i")
        save(destination / "build.log", redact(output, project))
        save(destination / "exit", f"{code}\n")
        for report in sorted(project.rglob("target/surefire-reports/TEST-*.xml")):
            module = report.parents[2].relative_to(project)
            text = PROPERTIES.sub(
                lambda _: SHORT_PROPERTIES, report.read_bytes().decode("utf-8", "surrogateescape")
            )
            save(destination / "reports" / module / report.name, redact(text, project))
    return code


def save(path: Path, text: str) -> None:
    """Write `text` without touching its line ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))


def main(names: list[str]) -> int:
    """Capture the named scenarios, or all of them."""
    unknown = [name for name in names if name not in EVERY]
    if unknown:
        print(f"unknown scenario: {', '.join(unknown)}", file=sys.stderr)
        return 2
    for name in names or EVERY:
        print(f"{name}: exit {capture(EVERY[name])}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
