// Stryker, which `npm run mutants` runs: what of the library is mutated, and how the mutants are tested.

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  // What works without WebAssembly, and is not a table of figures. The command line is left out: its tests change the folder,
  // which the worker threads that Stryker runs Vitest in cannot do.
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
    configFile: "tests/stryker.vitest.config.mjs",
    // The tests import the compiled library, so that Vite sees no relation between them and the mutated files.
    related: false,
  },
  coverageAnalysis: "perTest",
  // The copy that is mutated: what the tests need, and no more.
  ignorePatterns: [".*", "crates", "docs", "target", "web/bench", "web/page"],
  tempDirName: ".cache/stryker",
  // sandbox.mjs links what must be of the copy; the rest Node finds in the folders above it.
  symlinkNodeModules: false,
  buildCommand: "node scripts/lib/mutants/sandbox.mjs",
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName: ".cache/mutants-library.json" },
  // The copy's first run counts what each test reaches, which takes several times as long as the tests.
  dryRunTimeoutMinutes: 60,
  // A mutant that never ends shows by what it does, at a hundred times of what is usual; this is for what hangs otherwise.
  timeoutMS: 60_000,
};
