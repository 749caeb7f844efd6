// The interface to the generated module. scripts/lib/build-library.mjs writes its code into the compiled library.
import type { PublicBindings } from "../public/public-rsa.js";

/** Creates bindings without an instance; call them to start one. */
export function createBindings(): PublicBindings;
