// HTML comes from the network first. Files with hashes in their names come from the cache of their version, with the
// headers they were served with.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";
import { places } from "./places.ts";

/** Writes the service worker beside the built site, with a hash of all its files and a list of those of each place. */
export function offlinePlugin(): Plugin {
  return {
    name: "offline",
    apply: "build",
    writeBundle: {
      order: "post",
      handler({ dir = "" }) {
        const names = readdirSync(dir, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
        const files = names.filter((name) => name !== "sw.js" && statSync(join(dir, name)).isFile()).sort();
        const contents = new Map(files.map((name) => [name, readFileSync(join(dir, name), "latin1")]));
        const version = createHash("sha256")
          .update(JSON.stringify([...contents]))
          .digest("hex")
          .slice(0, 16);
        const needed = Object.fromEntries(places.map(({ path, unused }) => [path, filesOf(path, contents, unused)]));
        const code = readFileSync(new URL("service-worker.js", import.meta.url), "utf8");
        const values = {
          version,
          places: needed,
          names: Object.fromEntries(places.map(({ path, name }) => [path, name])),
        };
        const head = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
        writeFileSync(join(dir, "sw.js"), head.join("") + code);
      },
    },
  };
}

/** Copies of WebAssembly files as text, which the page loads only where it cannot fetch the files themselves. */
const copies = /\.inline-[\w-]+\.js$/;

/** The files that a place can load: those that its HTML names, and what they name in turn. */
function filesOf(place: string, contents: ReadonlyMap<string, string>, unused = /^$/): string[] {
  const found = new Set([`${place}index.html`]);
  for (const name of found) {
    const content = /\.(html|js|css)$/.test(name) ? contents.get(name) : "";
    for (const other of contents.keys()) {
      if (content?.includes(basename(other)) && !other.endsWith(".html") && !unused.test(other) && !copies.test(other))
        found.add(other);
    }
  }
  return [...found].slice(1);
}
