// @ts-check
// Takes the pictures of the page in README.md and docs.

import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { chosen, main } from "../scripts/lib/command.mjs";
import { page as pageRoot, root } from "../scripts/lib/paths.mjs";
import { chromiumFlags, ensureProgram } from "../scripts/lib/programs.mjs";
import { setUp } from "../scripts/lib/set-up.mjs";
import { timed } from "../scripts/lib/step.mjs";

const width = 1280;

/** Pixels below the last element of a picture. */
const margin = 24;

/** Milliseconds that a place may take to get ready. */
const patience = 120_000;

/**
 * The pictures, by the place that each shows. query: of the place; from: the picture begins at this element; until: the picture ends below this element, or at this height in
 * pixels; prepare: brings the place into the state that the document describes
 * @type {Readonly<Record<string, {
 *   query: string,
 *   from?: string,
 *   until: string | number,
 *   prepare: (page: import("playwright").Page) => Promise<unknown>,
 * }>>}
 */
const jobs = {
  compare: {
    query: "?n=2048&r=3&w=320", // the recorded run
    until: ".results-part:not([inert]) #outcome",
    prepare: (page) => page.locator("button.run:enabled").waitFor({ timeout: patience }),
  },
  security: {
    query: "security/?variant=rebalanced&n=2048&w=160",
    from: "#parameters",
    until: "section[aria-labelledby=map-title]",
    prepare: (page) => page.locator(".map-drawing text").first().waitFor({ timeout: patience }), // after the page knows its width
  },
  workbench: { query: "workbench/", until: ".keys", prepare: fillWorkbench },
  xrsa: {
    query: "xrsa/",
    until: "section[aria-labelledby=computation-title]",
    prepare: async (page) => {
      const next = page.getByRole("button", { name: "Next step", exact: true });
      for (let step = 1; step <= 6; step += 1) await next.click();
      const operation = page.getByRole("slider", { name: "Operation" });
      await operation.fill(`${Number(await operation.inputValue()) + 60}`); // in the middle of the power modulo p
    },
  },
};

const pictures = {
  usage: "node lab/pictures.mjs [PLACE ...]",
  about: `Takes the pictures of the page in README.md and docs (default: ${Object.keys(jobs).join(", ")}).`,
};

await main(pictures, async (_, words) => {
  const names = chosen(words, Object.keys(jobs));
  await setUp();
  const { preview } = await import("vite"); // these are available only after the set-up
  const { chromium } = await import("playwright");
  const site = await preview({ root: pageRoot, logLevel: "error", preview: { port: 0, host: "127.0.0.1" } });
  const browser = await chromium.launch({ executablePath: await ensureProgram("chromium"), args: chromiumFlags });
  try {
    for (const name of names) {
      await timed(name, async () => {
        const { query, from, until, prepare } = /** @type {(typeof jobs)[string]} */ (jobs[name]);
        const page = await browser.newPage({ viewport: { width, height: 1000 }, colorScheme: "light" });
        await page.goto(new URL(query, site.resolvedUrls?.local[0]).href);
        await prepare(page);
        await page.evaluate(() => {
          scrollTo(0, 0);
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); // its outline would show
        });
        const y = from === undefined ? 0 : (await edgeOf(page, from, "top")) - margin;
        const height = typeof until === "number" ? until : margin + (await edgeOf(page, until, "bottom")) - y;
        await page.screenshot({
          path: join(root, "docs", `${name}.png`),
          fullPage: true,
          animations: "disabled",
          clip: { x: 0, y, width, height },
        });
        await page.close();
        return `docs/${name}.png`;
      });
    }
  } finally {
    await browser.close();
    await site.close();
  }
});

/**
 * Where an element begins or ends, in pixels from the top of the page.
 * @param {import("playwright").Page} page
 * @param {string} selector
 * @param {"top" | "bottom"} edge
 */
function edgeOf(page, selector, edge) {
  return page.locator(selector).evaluate((element, name) => element.getBoundingClientRect()[name], edge);
}

/** Makes three keys of different variants and loads a partner's public key. @param {import("playwright").Page} page */
async function fillWorkbench(page) {
  for (const { name, variant, fields } of [
    { name: "Laptop", variant: "multi-prime", fields: { "n modulus": "2048" } },
    { name: "Signing station", variant: "rebalanced", fields: { "n modulus": "2048", "w CRT": "512" } },
    { name: "As in 2003", variant: "original", fields: { "n modulus": "1024" } },
  ]) {
    await page.getByRole("button", { name: "Make a key …" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a key" });
    await dialog.getByLabel("variant").selectOption(variant);
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
    await dialog.getByLabel("name").fill(name);
    await dialog.getByRole("button", { name: "Make", exact: true }).click();
    await page.getByRole("heading", { name, exact: true }).waitFor({ timeout: patience });
  }
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 3072 });
  const buffer = Buffer.from(publicKey.export({ type: "spki", format: "pem" }));
  await page.locator("#load-keys").setInputFiles({ name: "Partner.pem", mimeType: "application/x-pem-file", buffer });
  await page.getByRole("heading", { name: "Partner", exact: true }).waitFor();
}
