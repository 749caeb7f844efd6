import type { Readable, Writable } from "node:stream";
import { connect } from "../connect.js";
import type { RsaWorkers } from "../workers/rsa-workers.js";
import type { Arguments, Flag } from "./arguments.js";
import { shownText, systemFailure } from "./failure.js";

/** Everything that a command can access. */
export interface Context {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Aborted when the process must end. */
  readonly signal: AbortSignal;
  /** The home folder of the user. */
  readonly home: string;
  /** The library in workers, so that the process can handle signals during a computation. */
  rsa(): Promise<RsaWorkers>;
}

/** A command. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The argument after the flags, if there is one. */
  readonly operand?: { readonly name: string; readonly text: string };
  readonly flags: Readonly<Record<string, Flag>>;
  /** Subcommands, named before all flags; their names begin with this command's name. */
  readonly commands?: readonly Command[];
  /** Command lines without the program's name. */
  readonly examples: readonly string[];
  /** Paragraphs at the end of the help; those with line breaks are printed as they are. */
  readonly notes?: readonly string[];
  /** Runs the command; what it throws decides the exit code. */
  run(given: Arguments, context: Context): Promise<void>;
}

/** The library, which is started when first needed; `close` ends it. */
export function lazyRsa(): { rsa(): Promise<RsaWorkers>; close(): Promise<void> } {
  let started: Promise<RsaWorkers> | undefined;
  return {
    rsa: () => {
      started ??= connect();
      return started;
    },
    close: async () => {
      const workers = await started?.catch(() => undefined); // a failed start was already reported
      await workers?.close();
    },
  };
}

/** Writes text and waits until the stream has accepted it. A terminal gets no control characters, which names in files can have. */
export function print(stream: Writable & { readonly isTTY?: boolean }, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(stream.isTTY ? shownText(text) : text, (error) =>
      error ? reject(systemFailure("the output", error)) : resolve(),
    );
  });
}
