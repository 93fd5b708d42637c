"""Run Maven on the scenarios and keep what it leaves: `capture.py [NAME...]`.

That is its log and exit code, the reports of Surefire and Failsafe, and the sizes of what it
packaged. `CAPTURE_MVN` names a Maven other than the installed one.
"""

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
MAVEN = (os.environ.get("CAPTURE_MVN", "mvn"), "-B", "-ntp", "-Dstyle.color=never")
REPORTS = ("surefire-reports", "failsafe-reports")
PACKAGES = (".jar", ".war", ".zip", ".gz")
SECONDS = {"hanging": 20, "five_modules_hanging": 25}
IMMUTABLE = {"clean_fails": "target/service.lock"}
REPOSITORY = re.compile(r"https?://[^/\s]+(?=/maven2)")
STARTED_BY = re.compile(r"\(started by \S+ in ")
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
    text = STARTED_BY.sub("(started by dev in ", text)
    host = re.escape(os.uname().nodename)
    return re.sub(rf"(?<![\w./-]){host}(?![\w-])", "build-host", text)


def protect(path: Path, flag: str) -> None:
    """Set (`+i`) or clear (`-i`) the immutable attribute of `path`."""
    subprocess.run(["chattr", flag, str(path)], check=True)


def capture(scenario: Scenario) -> int:
    """Store the log, the exit code and the reports of `scenario`."""
    destination = CAPTURED / scenario.name
    for kept in ("reports", "failsafe-reports"):
        shutil.rmtree(destination / kept, ignore_errors=True)
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
        save_reports(destination, project)
        save_sizes(destination, project)
    return code


def save_reports(destination: Path, project: Path) -> None:
    """Store the reports of every module, Surefire's in `reports`, Failsafe's beside it."""
    for reports, kept in zip(REPORTS, ("reports", "failsafe-reports"), strict=True):
        for report in sorted(project.rglob(f"target/{reports}/TEST-*.xml")):
            module = report.parents[2].relative_to(project)
            text = PROPERTIES.sub(
                lambda _: SHORT_PROPERTIES, report.read_bytes().decode("utf-8", "surrogateescape")
            )
            save(destination / kept / module / report.name, redact(text, project))


def save_sizes(destination: Path, project: Path) -> None:
    """Store the size in bytes and the path of whatever was packaged, if anything was."""
    found = sorted(path for path in project.rglob("target/*") if path.name.endswith(PACKAGES))
    lines = (f"{path.stat().st_size} {path.relative_to(project)}\n" for path in found)
    (destination / "packages").unlink(missing_ok=True)
    if found:
        save(destination / "packages", "".join(lines))


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
