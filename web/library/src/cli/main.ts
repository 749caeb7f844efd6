#!/usr/bin/env node
// The program: process and signals on one side, commands that know neither on the other.
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { run } from "./cli.js";
import { lazyRsa } from "./context.js";

/** What a process ends with that a signal ended: 128 and the signal's number. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Milliseconds to leave things as they were. */
const grace = 2000;

const stop = new AbortController();
let stopped: number | undefined;
for (const [name, code] of Object.entries(signals)) {
  process.on(name, () => {
    if (stopped !== undefined) process.exit(code); // the second time at once
    stopped = code;
    stop.abort();
    setTimeout(() => process.exit(code), grace).unref(); // whatever waits and does not hear of it
  });
}
// A reader that went away is met where the output is awaited.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
const { rsa, close } = lazyRsa();
const { stdin, stdout, stderr } = process;
const code = await run(process.argv.slice(2), version, {
  stdin,
  stdout,
  stderr,
  signal: stop.signal,
  home: homedir(),
  rsa,
});
await close();
// Standard input may be open still, and nobody waits for it.
process.exit(stopped ?? code);
