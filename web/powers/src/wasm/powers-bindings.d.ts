// The interface to the generated module. scripts/lib/build-powers.mjs writes its code into the package.
import type { PowersGlue } from "../glue.js";

/** Creates bindings without an instance; call them to start one. */
export function createBindings(): PowersGlue;
