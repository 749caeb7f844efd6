import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumFlags, findChromium } from "../scripts/lib/chromium.mjs";
import { root } from "../scripts/lib/paths.mjs";

const executablePath = await findChromium();
const library = { include: ["library/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        // The library as Node loads it: not through Vite's transforms.
        test: { name: "node", ...library, environment: "node", server: { deps: { external: [/web\/library\/dist/] } } },
      },
      {
        // The same files in a real browser.
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
            instances: [{ browser: "chromium" }],
          },
        },
      },
      { test: { name: "page", include: ["page/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 180_000 } },
      { test: { name: "packaging", include: ["packaging/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 180_000 } },
    ],
  },
});
