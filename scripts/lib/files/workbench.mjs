import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { chromiumFlags, ensureChromium } from "../chromium.mjs";
import { page as root } from "../paths.mjs";
import { Problem } from "../problem.mjs";
import { mustBeSame } from "./compare.mjs";

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
  const context = await chromium.launchPersistentContext(join(folder, "profile"), {
    executablePath,
    args: chromiumFlags,
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
        const memory = await Memory.watch(folder);
        const start = performance.now();
        await panel.getByRole("button", { name: button, exact: true }).click();
        await panel
          .locator(".job-progress")
          .waitFor({ state: "visible", timeout: 2000 })
          .catch(() => {}); // it may be over
        await panel.locator(".job-progress").waitFor({ state: "hidden" });
        const seconds = (performance.now() - start) / 1000;
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

/** The memory that the processes of a browser have for themselves, beyond what they had at first. In bytes. */
class Memory {
  #mark;
  #first;
  #peak = 0;
  #timer;

  /** @param mark in the command line of the browser's processes: its profile */
  static async watch(mark) {
    const memory = new Memory();
    memory.#mark = mark;
    memory.#first = await memory.#now();
    memory.#timer = setInterval(() => memory.#look(), 100);
    return memory;
  }

  async end() {
    clearInterval(this.#timer);
    await this.#look();
    return this.#peak - this.#first;
  }

  async #look() {
    this.#peak = Math.max(this.#peak, await this.#now());
  }

  async #now() {
    const processes = await this.#processes();
    const sizes = await Promise.all(processes.map(privateBytes));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** The process with the mark, and all that came of it. */
  async #processes() {
    const parents = new Map();
    let roots = [];
    for (const id of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
      const status = await readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
      parents.set(id, /\) \S (\d+)/.exec(status)?.[1]);
      const words = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
      if (words.includes(`--user-data-dir=${this.#mark}`)) roots.push(id);
    }
    const found = new Set();
    while (roots.length > 0) {
      for (const id of roots) found.add(id);
      roots = [...parents].filter(([id, parent]) => found.has(parent) && !found.has(id)).map(([id]) => id);
    }
    return [...found];
  }
}

async function privateBytes(id) {
  const text = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => "");
  return 1024 * Number(/Private_Dirty:\s+(\d+)/.exec(text)?.[1] ?? 0);
}
