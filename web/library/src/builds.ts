import { relaxedSimd } from "wasm-feature-detect";
import { invalid, RsaError } from "./errors.js";

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

/**
 * Every build, a compilation of the WebAssembly module, fastest first.
 *
 * @example
 * ```ts
 * import { builds } from "rsa-variants";
 * console.log(builds.join(", "));
 * ```
 */
export const builds = Object.freeze(["relaxed-simd", "baseline"] as const);

/**
 * A compilation of the WebAssembly module: `relaxed-simd` for platforms with those instructions, which the engine `lanes`
 * needs; `baseline` for all.
 */
export type Build = (typeof builds)[number];

const runsWith: Readonly<Record<Build, (features: Features) => boolean>> = {
  "relaxed-simd": ({ relaxedSimd }) => relaxedSimd,
  baseline: () => true,
};

/** Refuses a name that is no build. */
export function checkBuild(build: unknown): asserts build is Build {
  if (!builds.includes(build as Build)) {
    throw invalid("build", `must be "auto" or one of ${builds.join(", ")}, got ${String(build)}`);
  }
}

/**
 * The build for a wish on a platform.
 *
 * @throws RsaError `invalid-params` for a name that is not known, `unsupported-build` for a build that the platform lacks
 * the instructions of
 */
export function selectBuild(wish: Build | "auto", features: Features): Build {
  const runnable = builds.filter((build) => runsWith[build](features));
  if (wish === "auto") return runnable[0] as Build; // the baseline runs everywhere
  checkBuild(wish);
  if (runnable.includes(wish)) return wish;
  throw new RsaError(
    "unsupported-build",
    `the build ${wish} needs instructions that this platform's WebAssembly lacks; ${runnable.join(", ")} runs here`,
  );
}
