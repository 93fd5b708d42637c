// Rows that obsidian-bases-expression keeps: `node vault_bases_peer.mjs ENGINE VAULT.json`.
//
// ENGINE is the engine's built checkout (https://github.com/callumalpass/obsidian-bases-expression,
// `npm install && npx tsc -p tsconfig.json`), VAULT.json a vault with its views, as
// vault_bases_differential.py writes it. The answer is a list of paths for each view, as JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [engine, file] = process.argv.slice(2);
const { parseExpression } = await import(pathToFileURL(`${engine}/dist/parser.js`));
const { Evaluator } = await import(pathToFileURL(`${engine}/dist/evaluator.js`));
const { isTruthy } = await import(pathToFileURL(`${engine}/dist/value.js`));

/** Keep what a method gives for a key: it is the same in every row, and takes long to find. */
function keep(name, keyOf) {
  const original = Evaluator.prototype[name];
  const kept = new Map();
  Evaluator.prototype[name] = function (argument) {
    const key = keyOf(argument);
    if (!kept.has(key)) kept.set(key, original.call(this, argument));
    return kept.get(key);
  };
}
keep("resolveLinkPath", (target) => target);
keep("fileObject", (file) => file?.path);

const vault = JSON.parse(readFileSync(file, "utf-8"), revive);
const trees = new Map();

/** Make dates of what stands for them. */
function revive(_key, value) {
  if (value === null || typeof value !== "object") return value;
  if ("$moment" in value) return new Date(value.$moment);
  if (!("$date" in value)) return value;
  return { type: "Date", value: new Date(value.$date), dateOnly: value.day };
}

/** The tree of an expression, null where the engine refuses it. */
function tree(text) {
  if (!trees.has(text)) {
    const read = parseExpression(text);
    const fails = read.diagnostics.some((each) => each.severity === "error");
    trees.set(text, fails ? null : read.ast);
  }
  return trees.get(text);
}

/** Whether a row meets a filter: an expression, or one of and, or, not over a list. */
function keeps(filter, evaluator) {
  if (typeof filter === "string") {
    const read = tree(filter);
    return read !== null && isTruthy(evaluator.eval(read));
  }
  const [[word, parts]] = Object.entries(filter);
  const meets = (part) => keeps(part, evaluator);
  if (word === "and") return parts.every(meets);
  return word === "or" ? parts.some(meets) : !parts.some(meets);
}

const byPath = new Map(vault.files.map((each) => [each.path, each]));

function rows(view) {
  return vault.files.filter((row) => {
    const evaluator = new Evaluator({
      now: vault.now,
      note: row.properties,
      file: row,
      thisFile: byPath.get(view.this) ?? { path: "" },
      files: vault.files,
      formulas: view.formulas,
      linkResolutions: vault.links,
    });
    return view.filters.every((filter) => keeps(filter, evaluator));
  });
}

console.log(JSON.stringify(vault.views.map((view) => rows(view).map((each) => each.path))));
