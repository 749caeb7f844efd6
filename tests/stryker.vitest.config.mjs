// The tests that Stryker runs on its copy of the project: those of what it mutates, in Node.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: {
    include: [
      "cli/{attack,failures,keys}.test.ts",
      "library/{builds,formats,guards,handles,padding,refusals,theory}.test.ts",
      "library/files/{armor,hybrid}.test.ts",
      "library/security/assess.test.ts",
      "library/xrsa/refusals.test.ts",
    ],
    environment: "node",
    // What is mutated is the same with all builds.
    provide: { build: "baseline" },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The library as Node loads it, not through Vite's transforms.
    server: { deps: { external: [/web\/library\/dist/] } },
  },
});
