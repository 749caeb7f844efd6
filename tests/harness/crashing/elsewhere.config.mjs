// A test that runs in a browser that Vitest starts, and crashes it on purpose; run by ../crashes.test.ts.
import { readFile, writeFile } from "node:fs/promises";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumFlags, findProgram } from "../../../scripts/lib/programs.mjs";

const executablePath = await findProgram("testChromium");

export default defineConfig({
  test: {
    name: "crashing",
    include: ["harness/crashing/elsewhere.test.ts"],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) },
      }),
      instances: [{ browser: "chromium" }],
      commands: {
        /** Ends the browser process as often as the file says that the variable CRASHES names. */
        async crash({ context }) {
          const left = Number(await readFile(process.env.CRASHES, "utf8"));
          if (left === 0) return;
          await writeFile(process.env.CRASHES, String(left - 1));
          const session = await context.browser().newBrowserCDPSession();
          await session.send("Browser.crash");
        },
      },
    },
  },
});
