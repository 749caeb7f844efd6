import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Where `npm run docs` writes the reference of the library. */
const folder = fileURLToPath(new URL("../api", import.meta.url));

/** Where the link to it stands in the HTML of Papers. */
const slot = "<!-- api -->";

const link = `<p>For developers: <a href="../api/">every call of the npm packages and of the crates</a>.</p>`;

/** Puts the reference beside the built page, with a link to it. Without a reference, and in development, there is no link. */
export function apiPlugin(): Plugin {
  let isThere = false;
  return {
    name: "api",
    configResolved({ command }) {
      isThere = command === "build" && existsSync(join(folder, "index.html"));
    },
    transformIndexHtml: { order: "pre", handler: (html) => html.replace(slot, isThere ? link : "") },
    writeBundle: {
      order: "post",
      handler({ dir = "" }) {
        if (isThere) cpSync(folder, join(dir, "api"), { recursive: true });
      },
    },
  };
}
