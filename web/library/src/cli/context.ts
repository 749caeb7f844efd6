import type { Readable, Writable } from "node:stream";
import { connect } from "../connect.js";
import type { RsaWorkers } from "../workers/rsa-workers.js";
import type { Arguments, Flag } from "./arguments.js";
import { systemFailure } from "./failure.js";

/** What a command has of the world. */
export interface Context {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Aborted when the process is to end. */
  readonly signal: AbortSignal;
  /** The folder of the user. */
  readonly home: string;
  /** The library in workers, so that no computation keeps a signal from being heard. */
  rsa(): Promise<RsaWorkers>;
}

/** A command. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the flags, as the help shows it; none where it is left out. */
  readonly operand?: string;
  readonly flags: Readonly<Record<string, Flag>>;
  /** Commands of its own, of which one is named before all flags; their names begin with this one's. */
  readonly commands?: readonly Command[];
  /** Lines behind the flags in the help. */
  readonly notes?: readonly string[];
  /** Does it; what it throws decides how the process ends. */
  run(given: Arguments, context: Context): Promise<void>;
}

/** The library, started when it is first asked for; `close` ends it if it was. */
export function lazyRsa(): { rsa(): Promise<RsaWorkers>; close(): Promise<void> } {
  let started: Promise<RsaWorkers> | undefined;
  return {
    rsa: () => {
      started ??= connect();
      return started;
    },
    close: async () => {
      const workers = await started?.catch(() => undefined); // a failed start was told to whoever asked
      await workers?.close();
    },
  };
}

/** Writes text, and waits until it is on its way. */
export function print(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(systemFailure("the output", error)) : resolve()));
  });
}
