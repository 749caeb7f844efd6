// The progress line of measuring commands, and the file for their samples.
import { existsSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { Problem } from "./problem.mjs";

/** Shows a progress line if standard error is a terminal. */
export function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(70).slice(0, 70)}${text === "" ? "\r" : ""}`);
}

/** Checks before any measurement that the file can be written. It creates and changes no file. */
export async function checkWritable(file) {
  const isThere = existsSync(file);
  try {
    await appendFile(file, "");
  } catch (error) {
    throw new Problem(`--json cannot write to ${file}: ${error.message}`);
  }
  if (!isThere) await rm(file);
}
