// The files that must outlive this worker: SQLite's database and its journal. On OPFS where there is synchronous access,
// so that SQLite's own flushes reach the device; else in IndexedDB, where all that a request changed is written in one
// transaction before it is answered.

const PAGE = 4096;
export const NAMES = ["companion.sqlite3", "companion.sqlite3-journal"];

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// --- Small things of the device (keys, cookies), and the pages of files where there is no OPFS

export async function openNotes(name) {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore("notes");
    asked.result.createObjectStore("pages");
  };
  const database = await done(asked);
  const write = (store, work) =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(store, "readwrite", { durability: "strict" });
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
      work(transaction.objectStore(store));
    });
  return {
    get: (key) => done(database.transaction("notes").objectStore("notes").get(key)),
    put: (key, value) => write("notes", (store) => store.put(value, key)),
    writePages: (work) => write("pages", work),
    pages: async () => {
      const store = database.transaction("pages").objectStore("pages");
      const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      return keys.map((key, at) => [key, values[at]]);
    },
  };
}

// --- OPFS

class HandleFile {
  constructor(handle) {
    this.handle = handle;
  }
  size() {
    return this.handle.getSize();
  }
  read(into, at) {
    return this.handle.read(into, { at });
  }
  write(from, at) {
    return this.handle.write(from, { at });
  }
  truncate(size) {
    this.handle.truncate(size);
  }
  flush() {
    this.handle.flush();
  }
}

async function openHandles(name) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(encodeURIComponent(name), { create: true });
  const files = {};
  for (const one of NAMES) {
    const file = await folder.getFileHandle(one, { create: true });
    if (!file.createSyncAccessHandle) throw new Error("no synchronous access");
    files[one] = new HandleFile(await opened(file));
  }
  return { kind: "opfs", files, settle: async () => {} };
}

// A tab that was killed lets go of its files a moment later.
async function opened(file) {
  for (let left = 40; ; left -= 1) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || !left) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

// --- IndexedDB

class PagedFile {
  constructor() {
    this.bytes = new Uint8Array(PAGE);
    this.length = 0;
    this.changed = new Set();
    this.resized = false;
  }
  size() {
    return this.length;
  }
  read(into, at) {
    const number = Math.max(0, Math.min(into.length, this.length - at));
    into.set(this.bytes.subarray(at, at + number));
    return number;
  }
  write(from, at) {
    this.grow(at + from.length);
    this.bytes.set(from, at);
    for (let page = Math.floor(at / PAGE); page * PAGE < at + from.length; page += 1) this.changed.add(page);
    return from.length;
  }
  truncate(size) {
    if (size > this.length) this.grow(size);
    this.bytes.fill(0, size, this.length);
    this.length = size;
    this.resized = true;
  }
  grow(size) {
    if (size > this.bytes.length) {
      const more = new Uint8Array(Math.max(size, 2 * this.bytes.length));
      more.set(this.bytes);
      this.bytes = more;
    }
    if (size > this.length) {
      this.length = size;
      this.resized = true;
    }
  }
  flush() {}
}

async function openPages(notes) {
  const files = Object.fromEntries(NAMES.map((name) => [name, new PagedFile()]));
  for (const [[name, page], value] of await notes.pages()) {
    if (page === "length") files[name].truncate(value);
    else {
      files[name].grow((page + 1) * PAGE);
      files[name].bytes.set(value, page * PAGE);
    }
  }
  for (const [[name, page], value] of await notes.pages()) {
    if (page === "length") files[name].length = value;
  }
  for (const file of Object.values(files)) {
    file.changed.clear();
    file.resized = false;
  }
  const settle = async () => {
    const touched = Object.entries(files).filter(([, file]) => file.resized || file.changed.size);
    if (!touched.length) return;
    await notes.writePages((store) => {
      for (const [name, file] of touched) {
        for (const page of file.changed) {
          if (page * PAGE < file.length) store.put(file.bytes.slice(page * PAGE, (page + 1) * PAGE), [name, page]);
        }
        store.put(file.length, [name, "length"]);
      }
    });
    for (const [, file] of touched) {
      file.changed.clear();
      file.resized = false;
    }
  };
  return { kind: "indexeddb", files, settle };
}

export async function openDisk(name, notes, wanted) {
  // Where tables are kept once, they stay: a browser that gains OPFS would otherwise show none.
  const kind = (await notes.get("kept in")) ?? wanted;
  let disk = null;
  if (kind !== "indexeddb") {
    try {
      disk = await openHandles(name);
    } catch (error) {
      if (kind === "opfs") throw error;
    }
  }
  disk ??= await openPages(notes);
  await notes.put("kept in", disk.kind);
  return disk;
}

// --- For Python's file system

const ENOSPC = 51;
const EIO = 29;

// SQLite's own flushes (fdatasync) end in the runtime and never get here, so that their order is kept by this: a file is
// only changed once the other is flushed. The journal is on the device before the database changes, and the database
// before the journal is emptied. What is returned flushes the rest, before an answer is given.
export function attach(FS, folder, disk) {
  const unflushed = new Set();
  const flush = (but = null) => {
    for (const file of unflushed) {
      if (file === but) continue;
      file.flush();
      unflushed.delete(file);
    }
  };
  const changing = (file) => {
    flush(file);
    unflushed.add(file);
  };
  const named = (work) => {
    try {
      return work();
    } catch (error) {
      if (error instanceof FS.ErrnoError) throw error;
      throw new FS.ErrnoError(error.name === "QuotaExceededError" ? ENOSPC : EIO);
    }
  };
  for (const [name, file] of Object.entries(disk.files)) {
    FS.writeFile(`${folder}/${name}`, new Uint8Array());
    const { node } = FS.lookupPath(`${folder}/${name}`);
    Object.defineProperty(node, "usedBytes", { get: () => file.size(), set: () => {} });
    const { setattr } = node.node_ops;
    node.node_ops = {
      ...node.node_ops,
      setattr: (one, { size, ...other }) => {
        if (size !== undefined) {
          named(() => {
            changing(file);
            file.truncate(size);
          });
        }
        setattr(one, other);
      },
    };
    node.stream_ops = {
      ...node.stream_ops,
      read: (stream, buffer, offset, length, position) => named(() => file.read(buffer.subarray(offset, offset + length), position)),
      write: (stream, buffer, offset, length, position) => {
        const written = named(() => {
          changing(file);
          return file.write(buffer.subarray(offset, offset + length), position);
        });
        if (written < length) throw new FS.ErrnoError(ENOSPC);
        return written;
      },
      fsync: () => {
        named(() => file.flush());
        return 0;
      },
      mmap: undefined,
    };
  }
  // A file that SQLite deletes is emptied: it must be there, open, when SQLite next wants it.
  const { node: parent } = FS.lookupPath(folder);
  const { unlink } = parent.node_ops;
  parent.node_ops = {
    ...parent.node_ops,
    unlink: (above, name) => {
      if (!(name in disk.files)) return unlink(above, name);
      named(() => {
        changing(disk.files[name]);
        disk.files[name].truncate(0);
      });
    },
  };
  return flush;
}
