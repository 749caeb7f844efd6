import { invalid, RsaError } from "./errors.js";

/** A module whose function `f` multiplies two numbers and adds a third, in vectors, with these instructions. */
function multiplyAdd(...instructions: readonly number[]): Uint8Array<ArrayBuffer> {
  const operands = [0, 1, 2].flatMap((local) => [0x20, local, 0xfd, 0x14]); // f64x2.splat
  const code = [0, ...operands, ...instructions, 0xfd, 0x21, 0, 0x0b]; // f64x2.extract_lane
  const sections = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    [1, 8, 1, 0x60, 3, 0x7c, 0x7c, 0x7c, 1, 0x7c], // type 0: three doubles to one
    [3, 2, 1, 0], // function 0 has type 0
    [7, 5, 1, 1, 0x66, 0, 0], // its name is f
    [10, code.length + 2, 1, code.length, ...code],
  ];
  return new Uint8Array(sections.flat());
}

/**
 * Whether a multiply-add rounds once: (1 + 2⁻³⁰)² − (1 + 2⁻²⁹) is then 2⁻⁶⁰, and otherwise 0. Relaxed SIMD allows both, and
 * JavaScriptCore and older processors round twice.
 */
function isFused(module: Uint8Array<ArrayBuffer>): boolean {
  try {
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(module)).exports;
    return (f as (a: number, b: number, c: number) => number)(1 + 2 ** -30, 1 + 2 ** -30, -1 - 2 ** -29) !== 0;
  } catch {
    return true; // a host that compiles only what is deployed, with V8
  }
}

/** The WebAssembly features of a platform that builds need. isFused: whether relaxed SIMD multiplies and adds in one step */
export interface Features {
  readonly simd: boolean;
  readonly relaxedSimd: boolean;
  readonly isFused: boolean;
}

let probed: Features | undefined;

/** The features of this platform, probed once. Without WebAssembly, loading reports the error. */
function probeFeatures(): Features {
  if (probed !== undefined) return probed;
  const runs = (module: Uint8Array<ArrayBuffer>) => typeof WebAssembly === "object" && WebAssembly.validate(module);
  const relaxed = multiplyAdd(0xfd, 0x87, 0x02); // f64x2.relaxed_madd
  const relaxedSimd = runs(relaxed);
  probed = {
    simd: runs(multiplyAdd(0xfd, 0xf2, 0x01, 0xfd, 0xf0, 0x01)), // f64x2.mul, f64x2.add
    relaxedSimd,
    isFused: relaxedSimd && isFused(relaxed),
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
 * engine `lanes`; it takes less time in `relaxed-simd`; `baseline` runs everywhere.
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
export function selectBuild(choice: Build | "auto", features = probeFeatures()): Build {
  const runnable = builds.filter((build) => runsWith[build](features));
  // Without fused multiply-add, relaxed-simd has no lanes. The baseline runs everywhere.
  if (choice === "auto") return runnable.find((build) => build !== "relaxed-simd" || features.isFused) as Build;
  checkBuild(choice);
  if (runnable.includes(choice)) return choice;
  throw new RsaError(
    "unsupported-build",
    `the build ${choice} needs instructions that this platform's WebAssembly lacks; use "auto" or ${runnable.join(", ")}`,
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
