#!/usr/bin/env node
// The program: it connects the process and its signals to the commands, which know neither.
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { run } from "./cli.js";
import { lazyRsa } from "./context.js";

/** The exit codes after a signal: 128 plus the signal's number. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** The time for cleaning up after a signal, in milliseconds. */
const grace = 2000;

const stop = new AbortController();
let stopped: number | undefined;
for (const [name, code] of Object.entries(signals)) {
  process.on(name, () => {
    if (stopped !== undefined) process.exit(code); // a second signal ends the process at once
    stopped = code;
    stop.abort();
    setTimeout(() => process.exit(code), grace).unref(); // in case something does not react to the abort
  });
}
// If the reader is gone, the write that is awaited reports it.
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
// Standard input may still be open; do not wait for it.
process.exit(stopped ?? code);
