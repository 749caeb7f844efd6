import { allEngines, type Selection } from "../params/selection.ts";
import type { LibraryState } from "../state.ts";

/** What the page says about an engine. */
export const engineTexts = {
  lanes: "two at a time in floating point; written without branches on secrets; needs relaxed SIMD",
  scalar: "integer arithmetic; written without branches on secrets; runs everywhere",
  "num-bigint": "a plain big-integer library; not constant-time",
} as const;

/** One sentence that says why the fastest engine is not offered, or nothing where it is. */
export function whyNotFastest(library: LibraryState, build: Selection["build"]): string | undefined {
  const [fastest] = allEngines;
  if (library.state !== "ready" || fastest === undefined || library.engines.includes(fastest)) return undefined;
  if (library.build === "relaxed-simd") {
    return `${fastest} does not run here: this processor does not multiply and add in one step.`;
  }
  return build === "auto"
    ? `${fastest} does not run here: this browser or processor lacks relaxed SIMD.`
    : `${fastest} is not in the build ${library.build}.`;
}
