// node precompile.mjs RUNTIME STAGE OUT: every folder of STAGE, compiled by the runtime itself.

import fs from "node:fs";
import path from "node:path";

// The words of an error, not the megabyte of source it was raised in.
process.on("uncaughtException", (error) => {
  fs.writeSync(2, String(error.message ?? error).slice(-1500));
  process.exit(1);
});
const [runtime, stage, out] = process.argv.slice(2).map((one) => path.resolve(one));
const { loadPyodide } = await import(path.join(runtime, "pyodide.mjs"));
const python = await loadPyodide({ indexURL: runtime, env: { HOME: "/", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", PYTHONDONTWRITEBYTECODE: "1", PYTHONWARNINGS: "ignore" } });
const { FS } = python;

function* filesBelow(folder) {
  for (const one of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const at = path.join(folder, one.name);
    if (one.isDirectory()) yield* filesBelow(at);
    else yield at;
  }
}

function bring(folder, to) {
  for (const file of filesBelow(folder)) {
    const at = path.posix.join(to, path.relative(folder, file).split(path.sep).join("/"));
    FS.mkdirTree(path.posix.dirname(at));
    FS.writeFile(at, fs.readFileSync(file));
  }
}

function take(from, folder) {
  for (const name of FS.readdir(from).sort()) {
    if (name === "." || name === "..") continue;
    const at = `${from}/${name}`;
    if (FS.isDir(FS.stat(at).mode)) take(at, path.join(folder, name));
    else {
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path.join(folder, name), FS.readFile(at));
    }
  }
}

const folders = fs.readdirSync(stage).sort();
for (const one of folders) bring(path.join(stage, one), `/${one}`);
FS.writeFile("/precompile.py", fs.readFileSync(path.join(import.meta.dirname, "precompile.py")));
const { compile_tree, compile_templates, lighten_babel } = python.runPython("import sys; sys.path.insert(0, '/'); import precompile; precompile");
for (const one of folders) compile_tree(`/${one}`);
if (folders.includes("app")) {
  compile_templates("/app");
  lighten_babel("/app");
}
for (const one of folders) take(`/${one}`, path.join(out, one));
