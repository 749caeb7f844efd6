import { RsaError, type RsaWorkers, type WorkerPrivateKey, type WorkerPublicKey } from "rsa-variants";
import type { Dropped } from "../../core/drop.ts";
import { problemOf } from "../problems.ts";
import type { KeyNote, PasswordQuestion, WorkbenchStore } from "../state.ts";
import type { Keyring } from "./keyring.ts";

/** The library's limit on data of keys, in bytes. */
const mostBytes = 64 * 1024;

/** Loads keys of any format from files, one after the other, since each may ask for a password. */
export class KeyLoader {
  readonly #store: WorkbenchStore;
  readonly #keyring: Keyring;
  #last: Promise<void> = Promise.resolve();

  constructor(store: WorkbenchStore, keyring: Keyring) {
    this.#store = store;
    this.#keyring = keyring;
  }

  /** Loads the files behind those that are being loaded; of folders it says that they are not read. */
  load({ files, folders }: Dropped): Promise<void> {
    this.#last = this.#last.then(async () => {
      const unread = folders.map((name) => `${name} is a folder. Drop the files in it instead.`);
      if (files.length + folders.length === 0) unread.push("The dropped item is not a file.");
      const notes: KeyNote[] = unread.map((text) => ({ text, isProblem: true }));
      for (const file of files) notes.push(await this.#loadOne(file));
      this.#store.change({ keyNotes: notes });
    });
    return this.#last;
  }

  async #loadOne(file: File): Promise<KeyNote> {
    const { rsa } = this.#keyring;
    if (rsa === undefined)
      return { text: `${file.name}: not loaded, because the library has not started.`, isProblem: true };
    try {
      if (file.size > mostBytes) {
        throw new Error(`a key file has at most ${mostBytes} bytes, this one has ${file.size}`);
      }
      const data = new Uint8Array(await file.arrayBuffer());
      const key = await this.#import(rsa, data, file.name).finally(() => data.fill(0));
      if (key === undefined) return { text: `${file.name}: not loaded without its password.`, isProblem: false };
      return (await this.#keyring.add(key, nameOf(file.name), true)).note;
    } catch (error) {
      return { text: `${file.name}: ${problemOf(error)}`, isProblem: true };
    }
  }

  /** A key of either kind, the private one where a file has both. */
  async #import(
    rsa: RsaWorkers,
    data: Uint8Array,
    name: string,
  ): Promise<WorkerPrivateKey | WorkerPublicKey | undefined> {
    let password: string | undefined;
    for (;;) {
      try {
        return await rsa.importKey(data, { password });
      } catch (error) {
        if (!hasCode(error, "password-required", "wrong-password")) throw error;
        const problem = hasCode(error, "wrong-password") ? "Wrong password, or the file is damaged." : undefined;
        password = await askPassword(this.#store, name, problem);
        if (password === undefined) return undefined;
      }
    }
  }
}

function hasCode(error: unknown, ...codes: readonly RsaError["code"][]): boolean {
  return error instanceof RsaError && codes.includes(error.code);
}

/** A key is called as its file is, without the ending. */
function nameOf(fileName: string): string {
  return fileName.replace(/(\.pub)?(\.pkcs1)?\.[^.]{1,5}$/, "") || fileName;
}

/** Asks the user for a password. */
function askPassword(store: WorkbenchStore, of: string, problem: string | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    const question: PasswordQuestion = {
      of,
      problem,
      answer(password) {
        if (store.state.question === question) store.change({ question: undefined });
        resolve(password);
      },
    };
    store.change({ question });
  });
}
