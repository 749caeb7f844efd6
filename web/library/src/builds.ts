import { invalid, RsaError } from "./errors.js";

/** Whether a module is valid whose function returns a vector, after these further instructions. */
function isValid(...instructions: readonly number[]): boolean {
  const code = [1, 1, 0x7b, 0x20, 0, ...instructions, 0x0b]; // a local v128, read
  const bytes = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    [1, 5, 1, 0x60, 0, 1, 0x7b], // type 0: () -> v128
    [3, 2, 1, 0], // function 0 has type 0
    [10, code.length + 2, 1, code.length, ...code],
  ];
  return typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(bytes.flat()));
}

/** The WebAssembly features of a platform that some build needs. */
export interface Features {
  readonly simd: boolean;
  readonly relaxedSimd: boolean;
}

let probed: Features | undefined;

/** The features of this platform, probed once. Without WebAssembly, loading reports the error. */
function probeFeatures(): Features {
  probed ??= {
    simd: isValid(),
    relaxedSimd: isValid(0x20, 0, 0x20, 0, 0xfd, 0x87, 0x02), // the local twice, f64x2.relaxed_madd
  };
  return probed;
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
export const builds = Object.freeze(["relaxed-simd", "simd", "baseline"] as const);

/**
 * A compilation of the WebAssembly module. `relaxed-simd` and `simd` need a platform with those instructions and contain the
 * engine `lanes`, which is about twice as fast in `relaxed-simd`; `baseline` runs everywhere.
 */
export type Build = (typeof builds)[number];

const runsWith: Readonly<Record<Build, (features: Features) => boolean>> = {
  "relaxed-simd": ({ relaxedSimd }) => relaxedSimd,
  simd: ({ simd }) => simd,
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
export function selectBuild(wish: Build | "auto", features = probeFeatures()): Build {
  const runnable = builds.filter((build) => runsWith[build](features));
  if (wish === "auto") return runnable[0] as Build; // the baseline runs everywhere
  checkBuild(wish);
  if (runnable.includes(wish)) return wish;
  throw new RsaError(
    "unsupported-build",
    `the build ${wish} needs instructions that this platform's WebAssembly lacks; use "auto" or ${runnable.join(", ")}`,
  );
}

/**
 * Selects the build that the options of `load` or `connect` ask for.
 * @internal
 */
export function chooseBuild(options: {
  readonly build?: Build | "auto" | undefined;
  readonly source?: unknown;
}): Build {
  const { build = "auto", source } = options;
  if (build === "auto" && source !== undefined && typeof source !== "function") {
    throw new RsaError(
      "invalid-params",
      `a source that is not a function contains a single build: name it with build (${builds.join(" or ")})`,
    );
  }
  return selectBuild(build);
}
