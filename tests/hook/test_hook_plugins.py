"""Plugins in the clients' own language, loaded by Node as their client would."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pageful.hook.installing import ENTRY
from pageful.hook.plugin_files import omp_extension, opencode_plugin, pi_extension
from pageful.hook.starter import Starter

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")

_OPENCODE = """
const plugin = (await import(process.argv[1])).default;
const hooks = await plugin.server({ directory: process.cwd() });
const ask = async (tool, args) => {
  const output = { args };
  await hooks["tool.execute.before"]({ tool }, output);
  return output.args?.command;
};
"""
_EXTENSION = """
const load = (await import(process.argv[1])).default;
let handler;
load({ on: (_name, each) => { handler = each; } });
const ask = async (toolName, input) => {
  const changed = await handler({ toolName, input }, { cwd: process.cwd() });
  return (changed?.input ?? input)?.command;
};
"""
_CALLS = """
console.log(JSON.stringify([
  await ask("bash", { command: "mvn -q test | tail -5" }),
  await ask("bash", { command: "ls" }),
  await ask("bash", { command: 7 }),
  await ask("edit", { command: "mvn test" }),
  await ask("bash", undefined) ?? null,
]));
"""


def _answers(script: str, plugin: str, tmp_path: Path) -> list[object]:
    file = tmp_path / "pageful.mjs"
    file.write_text(plugin)
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script + _CALLS, str(file)],
        capture_output=True,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("name", "script"), [("opencode", _OPENCODE), ("pi", _EXTENSION), ("omp", _EXTENSION)]
)
def test_a_plugin_changes_builds_and_nothing_else(name: str, script: str, tmp_path: Path) -> None:
    program = tmp_path / "pageful"
    program.write_text("")
    make = {"opencode": opencode_plugin, "pi": pi_extension, "omp": omp_extension}[name]
    starter = Starter(sys.executable, str(ENTRY), str(program))
    new = f"{program} run --lines=5 mvn -q test | cat"
    assert _answers(script, make(starter), tmp_path) == [new, "ls", 7, "mvn test", None]
    gone = Starter("/nowhere/python", str(ENTRY), str(program))
    typed = ["mvn -q test | tail -5", "ls", 7, "mvn test", None]
    assert _answers(script, make(gone), tmp_path) == typed
