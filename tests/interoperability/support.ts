// OpenSSL's command in a folder of its own.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findOpenssl } from "../../scripts/lib/openssl.mjs";
import { execute } from "../packaging/package.ts";

export interface Openssl {
  /** The folder that the command runs in. */
  readonly folder: string;
  /** Runs the command: what it prints. Rejects with its messages when it fails. */
  run(...args: string[]): Promise<string>;
  /** Writes a file for the command. */
  write(name: string, data: string | Uint8Array): Promise<void>;
  /** Reads a file of the command's. */
  read(name: string): Promise<Uint8Array>;
  /** Removes the folder. */
  remove(): Promise<void>;
}

export async function startOpenssl(): Promise<Openssl> {
  const program = await findOpenssl();
  if (program === undefined) throw new Error("there is no OpenSSL; npm test installs it");
  const folder = await mkdtemp(join(tmpdir(), "rsa-variants-openssl-"));
  return {
    folder,
    run: (...args) => execute(program, args, folder),
    write: (name, data) => writeFile(join(folder, name), data),
    read: async (name) => new Uint8Array(await readFile(join(folder, name))),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
