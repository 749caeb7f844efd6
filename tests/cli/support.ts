// Runs the command line in temporary folders: its commands on this thread, or the whole program as a process.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { run } from "../../web/library/dist/cli/cli.js";
import { type Context, lazyRsa } from "../../web/library/dist/cli/context.js";

/** The program that the package's bin starts. */
export const program = fileURLToPath(new URL("../../web/library/dist/node/cli.js", import.meta.url));

/** Started once for all commands of a test file; a process would start it for each command. */
const { rsa } = lazyRsa();

export interface Outcome {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** The last command that was run on this thread. */
let last: Promise<unknown> = Promise.resolve();

/** A folder for the files of a test. */
export class Folder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<Folder> {
    return new Folder(await mkdtemp(join(tmpdir(), "rsa-variants-cli-")));
  }

  /** The path of a file in it. */
  file(name: string): string {
    return join(this.path, name);
  }

  /** The names of the files in it, hidden ones too. */
  async names(): Promise<string[]> {
    return (await readdir(this.path)).sort();
  }

  /** Starts the program here, as a process. */
  start(...words: string[]): ChildProcess {
    return spawn(process.execPath, [program, ...words], { cwd: this.path, stdio: "pipe" });
  }

  /** Like `start`; resolves when the program handles signals, and reads standard input or has started a worker. */
  async startUntil(state: "reads" | "computes", ...words: string[]): Promise<ChildProcess> {
    const tell = `
      const tell = (word) => process.stderr.write(word + "\\n");
      process.on("newListener", (name) => name === "SIGHUP" && tell("listens")); // the last of the signals
      process.stdin.once("newListener", () => tell("reads"));
      process.on("worker", (worker) => worker.once("online", () => tell("computes")));`;
    const all = ["--import", `data:text/javascript,${encodeURIComponent(tell)}`, program, ...words];
    const child = spawn(process.execPath, all, { cwd: this.path, stdio: "pipe" });
    let told = "";
    for await (const piece of child.stderr.iterator({ destroyOnReturn: false })) {
      told += piece;
      if (told.includes("listens") && told.includes(state)) break;
    }
    return child;
  }

  /**
   * Runs a command here, on this thread, with this standard input; `at` replaces parts of its context. Commands wait for each
   * other, because the process has only one current folder.
   */
  run(words: readonly string[], input: string | Uint8Array = "", at: Partial<Context> = {}): Promise<Outcome> {
    const outcome = last.then(() => this.#run(words, input, at));
    last = outcome.catch(() => {});
    return outcome;
  }

  async #run(words: readonly string[], input: string | Uint8Array, at: Partial<Context>): Promise<Outcome> {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const before = process.cwd();
    process.chdir(this.path);
    try {
      const code = await run(words, "0.0.0", {
        stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input)], { objectMode: false }),
        stdout: collector(stdout),
        stderr: collector(stderr),
        signal: new AbortController().signal,
        home: this.path,
        rsa,
        ...at,
      });
      return { code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() };
    } finally {
      process.chdir(before);
    }
  }

  /** Like `run`; rejects with its messages unless the exit code is 0. */
  async succeed(words: readonly string[], input?: string | Uint8Array): Promise<Buffer> {
    const { code, stdout, stderr } = await this.run(words, input);
    if (code !== 0) throw new Error(`rsa-variants ${words.join(" ")} ended with ${code}:\n${stderr}`);
    return stdout;
  }

  /** Like `run`; expects this exit code, and this reason on standard error. */
  async fails(code: number, reason: string, ...given: Parameters<Folder["run"]>): Promise<void> {
    expect(await this.run(...given)).toMatchObject({ code, stderr: expect.stringContaining(reason) });
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}

/** A terminal, and the text that it shows. */
export function terminal(): { readonly stream: Writable & { isTTY: true }; text(): string } {
  const pieces: Buffer[] = [];
  return {
    stream: Object.assign(collector(pieces), { isTTY: true as const }),
    text: () => Buffer.concat(pieces).toString(),
  };
}

/** A stream that records its input. */
function collector(pieces: Buffer[]): Writable {
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
}

/** Waits for the end of a process, with this standard input or one that is written elsewhere. */
export function outcome(child: ChildProcess, input?: string | Uint8Array): Promise<Outcome> {
  const pieces: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
  child.stdout?.on("data", (piece: Buffer) => pieces.stdout.push(piece));
  child.stderr?.on("data", (piece: Buffer) => pieces.stderr.push(piece));
  child.stdin?.on("error", () => {}); // it may end before it has read all
  if (input !== undefined) child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ code, stdout: Buffer.concat(pieces.stdout), stderr: Buffer.concat(pieces.stderr).toString() }),
    );
  });
}
