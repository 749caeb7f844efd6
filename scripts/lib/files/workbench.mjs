import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chromiumFlags, ensureChromium } from "../chromium.mjs";
import { page as root } from "../paths.mjs";
import { Problem } from "../problem.mjs";
import { mustBeSame } from "./compare.mjs";
import { settled } from "./settled.mjs";

/** The browser's folder. */
const profile = "profile";

/** The file in Chromium, in the built page: into the page, and into a file; decrypted is what the command line encrypted. */
export async function measureWorkbench(folder, print) {
  const [{ chromium }, { preview }] = await Promise.all([import("playwright"), import("vite")]);
  const server = await preview({
    root,
    configFile: join(root, "vite.config.ts"),
    preview: { port: 0 },
    logLevel: "warn",
  });
  const executablePath = await ensureChromium();
  // With a profile on the disk: the storage of a private window would be in memory.
  const context = await chromium.launchPersistentContext(join(folder, profile), {
    executablePath,
    args: chromiumFlags,
    serviceWorkers: "block", // it would keep the page's files while they are measured
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    await page.goto(new URL("workbench/", server.resolvedUrls.local[0]).href);
    await page.locator("#panel-keys .run:enabled").waitFor();
    await page.locator("#panel-keys input[type=file]").setInputFiles(join(folder, "key.pem"));
    await page.getByRole("heading", { name: "key", exact: true }).waitFor();
    console.log(`Chromium ${context.browser()?.version() ?? (await page.evaluate("navigator.userAgent"))}`);
    // No program can operate the browser's own dialog. The file that stands for the user's is one of the browser's storage.
    await page.evaluate(() => {
      globalThis.showSaveFilePicker = async () =>
        (await navigator.storage.getDirectory()).getFileHandle(crypto.randomUUID(), { create: true });
    });
    for (const [tab, input] of [
      ["Encrypt", "file"],
      ["Decrypt", "encrypted"],
    ]) {
      await page.getByRole("tab", { name: tab }).click();
      const panel = page.locator(`#panel-${tab.toLowerCase()}`);
      await panel.locator(`#${tab.toLowerCase()}-file`).setInputFiles(join(folder, input));
      for (const [button, where] of [
        [`${tab} into a file …`, "into a file"],
        [tab, "into the page"],
      ]) {
        await settled();
        const memory = await Memory.watch(join(folder, profile));
        await panel.getByRole("button", { name: button, exact: true }).click({ trial: true }); // it is there
        const seconds = (await panel.evaluate(press, button)) / 1000;
        const growth = await memory.end();
        const problem = await panel.locator(".job-problem").textContent();
        if (problem) throw new Problem(`the Workbench says: ${problem}`);
        print(`${tab.toLowerCase()}, Chromium, ${where}`, seconds, growth, "more in all its processes");
      }
    }
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("button", { name: /^Save / })
        .last()
        .click(),
    ]);
    await mustBeSame(join(folder, "file"), await saved.path());
  } finally {
    await context.close();
    await server.close();
  }
}

/** In the page: presses a button of a panel, and gives the milliseconds until there is a result, or a problem. */
async function press(panel, name) {
  const [result, problem] = [".result", ".job-problem"].map((selector) => panel.querySelector(selector));
  const button = [...panel.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  const start = performance.now();
  await new Promise((resolve) => {
    const options = { childList: true, subtree: true, characterData: true };
    const observer = new MutationObserver(() => {
      // What there was before goes first.
      if (button.disabled || (result.hidden && problem.textContent === "")) return;
      observer.disconnect();
      resolve();
    });
    for (const element of [result, problem]) observer.observe(element, options);
    button.click();
  });
  return performance.now() - start;
}

/** Milliseconds between looks at the memory, which take time of their own. */
const lookInterval = 500;

/** The memory that the processes of a browser have for themselves, beyond what they had at first. In bytes. */
class Memory {
  #mark;
  #first;
  #peak = 0;
  #isEnded = false;
  #looking;

  /** @param mark in the command line of the browser's first process: its profile */
  static async watch(mark) {
    if (process.platform !== "linux") return { end: async () => undefined };
    const memory = new Memory();
    memory.#mark = mark;
    memory.#first = await memory.#now();
    memory.#looking = memory.#look();
    return memory;
  }

  async end() {
    this.#isEnded = true;
    await this.#looking;
    return Math.max(0, this.#peak - this.#first);
  }

  async #look() {
    while (!this.#isEnded) {
      this.#peak = Math.max(this.#peak, await this.#now());
      await setTimeout(lookInterval);
    }
  }

  async #now() {
    const sizes = await Promise.all((await familyOf(this.#mark)).map(privateBytes));
    return sizes.reduce((sum, size) => sum + size, 0);
  }
}

/** The identifiers of the process with the mark, and of all that came of it. */
async function familyOf(mark) {
  const all = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const read = (id, file) => readFile(`/proc/${id}/${file}`, "utf8").catch(() => ""); // it may be gone
  const parents = new Map(
    await Promise.all(all.map(async (id) => [id, /\) \S (\d+)/.exec(await read(id, "stat"))?.[1]])),
  );
  const words = new Map(await Promise.all(all.map(async (id) => [id, await read(id, "cmdline")])));
  const isOfFamily = (id) => id !== undefined && (words.get(id)?.includes(mark) || isOfFamily(parents.get(id)));
  return all.filter(isOfFamily);
}

async function privateBytes(id) {
  const text = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => "");
  return 1024 * Number(/Private_Dirty:\s+(\d+)/.exec(text)?.[1] ?? 0);
}
