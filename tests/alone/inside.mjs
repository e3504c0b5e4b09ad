// node inside.mjs RUNTIME TREE: Python of a pack, in Node. Commands come as lines of JSON, answers go as lines of JSON.
//   {"pytest": [...], "paths": [[folder here, folder there], ...]}: run tests inside the runtime
//   {"host": the page's disk.js, as a module}: open the application on a disk that remembers every operation
//   {"pages": the page's disk.js, as a module}: the same on a stand-in for IndexedDB that remembers every transaction
//   {"ask": [method, path, headers, body]}: a request to it
//   {"operations": file}: write down what reached the disk so far
//   {"stored": file}: write down what the next start would read after each transaction, with the answers given before it

import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";

const [runtime, tree] = process.argv.slice(2).map((one) => path.resolve(one));
const { loadPyodide } = await import(path.join(runtime, "pyodide.mjs"));
const python = await loadPyodide({
  indexURL: `${runtime}/`,
  stdLibURL: path.join(runtime, "python_stdlib.zip"),
  env: { HOME: "/", PYTHONDONTWRITEBYTECODE: "1", PYTHONWARNINGS: "ignore" },
  stdout: (line) => process.stderr.write(`${line}\n`),
});
const { FS } = python;
const bytes = new Uint8Array(fs.readFileSync(tree));
const head = new DataView(bytes.buffer).getUint32(0, true);
let at = 4 + head;
for (const [name, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + head)))) {
  FS.mkdirTree(path.posix.dirname(`/app/${name}`));
  FS.writeFile(`/app/${name}`, bytes.subarray(at, at + size));
  at += size;
}

class Remembering {
  constructor(name, operations) {
    Object.assign(this, { name, operations, bytes: new Uint8Array(0) });
  }
  size() {
    return this.bytes.length;
  }
  read(into, from) {
    const part = this.bytes.subarray(from, from + into.length);
    into.set(part);
    return part.length;
  }
  write(part, to) {
    this.operations.push(["write", this.name, to, Buffer.from(part).toString("base64")]);
    if (to + part.length > this.bytes.length) {
      const more = new Uint8Array(to + part.length);
      more.set(this.bytes);
      this.bytes = more;
    }
    this.bytes.set(part, to);
    return part.length;
  }
  truncate(size) {
    this.operations.push(["truncate", this.name, size]);
    const other = new Uint8Array(size);
    other.set(this.bytes.subarray(0, size));
    this.bytes = other;
  }
  flush() {
    this.operations.push(["flush", this.name]);
  }
}

// Of IndexedDB what disk.js uses: a transaction is there as a whole, or not at all.
class Transactions {
  constructor(committed = []) {
    this.committed = committed;
    this.broken = false;
  }
  async get() {}
  async put() {}
  async pages() {
    const kept = new Map(this.committed.flatMap(({ puts }) => puts).map(([key, value]) => [JSON.stringify(key), [key, value]]));
    const numbersFirst = ([[name, page]], [[other, number]]) => (name === other ? (page === "length") - (number === "length") || page - number : name < other ? -1 : 1);
    return [...kept.values()].sort(numbersFirst);
  }
  async writePages(work) {
    const puts = [];
    work({ put: (value, key) => puts.push([key, value]) });
    if (this.broken) throw Object.assign(new Error("no room"), { name: "QuotaExceededError" });
    this.committed.push({ puts, answers: operations.filter(([kind, , status]) => kind === "acknowledged" && status === 201).length });
  }
}

const operations = [];
let host = null;
let flush = null;
let settle = async () => {};
let transactions = null;
let diskOf = null;
const commands = {
  pytest: ({ pytest, paths }) => {
    for (const [here, there] of paths) {
      FS.mkdirTree(there);
      FS.mount(FS.filesystems.NODEFS, { root: here }, there);
    }
    const run = python.runPython(`
def run(arguments):
    import os, sys
    sys.path[:0] = ["/repo"]
    sys.path.append("/venv")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.chdir("/repo")
    import pytest
    return int(pytest.main(list(arguments)))
run`);
    return run(pytest);
  },
  host: async ({ host: page }) => {
    const { NAMES, attach } = await import(page);
    FS.mkdirTree("/data");
    flush = attach(FS, "/data", { files: Object.fromEntries(NAMES.map((name) => [name, new Remembering(name, operations)])) });
    return commands.open();
  },
  pages: async ({ pages: page }) => {
    const { attach, openDisk } = await import(page);
    transactions = new Transactions();
    diskOf = (notes) => openDisk("here", notes, "indexeddb");
    const disk = await diskOf(transactions);
    FS.mkdirTree("/data");
    flush = attach(FS, "/data", disk);
    settle = disk.settle;
    const opened = commands.open();
    await settle();
    return opened;
  },
  full: ({ full }) => {
    transactions.broken = full;
    return true;
  },
  stored: async ({ stored: file }) => {
    const states = [];
    for (let number = 1; number <= transactions.committed.length; number += 1) {
      const { files } = await diskOf(new Transactions(transactions.committed.slice(0, number)));
      const bytes = Object.entries(files).map(([name, one]) => [name, Buffer.from(one.bytes.subarray(0, one.length)).toString("base64")]);
      states.push([transactions.committed[number - 1].answers, Object.fromEntries(bytes)]);
    }
    fs.writeFileSync(file, JSON.stringify(states));
    return states.length;
  },
  open: () => {
    const open = python.runPython("import sys; sys.path.insert(0, '/app'); from companion.alone.inside import opened; opened");
    const [made, why] = open("/data", "http://tablet.example", "/app", "{}", "en").toJs({ depth: 1 });
    if (!made) throw new Error(why);
    host = made;
    return true;
  },
  ask: async ({ ask: [method, where, headers, body] }) => {
    const [status, , answered] = host.answer(method, where, headers, new TextEncoder().encode(body), "");
    flush();
    await settle();
    operations.push(["acknowledged", where, status]);
    return [status, new TextDecoder().decode(answered)];
  },
  operations: ({ operations: file }) => {
    fs.writeFileSync(file, JSON.stringify(operations));
    return operations.length;
  },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  const name = Object.keys(commands).find((one) => one in command);
  let answer;
  try {
    answer = { done: await commands[name](command) };
  } catch (error) {
    answer = { failed: String(error.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
