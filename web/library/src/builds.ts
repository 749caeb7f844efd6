import { relaxedSimd } from "wasm-feature-detect";
import { invalid, RsaError } from "./errors.js";

/** The WebAssembly features of a platform that some build needs. */
export interface Features {
  readonly relaxedSimd: boolean;
}

let probed: Promise<Features> | undefined;

/** The features of this platform, probed once. */
export function probeFeatures(): Promise<Features> {
  probed ??= probe();
  return probed;
}

async function probe(): Promise<Features> {
  // Without WebAssembly, loading reports the error.
  return { relaxedSimd: typeof WebAssembly === "object" && (await relaxedSimd()) };
}

/**
 * The names of all builds (compilations of the WebAssembly module), fastest first.
 *
 * @example
 * ```ts
 * import { builds } from "rsa-variants";
 * console.log(builds.join(", "));
 * ```
 */
export const builds = Object.freeze(["relaxed-simd", "baseline"] as const);

/**
 * A compilation of the WebAssembly module. `relaxed-simd` needs a platform with those instructions and contains the engine
 * `lanes`; `baseline` runs everywhere.
 */
export type Build = (typeof builds)[number];

const runsWith: Readonly<Record<Build, (features: Features) => boolean>> = {
  "relaxed-simd": ({ relaxedSimd }) => relaxedSimd,
  baseline: () => true,
};

/** Throws unless the value is the name of a build. */
export function checkBuild(build: unknown): asserts build is Build {
  if (!builds.includes(build as Build)) {
    throw invalid("build", `must be "auto" or one of ${builds.join(", ")}, got ${String(build)}`);
  }
}

/**
 * Selects the build to load: the requested one, or the fastest that the platform can run.
 *
 * @throws RsaError `invalid-params` for an unknown name; `unsupported-build` if the platform lacks instructions that the build
 * needs
 */
export function selectBuild(wish: Build | "auto", features: Features): Build {
  const runnable = builds.filter((build) => runsWith[build](features));
  if (wish === "auto") return runnable[0] as Build; // the baseline runs everywhere
  checkBuild(wish);
  if (runnable.includes(wish)) return wish;
  throw new RsaError(
    "unsupported-build",
    `the build ${wish} needs instructions that this platform's WebAssembly lacks; use "auto" or ${runnable.join(", ")}`,
  );
}
