// The configuration of Stryker for `node lab/mutants.mjs`: which files of the library are mutated, and how the mutants are tested.

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  // Modules that work without WebAssembly and are not tables of figures. The command line is left out: its tests change the
  // current folder, which is impossible in the worker threads in which Stryker runs Vitest.
  mutate: [
    "web/library/src/algorithms.ts",
    "web/library/src/builds.ts",
    "web/library/src/bytes.ts",
    "web/library/src/errors.ts",
    "web/library/src/files/armor.ts",
    "web/library/src/files/detect.ts",
    "web/library/src/files/hybrid/header.ts",
    "web/library/src/files/hybrid/segments.ts",
    "web/library/src/files/stream.ts",
    "web/library/src/formats/formats.ts",
    "web/library/src/formats/import.ts",
    "web/library/src/formats/json.ts",
    "web/library/src/formats/jwk.ts",
    "web/library/src/formats/members.ts",
    "web/library/src/handle.ts",
    "web/library/src/options.ts",
    "web/library/src/params.ts",
    "web/library/src/security/attack.ts",
    "web/library/src/theory/cost.ts",
    "web/library/src/xrsa/options.ts",
  ],
  testRunner: "vitest",
  vitest: {
    configFile: "lab/mutants/vitest.config.mjs",
    // The tests import the compiled library, so Vite sees no relation between them and the mutated files.
    related: false,
  },
  coverageAnalysis: "perTest",
  // The copy that is mutated contains only what the tests need.
  ignorePatterns: [".*", "crates", "docs", "target", "web/bench", "web/page"],
  tempDirName: ".cache/stryker",
  // sandbox.mjs links what must come from the copy; Node finds the rest in the parent folders.
  symlinkNodeModules: false,
  buildCommand: "node lab/mutants/sandbox.mjs",
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName: ".cache/mutants-library.json" },
  // The first run records what each test reaches, which takes several times as long as the tests.
  dryRunTimeoutMinutes: 60,
  // Stryker detects most endless mutants by their hit count, at a hundred times the usual one; this limit is for all others.
  timeoutMS: 60_000,
};
