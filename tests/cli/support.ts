// The command line as a process, in folders of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The program that the package's bin names. */
export const program = fileURLToPath(new URL("../../web/library/dist/cli/main.js", import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

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

  /** Starts the program here. */
  start(...words: string[]): ChildProcess {
    return spawn(process.execPath, [program, ...words], { cwd: this.path, stdio: "pipe" });
  }

  /** Runs the program here with this standard input. */
  run(words: readonly string[], input: string | Uint8Array = ""): Promise<Outcome> {
    return outcome(this.start(...words), input);
  }

  /** As `run`; rejects with its messages unless it ends with 0. */
  async succeed(words: readonly string[], input?: string | Uint8Array): Promise<Buffer> {
    const { code, stdout, stderr } = await this.run(words, input);
    if (code !== 0) throw new Error(`rsa-variants ${words.join(" ")} ended with ${code}:\n${stderr}`);
    return stdout;
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}

/** How a process ends, given this standard input, or one that is written elsewhere. */
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
