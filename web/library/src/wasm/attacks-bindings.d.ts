// The seam to the generated module: built by scripts/lib/build-library.mjs, written beside the compiled library.
import type { AttacksGlue } from "../security/attacks.js";

/** New bindings without an instance; calling them starts one. */
export function createBindings(): AttacksGlue;
