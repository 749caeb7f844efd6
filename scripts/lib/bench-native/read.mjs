// @ts-check
// Reads what Criterion and `openssl speed` measured.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Problem } from "../run.mjs";

/**
 * A time in milliseconds of one round. operation: as in sign/2048; subject: the software
 * @typedef {{ readonly operation: string, readonly subject: string, readonly time: number }} Time
 */

/** Times of keys vary by nature, so their mean counts; elsewhere the median, which other programs disturb less. */
export const isMean = (/** @type {string} */ operation) => operation.startsWith("generate/");

/**
 * The times in a folder where Criterion wrote.
 * @param {string} folder
 * @returns {Promise<Time[]>}
 */
export async function criterionTimes(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith("new/benchmark.json"));
  const times = files.map(async (file) => {
    const { group_id: operation, function_id: subject } = await readJson(join(folder, file));
    const estimates = await readJson(join(folder, dirname(file), "estimates.json"));
    const { point_estimate: nanoseconds } = estimates[isMean(operation) ? "mean" : "median"];
    return { operation, subject, time: nanoseconds / 1e6 };
  });
  return Promise.all(times);
}

/** @param {string} file */
async function readJson(file) {
  return JSON.parse(await readFile(file, "utf8"));
}

/**
 * The times that `openssl speed -mr` prints: a line +F2:NUMBER:LENGTH:SIGNATURES:VERIFICATIONS for each length, per second.
 * @param {string} output
 * @returns {Time[]}
 */
export function opensslTimes(output) {
  const times = [...output.matchAll(/^\+F2:\d+:(\d+):([\d.]+):([\d.]+)/gm)].flatMap(([, length, sign, verify]) => [
    { operation: `sign/${length}`, subject: "OpenSSL", time: 1000 / Number(sign) },
    { operation: `verify/${length}`, subject: "OpenSSL", time: 1000 / Number(verify) },
  ]);
  if (times.length === 0) throw new Problem(`openssl speed printed no RSA times:\n${output}`);
  return times;
}
