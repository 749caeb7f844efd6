import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { page as root } from "../../scripts/lib/paths.mjs";
import { chromiumFlags, ensureProgram } from "../../scripts/lib/programs.mjs";
import { Problem } from "../../scripts/lib/run.mjs";
import { mustBeSame, settled } from "./disk.mjs";

/** The folder of the browser's profile. */
const profile = "profile";

/** Measures the built page in Chromium, with results in the page and in a file. It decrypts what the command line encrypted. */
export async function measureWorkbench(folder, print) {
  const [{ chromium }, { preview }] = await Promise.all([import("playwright"), import("vite")]);
  const server = await preview({ root, preview: { port: 0 }, logLevel: "warn" });
  const executablePath = await ensureProgram("chromium");
  // With a profile on the disk, because a private window would store files in memory.
  const context = await chromium.launchPersistentContext(join(folder, profile), {
    executablePath,
    args: chromiumFlags,
    serviceWorkers: "block", // a service worker would store the page's files during the measurement
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    await page.goto(new URL("workbench/", server.resolvedUrls.local[0]).href);
    await page.locator("#panel-keys .run:enabled").waitFor();
    await page.locator("#panel-keys input[type=file]").setInputFiles(join(folder, "key.pem"));
    await page.getByRole("heading", { name: "key", exact: true }).waitFor();
    console.log(`Chromium ${context.browser()?.version() ?? (await page.evaluate("navigator.userAgent"))}`);
    // Programs cannot operate the browser's save dialog, so the result goes to a file in the browser's own storage.
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
        [`${tab} to a file …`, "into a file"],
        [tab, "into the page"],
      ]) {
        await settled();
        const memory = await Memory.watch(join(folder, profile));
        await panel.getByRole("button", { name: button, exact: true }).click({ trial: true }); // wait for the button
        const seconds = (await panel.evaluate(press, button)) / 1000;
        const growth = await memory.end();
        const problem = await panel.locator(".job-problem").textContent();
        if (problem) throw new Problem(`the Workbench reports: ${problem}`);
        print(`${tab.toLowerCase()}, Chromium, ${where}`, seconds, growth, "more in all its processes");
      }
    }
    const save = page.getByRole("button", { name: /^Save / }).last();
    const [saved] = await Promise.all([page.waitForEvent("download"), save.click()]);
    await mustBeSame(join(folder, "file"), await saved.path());
  } finally {
    await context.close();
    await server.close();
  }
}

/** Runs in the page: presses a button of a panel, and returns the milliseconds until there is a result or a problem. */
async function press(panel, name) {
  const [result, problem] = [".result", ".job-problem"].map((selector) => panel.querySelector(selector));
  const button = [...panel.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  const start = performance.now();
  await new Promise((resolve) => {
    const options = { childList: true, subtree: true, characterData: true };
    const observer = new MutationObserver(() => {
      // The previous result disappears first.
      if (button.disabled || (result.hidden && problem.textContent === "")) return;
      observer.disconnect();
      resolve();
    });
    for (const element of [result, problem]) observer.observe(element, options);
    button.click();
  });
  return performance.now() - start;
}

/** The time between looks at the memory in milliseconds, because each look takes time. */
const lookInterval = 500;

/** The growth of the private memory of all processes of a browser, in bytes. */
class Memory {
  #mark;
  #first;
  #peak = 0;
  #isEnded = false;
  #looking;

  /** @param mark a part of the command line of the browser's first process: its profile */
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

/** The ids of the process with the mark and of all its descendants. */
async function familyOf(mark) {
  const all = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const read = (id, file) => readFile(`/proc/${id}/${file}`, "utf8").catch(() => ""); // the process may have ended
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
