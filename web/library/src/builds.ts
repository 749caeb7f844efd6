import { RsaError } from "./errors.js";
import type { Glue } from "./glue.js";
import * as baseline from "./wasm/baseline/rsa_variants.js";

/** A compilation of the WebAssembly module: `baseline` runs wherever WebAssembly does. */
export type Build = "baseline";

// Imported statically: bundlers write workers as one classic script, where dynamic imports cannot be split off.
const glues: Readonly<Record<Build, Glue>> = { baseline };

/** The bindings of a build. */
export function glueOf(build: Build): Glue {
  return glues[build];
}

/** The build for a wish; throws `invalid-params` for a name that is not known. */
export function chooseBuild(wish: Build | "auto" = "auto"): Build {
  if (wish === "auto") return "baseline";
  if (Object.hasOwn(glues, wish)) return wish;
  throw new RsaError("invalid-params", `build must be "auto" or one of ${Object.keys(glues).join(", ")}, got ${wish}`);
}
