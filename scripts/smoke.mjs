// npm run smoke: opens the places of the built page in WebKit and does the main job of each.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { smoke } from "./lib/commands.mjs";
import { places, root } from "./lib/paths.mjs";
import { Problem } from "./lib/run.mjs";
import { setUp } from "./lib/set-up.mjs";
import { servePage } from "./lib/smoke-page.mjs";
import { timed } from "./lib/step.mjs";
import { startWebkit } from "./lib/webkit.mjs";
import { main } from "./lib/words.mjs";

/** The folder for screenshots of failures; git-ignored. */
const pictures = join(root, "test-results");

await main(smoke, async ({ words }) => {
  await setUp();
  const folder = await mkdtemp(join(tmpdir(), "rsa-variants-smoke-"));
  const failed = [];
  let page;
  let webkit;
  try {
    page = await servePage();
    webkit = await startWebkit();
    for (const name of words.length > 0 ? words : places) {
      await timed(name, async () => {
        const { problems, note } = await visit(name, { webkit, page, folder });
        if (problems.length === 0) return `passed in ${note}`;
        failed.push(name);
        return ["FAILED", ...problems].join("\n  ");
      });
    }
  } finally {
    webkit?.stop();
    await page?.close();
    await rm(folder, { recursive: true, force: true });
  }
  if (failed.length > 0) throw new Problem(`to repeat the failures, run: npm run smoke -- ${failed.join(" ")}`);
});

/**
 * Does the job of a place in a new browser.
 * @returns {Promise<{ problems: string[], note: string }>} the problems, and the browser's name and version
 */
async function visit(name, { webkit, page, folder }) {
  const [{ address, doJob }, { Visitor }] = await Promise.all([
    import(`../tests/smoke/${name}.mjs`),
    import("../tests/smoke/visitor.mjs"),
  ]);
  const browser = await webkit.open();
  try {
    const capabilities = await browser.getCapabilities();
    const note = `${capabilities.getBrowserName()} ${capabilities.getBrowserVersion()}`;
    await browser.manage().window().setRect({ width: 1280, height: 900 });
    await browser.get(new URL(address, page.address).href);
    const problems = [];
    await doJob(new Visitor(browser), folder).catch((error) => problems.push(error.message));
    problems.push(...(await page.errors(browser)));
    if (problems.length > 0) problems.push(`screenshot: ${await takePicture(browser, name)}`);
    return { problems, note };
  } finally {
    await browser.quit();
  }
}

async function takePicture(browser, name) {
  const picture = join(pictures, `smoke-${name}.png`);
  await mkdir(pictures, { recursive: true });
  await writeFile(picture, await browser.takeScreenshot(), "base64");
  return relative(root, picture);
}
