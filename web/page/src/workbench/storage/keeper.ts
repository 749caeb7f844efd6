import { capitalised } from "../../common/dom.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { WorkbenchStore } from "../state.ts";
import { readContent, writeContent } from "./content.ts";
import { Database } from "./database.ts";
import { createVault, openVault, seal, unseal } from "./vault.ts";

/** What is kept in this browser. */
export type StorageState =
  /** Not known yet, or not to be had here. */
  | { readonly state: "unavailable" }
  | { readonly state: "none" }
  | { readonly state: "locked"; readonly count: number }
  /** Every key in this page is kept. */
  | { readonly state: "open" };

/** Keeps the keys of this page in the browser, encrypted, where the user wants that. */
export class Keeper {
  readonly #store: WorkbenchStore;
  readonly #keyring: Keyring;
  #database: Database | undefined;
  #key: CryptoKey | undefined;
  /** The records of the keys in this page. */
  readonly #kept = new Map<number, string>();
  #last: Promise<void> = Promise.resolve();

  constructor(store: WorkbenchStore, keyring: Keyring) {
    this.#store = store;
    this.#keyring = keyring;
    keyring.onChange = () => this.#follow();
  }

  /** Looks whether there is something; without storage or WebCrypto nothing is offered. */
  async start(): Promise<void> {
    if (globalThis.crypto?.subtle === undefined || globalThis.indexedDB === undefined) return;
    try {
      this.#database = await Database.open();
      await this.#showLocked();
    } catch {
      // Private windows of some browsers: the page is whole without it.
    }
  }

  /** Keeps the keys from now on, under a passphrase. */
  async create(passphrase: string): Promise<void> {
    if (this.#database === undefined) return;
    const { record, key } = await createVault(passphrase);
    await this.#database.clear();
    await this.#database.putVault(record);
    this.#key = key;
    this.#store.change({ storage: { state: "open" } });
    await this.#follow();
  }

  /**
   * Brings the keys back that are kept.
   *
   * @returns why not, as a sentence, or nothing
   */
  async unlock(passphrase: string): Promise<string | undefined> {
    const record = await this.#database?.vault();
    const { rsa } = this.#keyring;
    if (this.#database === undefined || record === undefined || rsa === undefined) return "Nothing is kept here.";
    const key = await openVault(record, passphrase);
    if (key === undefined) return "The passphrase is wrong.";
    const damaged: string[] = [];
    for (const { id, sealed } of await this.#database.records()) {
      try {
        const bytes = await unseal(key, id, sealed);
        const content = await readContent(rsa, bytes).finally(() => bytes.fill(0));
        const { entry } = await this.#keyring.add(content.key, content.name);
        this.#kept.set(entry.id, id);
      } catch {
        damaged.push(id);
      }
    }
    this.#key = key;
    this.#store.change({
      storage: { state: "open" },
      keyNotes: damaged.map(() => ({ text: "A key that is kept here is damaged, and was left out.", isProblem: true })),
    });
    await this.#follow();
    return undefined;
  }

  /** Takes the keys that are kept out of this page; they stay in the browser. */
  async lock(): Promise<void> {
    await this.#last;
    this.#key = undefined;
    for (const id of this.#kept.keys()) this.#keyring.forget(id);
    this.#kept.clear();
    await this.#showLocked();
  }

  /** Removes what is kept; the keys in this page stay in this page. */
  async clear(): Promise<void> {
    await this.#last;
    this.#key = undefined;
    this.#kept.clear();
    await this.#database?.clear();
    this.#store.change({ storage: { state: "none" } });
  }

  async #showLocked(): Promise<void> {
    const vault = await this.#database?.vault();
    const count = (await this.#database?.count()) ?? 0;
    this.#store.change({ storage: vault === undefined ? { state: "none" } : { state: "locked", count } });
  }

  /** Keeps what is new in the keyring, and removes what is gone from it. */
  #follow(): Promise<void> {
    this.#last = this.#last.then(async () => {
      const [key, database] = [this.#key, this.#database];
      if (key === undefined || database === undefined) return;
      const { keys } = this.#store.state;
      try {
        for (const entry of keys) {
          if (this.#kept.has(entry.id)) continue;
          const id = crypto.randomUUID();
          const bytes = await writeContent(entry);
          const sealed = await seal(key, id, bytes).finally(() => bytes.fill(0));
          await database.put({ id, sealed });
          this.#kept.set(entry.id, id);
        }
        for (const [entryId, id] of this.#kept) {
          if (keys.some((entry) => entry.id === entryId)) continue;
          await database.remove(id);
          this.#kept.delete(entryId);
        }
      } catch (error) {
        const message = capitalised(error instanceof Error ? error.message : String(error));
        const text = `The browser did not keep the keys: ${message}.`;
        this.#store.change({ keyNotes: [{ text, isProblem: true }] });
      }
    });
    return this.#last;
  }
}
