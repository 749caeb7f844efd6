import type { Read } from "../wasm-source.js";

// Not in the same file as the workers: otherwise bundlers would emit the worker script for entries without workers, too.
export const read: Read = (url) => fetch(url);
