// What a command that measures shows on the way, and the file that it is to keep its samples in.
import { existsSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { Problem } from "./problem.mjs";

/** One line that changes, where somebody can watch it. */
export function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(70).slice(0, 70)}${text === "" ? "\r" : ""}`);
}

/** Finds out before anything is measured whether the samples can be kept; leaves no file behind, and none changed. */
export async function checkWritable(file) {
  const isThere = existsSync(file);
  try {
    await appendFile(file, "");
  } catch (error) {
    throw new Problem(`--json cannot write to ${file}: ${error.message}`);
  }
  if (!isThere) await rm(file);
}
