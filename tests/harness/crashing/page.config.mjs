// Tests that crash a browser or a page on purpose, run by ../crashes.test.ts with the settings of the page's tests.
import { defineConfig } from "vitest/config";
import { pageInBrowser } from "../../vitest.config.mjs";

export default defineConfig({
  test: { name: "crashing", include: ["harness/crashing/*.browser.test.ts"], ...pageInBrowser, maxWorkers: 1 },
});
