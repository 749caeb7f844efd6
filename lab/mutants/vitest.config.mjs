// The tests that Stryker runs on its copy of the project: those of the mutated files, in Node.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { patience, seeded } from "../../tests/vitest.config.mjs";

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
    ...patience,
    // The mutated files are the same for all builds.
    provide: { ...seeded.provide, build: "baseline" },
    // The library as Node loads it, not through Vite's transforms.
    server: { deps: { external: [/web\/library\/dist/] } },
  },
});
