// Compiled, never run: the generated bindings must have what the library's interface to them says.
import type { Glue } from "../../web/library/src/glue.ts";
import type * as generated from "../../web/library/wasm/baseline/rsa_variants.js";

export const seam: (bindings: typeof generated) => Glue = (bindings) => bindings;
