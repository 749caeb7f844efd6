// @ts-check
// The run that Compare shows before its first one: measures it on the built page, and shortens it.

/** The lengths that Compare offers. The default comes last, because a run keeps the settings of its last part. */
const lengths = [1024, 3072, 4096, 2048];

/** Samples of each operation: enough for an interval, and few enough for a file that every visitor loads. */
const mostSamples = 16;

/**
 * Runs Compare with its default settings at each length, and saves the run with its button.
 * @param {object} place
 * @param {string} place.address of the built page
 * @param {string} place.executablePath of Chromium
 * @param {readonly string[]} place.args its flags
 * @param {number} place.seconds for each length
 * @param {(text: string) => void} place.onProgress
 * @returns {Promise<string>} the text of the saved file
 * @throws {Error} if a run ends early
 */
export async function measureRun({ address, executablePath, args, seconds, onProgress }) {
  const { chromium } = await import("playwright");
  const browser = await chromium.launch({ executablePath, args: [...args] });
  try {
    const tab = await browser.newPage({ serviceWorkers: "block" });
    for (const length of lengths) {
      onProgress(`${length} bits`);
      await tab.goto(new URL(`?n=${length}&seconds=${seconds}`, address).href); // the tab keeps the other lengths
      await tab.getByRole("button", { name: "Run", exact: true }).click();
      const end = tab.locator(".progress-text").filter({ hasText: /^(Done|Ended|The run failed)/ });
      await end.waitFor({ timeout: 1000 * (seconds + 300) }); // making keys comes on top
      const text = await end.innerText();
      if (!text.startsWith("Done")) throw new Error(`${length} bits: ${text}`);
    }
    const saved = tab.waitForEvent("download");
    await tab.getByRole("button", { name: "Save JSON" }).click();
    const chunks = await (await (await saved).createReadStream()).toArray();
    return Buffer.concat(chunks).toString();
  } finally {
    await browser.close();
  }
}

/**
 * A saved run with few samples of each operation, with the default settings, without what the page computes again, in one line.
 * @param {string} text
 */
export function shortened(text) {
  const { verdicts: _, selection, measurements, ...run } = JSON.parse(text);
  const words = new URLSearchParams(selection);
  words.delete("seconds");
  // Which samples are of which key is lost.
  const short = measurements.map(
    (/** @type {{ samples: number[], keys?: number[] }} */ { samples, keys: _keys, ...each }) => {
      return { ...each, samples: thinned(samples, mostSamples) };
    },
  );
  return `${JSON.stringify({ ...run, selection: words.toString(), measurements: short })}\n`;
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
