// The tests that Stryker runs on its copy of the project: those of the mutated files, in Node.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { seeded } from "../../tests/vitest.config.mjs";

export default defineConfig({
  root: fileURLToPath(new URL("../../tests", import.meta.url)),
  test: {
    include: [
      "library/{builds,formats,padding,refusals,theory,variants,workers}.test.ts",
      "library/{files,security}/*.test.ts",
      "library/xrsa/device.test.ts",
    ],
    environment: "node",
    ...seeded,
    // The mutated files are the same for all builds.
    provide: { ...seeded.provide, build: "baseline" },
    // Several times the usual limit, because the copy records what each test reaches.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The library as Node loads it, not through Vite's transforms.
    server: { deps: { external: [/web\/library\/dist/] } },
  },
});
