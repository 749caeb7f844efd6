// @ts-check
// A static server, as simple as hosts are: types by the ending, 404 for what does not exist.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** @type {Readonly<Record<string, string>>} */
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/**
 * headers: sent with every answer; roots: further folders, by the beginning of the address
 * @typedef {{ headers?: Readonly<Record<string, string>>, roots?: Readonly<Record<string, string>> }} Options
 */

/**
 * Serves a folder while it is used.
 * @template R
 * @param {string} folder
 * @param {(address: string) => Promise<R>} use
 * @param {Options} [options]
 * @returns {Promise<R>}
 */
export async function serve(folder, use, { headers = {}, roots = {} } = {}) {
  const server = createServer(async ({ url = "/" }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
    const start = Object.keys(roots).find((prefix) => path.startsWith(prefix));
    const file = start === undefined ? join(folder, path) : join(roots[start] ?? "", path.slice(start.length));
    try {
      const content = await readFile(path.endsWith("/") ? join(file, "index.html") : file);
      response.writeHead(200, { "content-type": types[extname(file)] ?? "text/html", ...headers }).end(content);
    } catch {
      response.writeHead(404, { "content-type": "text/plain", ...headers }).end("not found");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  try {
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
