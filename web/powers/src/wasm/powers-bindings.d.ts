// The interface to the generated module. scripts/lib/build-powers.mjs writes its code into the package.
import type { PowersBindings } from "../bindings.js";

/** Creates bindings without an instance; call them to start one. */
export function createBindings(): PowersBindings;
