import { playwright } from "@vitest/browser-playwright";
import { builds } from "rsa-variants";
import { defineConfig } from "vitest/config";
import { relaxedSimd } from "wasm-feature-detect";
import { chromiumFlags, findChromium } from "../scripts/lib/chromium.mjs";
import { root } from "../scripts/lib/paths.mjs";
import { readWycheproof } from "../scripts/lib/wycheproof.mjs";

const executablePath = await findChromium();
const library = { include: ["library/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 };
const wycheproof = await readWycheproof([
  "rsa_oaep_2048_sha256_mgf1sha1",
  "rsa_oaep_2048_sha512_mgf1sha512",
  "rsa_pss_2048_sha1_mgf1_20",
  "rsa_pss_2048_sha256_mgf1_32",
]);
/** The library as Node loads it, not through Vite's transforms. */
const server = { deps: { external: [/web\/library\/dist/] } };
/** The builds that this Node runs; a browser of today runs all. */
const buildsInNode = (await relaxedSimd()) ? builds : ["baseline"];

export default defineConfig({
  test: {
    projects: [
      // The whole suite over each build.
      ...buildsInNode.map((build) => ({
        test: {
          name: `node-${build}`,
          ...library,
          provide: { build, wycheproof },
          environment: "node",
          server,
        },
      })),
      {
        // The same in a real browser.
        optimizeDeps: { exclude: ["rsa-variants"] },
        server: { fs: { allow: [root] } },
        test: {
          name: "chromium",
          ...library,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) },
            }),
            instances: builds.map((build) => ({
              browser: "chromium",
              name: `chromium-${build}`,
              provide: { build, wycheproof },
            })),
          },
        },
      },
      { test: { name: "page", include: ["page/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 180_000 } },
      { test: { name: "bench", include: ["bench/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 180_000 } },
      {
        // The library against other people's programs.
        test: {
          name: "interoperability",
          include: ["interoperability/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          server,
        },
      },
      { test: { name: "cli", include: ["cli/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000, server } },
      { test: { name: "timing", include: ["timing/**/*.test.ts"], testTimeout: 60_000 } },
      { test: { name: "packaging", include: ["packaging/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 180_000 } },
    ],
  },
});
