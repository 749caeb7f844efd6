// @ts-check
// Runs of Compare on the built page; the one that Compare shows before its first one is shortened.

import { describeProcessor } from "../bench/measuring.mjs";

/** Samples of each operation: enough for an interval, and few enough for a file that every visitor loads. */
const mostSamples = 16;

/**
 * Runs Compare at each length, and saves all as one run with its button.
 * @param {object} place
 * @param {string} place.address of the built page
 * @param {string} place.executablePath of Chromium
 * @param {readonly string[]} place.args its flags
 * @param {number} place.seconds for each length
 * @param {(text: string) => void} place.onProgress
 * @param {readonly number[]} lengths of the modulus; a run keeps the settings of its last part
 * @param {string} [settings] other words of the address, in place of the default settings
 * @returns {Promise<object>} the saved file, with the processor's name, which a browser does not know
 * @throws {Error} if a run ends early
 */
export async function measureRun({ address, executablePath, args, seconds, onProgress }, lengths, settings = "") {
  const { chromium } = await import("playwright");
  const browser = await chromium.launch({ executablePath, args: [...args] });
  try {
    const tab = await browser.newPage({ serviceWorkers: "block" });
    for (const length of lengths) {
      onProgress(`${length} bits`);
      await tab.goto(new URL(`?n=${length}&seconds=${seconds}${settings}`, address).href); // the tab keeps the other lengths
      await tab.getByRole("button", { name: "Run", exact: true }).click();
      const end = tab.locator(".progress-text").filter({ hasText: /^(Done|Ended|The run failed)/ });
      await end.waitFor({ timeout: 1000 * (seconds + 300) }); // making keys comes on top
      const text = await end.innerText();
      if (!text.startsWith("Done")) throw new Error(`${length} bits: ${text}`);
    }
    const saved = tab.waitForEvent("download");
    await tab.getByRole("button", { name: "Save JSON" }).click();
    const chunks = await (await (await saved).createReadStream()).toArray();
    const { environment, ...run } = JSON.parse(Buffer.concat(chunks).toString());
    return { ...run, environment: { ...environment, processor: describeProcessor() } };
  } finally {
    await browser.close();
  }
}

/**
 * A saved run with few samples of each operation, with the default settings, without what the page computes again.
 * @param {any} run
 */
export function shortened({ verdicts: _, selection, measurements, ...run }) {
  const words = new URLSearchParams(selection);
  words.delete("seconds");
  // Which samples are of which key is lost.
  const short = measurements.map(
    (/** @type {{ samples: number[], keys?: number[] }} */ { samples, keys: _keys, ...each }) => {
      return { ...each, samples: thinned(samples, mostSamples) };
    },
  );
  return { ...run, selection: words.toString(), measurements: short };
}

/**
 * Samples at even distances in the sorted list, so that every quantile stays about where it is; in the order in which they were taken.
 * @param {readonly number[]} samples
 * @param {number} most
 */
export function thinned(samples, most) {
  if (samples.length <= most) return samples;
  const order = samples.map((_, at) => at).sort((a, b) => Number(samples[a]) - Number(samples[b]));
  const kept = Array.from({ length: most }, (_, at) => Number(order[Math.floor(((at + 0.5) * samples.length) / most)]));
  return kept.sort((a, b) => a - b).map((at) => Number(samples[at]));
}
