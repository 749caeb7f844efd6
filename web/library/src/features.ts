import { relaxedSimd } from "wasm-feature-detect";

/** What a platform's WebAssembly has that some build needs. */
export interface Features {
  readonly relaxedSimd: boolean;
}

let probed: Promise<Features> | undefined;

/** What this platform has; asked once. */
export function probeFeatures(): Promise<Features> {
  probed ??= probe();
  return probed;
}

async function probe(): Promise<Features> {
  // Where there is no WebAssembly at all, loading says so.
  return { relaxedSimd: typeof WebAssembly === "object" && (await relaxedSimd()) };
}
