// The interface to the generated module. scripts/lib/build-library.mjs writes its code into the compiled library.
import type { AttacksBindings } from "../security/attacks.js";

/** Creates bindings without an instance; call them to start one. */
export function createBindings(): AttacksBindings;
