import { formatDuration } from "@rsa-variants/measure/text/format";
import {
  type GenerateKeyOptions,
  type KeyGenerationProgress,
  type KeyParams,
  RsaError,
  type RsaWorkers,
  variantFacts,
  type WorkerPrivateKey,
  type WorkerPublicKey,
} from "rsa-variants";
import type { Dropped } from "../../ui/drops.ts";
import { problemOf } from "../problems.ts";
import { type KeyNote, type Making, type PasswordQuestion, type WorkbenchStore, withKeys } from "../state.ts";
import { type KeyEntry, keyName } from "./entry.ts";

/** The library's limit on data of keys, in bytes. */
const mostBytes = 64 * 1024;

/** The keys in this page, and how they come and go. */
export class Keyring {
  #nextId = 1;
  /** Loads files one after the other, since each may ask for a password. */
  #loading: Promise<void> = Promise.resolve();
  #making: AbortController | undefined;

  constructor(private readonly store: WorkbenchStore) {}

  /** The library's workers, once they have started. */
  get rsa(): RsaWorkers | undefined {
    const { library } = this.store.state;
    return library.state === "ready" ? library.rsa : undefined;
  }

  /**
   * Takes a key over and frees it when it is forgotten. A key is not taken twice; a private key replaces its public key.
   *
   * @param name if it is empty, the key is named after its fingerprint
   * @param isInFile whether it came from a file
   * @returns the key's entry, and a sentence about it
   */
  async add(key: WorkerPrivateKey | WorkerPublicKey, name: string, isInFile = false) {
    const privateKey = "publicKey" in key ? key : undefined;
    const publicKey = "publicKey" in key ? key.publicKey : key;
    const fingerprint = await publicKey.fingerprint("spki");
    const { keys } = this.store.state;
    const same = keys.find((entry) => entry.fingerprint === fingerprint);
    if (same !== undefined && (privateKey === undefined || same.privateKey !== undefined)) {
      key.free();
      if (isInFile && privateKey !== undefined) this.noteFile(same.id);
      return { entry: same, text: `You already have this key: ${same.name}.` };
    }
    const id = this.#nextId++;
    const entry: KeyEntry = {
      id,
      name: same?.name ?? (name || keyName(fingerprint)),
      privateKey,
      publicKey,
      fingerprint,
      isInFile,
    };
    if (same === undefined) {
      this.#change([...keys, entry]);
      return { entry, text: `${name}: ${privateKey === undefined ? "public" : "private"} key loaded.` };
    }
    this.#change(keys.map((each) => (each === same ? entry : each)));
    same.publicKey.free();
    return { entry, text: `${name}: private key of ${same.name} loaded.` };
  }

  /** Remembers that the private key of an entry is in a file. */
  noteFile(id: number): void {
    const { keys } = this.store.state;
    this.store.change({ keys: keys.map((each) => (each.id === id ? { ...each, isInFile: true } : each)) });
  }

  /** Removes a key from this page and frees it. */
  forget(id: number): void {
    const { keys } = this.store.state;
    const entry = keys.find((each) => each.id === id);
    this.#change(keys.filter((each) => each !== entry));
    (entry?.privateKey ?? entry?.publicKey)?.free();
  }

  #change(keys: readonly KeyEntry[]): void {
    this.store.change(withKeys(this.store.state, keys));
  }

  /** Loads key files of any format. */
  load({ files, folders }: Dropped): Promise<void> {
    this.#loading = this.#loading.then(async () => {
      const refused = folders.map((name) => `${name} is a folder. Drop the files inside it instead.`);
      if (files.length + folders.length === 0) refused.push("The dropped item is not a file.");
      const keyNotes: KeyNote[] = refused.map((text) => ({ text, isProblem: true }));
      for (const file of files) keyNotes.push(await this.#loadOne(file));
      this.store.change({ keyNotes });
    });
    return this.#loading;
  }

  async #loadOne(file: File): Promise<KeyNote> {
    try {
      if (file.size > mostBytes) {
        throw new Error(`a key file has at most ${mostBytes} bytes, this one has ${file.size}`);
      }
      const data = new Uint8Array(await file.arrayBuffer());
      const key = await this.read(data, file.name).finally(() => data.fill(0));
      if (key === undefined) return { text: `${file.name}: not loaded without its password.`, isProblem: false };
      const name = file.name.replace(/(\.pub)?(\.pkcs1)?\.[^.]{1,5}$/, "") || file.name;
      const { entry, text } = await this.add(key, name, true);
      return { text, isProblem: false, key: entry.id };
    } catch (error) {
      return { text: `${file.name}: ${problemOf(error)}`, isProblem: true };
    }
  }

  /**
   * Imports a key, the private one where the data have both. The caller frees it.
   *
   * @param of names the data in the question for a password
   * @returns undefined if the user gives no password
   * @throws RsaError if the data are not a key; Error if the library has not started
   */
  async read(data: Uint8Array, of: string): Promise<WorkerPrivateKey | WorkerPublicKey | undefined> {
    const { rsa } = this;
    if (rsa === undefined) throw new Error("not loaded, because the library has not started");
    let password: string | undefined;
    for (;;) {
      try {
        return await rsa.importKey(data, { password });
      } catch (error) {
        const code = error instanceof RsaError ? error.code : undefined;
        if (code !== "password-required" && code !== "wrong-password") throw error;
        const problem = code === "wrong-password" ? "Wrong password, or the file is damaged." : undefined;
        password = await this.#askPassword(of, problem);
        if (password === undefined) return undefined;
      }
    }
  }

  #askPassword(of: string, problem: string | undefined): Promise<string | undefined> {
    return new Promise((resolve) => {
      const question: PasswordQuestion = {
        of,
        problem,
        answer: (password) => {
          if (this.store.state.question === question) this.store.change({ question: undefined });
          resolve(password);
        },
      };
      this.store.change({ question });
    });
  }

  /**
   * Makes a key, or two on one modulus. Only one key is made at a time.
   *
   * @param allowBroken whether the user was told that such a key is broken
   * @returns whether there is a key: not after a stop, nor if the library refuses
   */
  async make(params: KeyParams, name: string, withCompatible: boolean, allowBroken: boolean): Promise<boolean> {
    const { rsa } = this;
    if (rsa === undefined || this.#making !== undefined) return false;
    const stop = new AbortController();
    this.#making = stop;
    const nothingYet: Making = { primes: 0, expectedPrimes: 0, candidates: 0, expectedCandidates: 0 };
    this.store.change({ making: nothingYet, makingNote: undefined, keyNotes: [] });
    const start = performance.now();
    try {
      const options: GenerateKeyOptions = {
        allowBroken,
        signal: stop.signal,
        onProgress: (progress) => {
          const { making } = this.store.state;
          if (making !== undefined) this.store.changeSoon({ making: addProgress(making, progress) });
        },
      };
      const keys = withCompatible
        ? await rsa.generateCommonModulusKeys(params, undefined, options)
        : { fast: await rsa.generateKey(params, options) };
      const time = formatDuration(performance.now() - start);
      const made: KeyEntry[] = [];
      // Tabs choose the first key that is added: the one that was asked for.
      for (const key of Object.values(keys)) {
        const own = name === "" || key === keys.fast ? name : `${name}, short e`;
        made.push((await this.add(key, own)).entry);
      }
      const what = `${variantFacts[params.variant].title}, ${params.modulusLength} bits`;
      const text = `${made.length === 1 ? "Key" : "Two keys"} created: ${what} (${time}).`;
      this.store.change({ making: undefined, keyNotes: [{ text, isProblem: false, key: made[0]?.id }] });
      return true;
    } catch (error) {
      const isProblem = !stop.signal.aborted;
      const text = isProblem ? problemOf(error) : "Stopped. No key was made.";
      this.store.change({ making: undefined, makingNote: { text, isProblem } });
      return false;
    } finally {
      this.#making = undefined;
    }
  }

  stopMaking(): void {
    this.#making?.abort();
  }
}

/** How far a search is after another report. */
export function addProgress(making: Making, { phase, done, expected }: KeyGenerationProgress): Making {
  if (phase === "candidates") return { ...making, candidates: done, expectedCandidates: expected };
  return { ...making, primes: done, expectedPrimes: expected, candidates: 0 };
}
