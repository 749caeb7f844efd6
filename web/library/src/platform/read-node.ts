import { readFile } from "node:fs/promises";
import type { Read } from "../wasm-source.js";

export const read: Read = async (url) => {
  if (url.protocol !== "file:") return fetch(url);
  return new Uint8Array(await readFile(url));
};
