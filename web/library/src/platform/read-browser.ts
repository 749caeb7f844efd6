import type { Read } from "../wasm-source.js";

// Apart from the workers, so that an entry without workers does not make bundlers put their script beside their output.
export const read: Read = (url) => fetch(url);
