// The seam to the generated module: built by scripts/lib/build-library.mjs, written beside the compiled library.
import type { FormatsGlue } from "../formats/glue.js";

/** New bindings without an instance; calling them starts one. */
export function createBindings(): FormatsGlue;
