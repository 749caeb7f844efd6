// Runs the commands of OpenSSL and OpenSSH, each in a temporary folder.
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../../scripts/lib/programs.mjs";
import { execute } from "../packaging/package.ts";

/** A command that works on files. */
export interface Tool {
  /** The folder that the command runs in. */
  readonly folder: string;
  /** Runs the command and returns its output. Rejects with its messages if it fails. */
  run(...args: string[]): Promise<string>;
  /** Writes a file that only its owner can read: ssh-keygen refuses others. */
  write(name: string, data: string | Uint8Array): Promise<void>;
  /** Reads a file that the command wrote. */
  read(name: string): Promise<Uint8Array>;
  /** Removes the folder. */
  remove(): Promise<void>;
}

export const startOpenssl = () => start("openssl");
export const startSshKeygen = () => start("sshKeygen");

/** Whether a program is installed that the tests do without if it is not. */
export function has(program: string): boolean {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function start(name: "openssl" | "sshKeygen"): Promise<Tool> {
  const program = await findProgram(name);
  if (program === undefined) throw new Error(`there is no ${name}; npm test installs it`);
  const folder = await mkdtemp(join(tmpdir(), `rsa-variants-${name}-`));
  return {
    folder,
    run: (...args) => execute(program, args, folder),
    write: (name, data) => writeFile(join(folder, name), data, { mode: 0o600 }),
    read: async (name) => new Uint8Array(await readFile(join(folder, name))),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
