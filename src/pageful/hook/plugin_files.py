"""Files of our own that clients load: plugins in their language, and lists of hooks."""

from __future__ import annotations

import json

from pageful.hook.starter import Starter

_HEAD = "// Written by `pageful hook install`; `pageful hook uninstall` deletes it.\n"

# Any error leaves the line as it was typed: a hook must never stand in the way of a command.
_ASK = """\
import { execFileSync } from "node:child_process";

const [PROGRAM, ...WORDS] = %s;

function rewrite(command, directory, timeout) {
  if (typeof command !== "string" || !command.includes("mvn")) return command;
  try {
    const event = { tool_name: "bash", cwd: directory, tool_input: { command, timeout } };
    const answer = execFileSync(PROGRAM, WORDS, {
      input: JSON.stringify(event),
      encoding: "utf8",
      timeout: 5000,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const changed = answer ? JSON.parse(answer).command : command;
    return typeof changed === "string" ? changed : command;
  } catch {
    return command;
  }
}
"""

_OPENCODE = """
const server = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    if (input.tool !== "bash" || !output.args) return;
    const { command, workdir, timeout } = output.args;
    output.args.command = rewrite(command, workdir || directory, timeout);
  },
});

export default { id: "pageful", server };
"""

_PI = """
export default function (pi) {
  pi.on("tool_call", async (event, context) => {
    if (event.toolName !== "bash" || !event.input) return;
    const { command, timeout } = event.input;
    const milliseconds = typeof timeout === "number" ? timeout * 1000 : undefined;
    event.input.command = rewrite(command, context?.cwd ?? process.cwd(), milliseconds);
  });
}
"""

_OMP = """
export default function (omp) {
  omp.on("tool_call", async (event, context) => {
    if (event.toolName !== "bash" || !event.input) return;
    const { command, cwd, timeout } = event.input;
    const milliseconds = typeof timeout === "number" ? timeout * 1000 : undefined;
    const changed = rewrite(command, cwd ?? context?.cwd ?? process.cwd(), milliseconds);
    if (changed !== command) return { input: { ...event.input, command: changed } };
  });
}
"""


def _plugin(starter: Starter, client: str, rest: str) -> str:
    return _HEAD + _ASK % json.dumps(starter.words(client)) + rest


def opencode_plugin(starter: Starter) -> str:
    """Write the plugin of opencode."""
    return _plugin(starter, "opencode", _OPENCODE)


def pi_extension(starter: Starter) -> str:
    """Write the extension of pi."""
    return _plugin(starter, "pi", _PI)


def omp_extension(starter: Starter) -> str:
    """Write the extension of oh-my-pi."""
    return _plugin(starter, "omp", _OMP)


def copilot_file(starter: Starter) -> str:
    """Write the hooks file of Copilot CLI."""
    # It denies every command if a hook fails: then the line is to run all the same.
    hook = {"type": "command", "bash": f"{starter.line('copilot')} || true", "timeoutSec": 5}
    return _json({"version": 1, "hooks": {"preToolUse": [hook]}})


def vscode_file(starter: Starter) -> str:
    """Write the hooks file of VS Code."""
    hook = {"type": "command", "command": starter.line("vscode"), "timeout": 5}
    return _json({"hooks": {"PreToolUse": [hook]}})


def _json(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"
