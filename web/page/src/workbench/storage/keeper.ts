import { capitalised } from "../../common/dom.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { WorkbenchStore } from "../state.ts";
import { readContent, writeContent } from "./content.ts";
import { Database, VaultGoneError } from "./database.ts";
import { createVault, openVault, seal, unseal } from "./vault.ts";

/** What is kept in this browser. */
export type StorageState =
  /** Not known yet, or not to be had here. */
  | { readonly state: "unavailable" }
  | { readonly state: "none" }
  | { readonly state: "locked"; readonly count: number }
  /** Every key in this page is kept. */
  | { readonly state: "open" };

/** The records of a key: one, or those that two tabs wrote of the same key. */
interface Kept {
  readonly ids: readonly string[];
  /** Whether its private half is kept. */
  readonly isPrivate: boolean;
}

/** What is open: its identifier and its key. */
interface OpenVault {
  readonly id: string;
  readonly key: CryptoKey;
}

/** Keeps the keys of this page in the browser, encrypted, where the user wants that. */
export class Keeper {
  readonly #store: WorkbenchStore;
  readonly #keyring: Keyring;
  #database: Database | undefined;
  #vault: OpenVault | undefined;
  /** What is kept of the keys in this page, by fingerprint. */
  readonly #kept = new Map<string, Kept>();
  #last: Promise<void> = Promise.resolve();
  /** Called before the keys of these fingerprints leave the page. */
  onLock: (fingerprints: ReadonlySet<string>) => void = () => {};

  constructor(store: WorkbenchStore, keyring: Keyring) {
    this.#store = store;
    this.#keyring = keyring;
    keyring.onChange = () => this.#follow();
  }

  /** Whether a private key is kept, and comes back when the page is opened again. */
  keepsPrivate(fingerprint: string): boolean {
    return this.#kept.get(fingerprint)?.isPrivate === true;
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

  /**
   * Keeps the keys from now on, under a passphrase.
   *
   * @returns why not, as a sentence, or nothing
   */
  async create(passphrase: string): Promise<string | undefined> {
    if (this.#database === undefined) return "This browser keeps nothing.";
    const { record, key } = await createVault(passphrase);
    if (!(await this.#database.create(record))) {
      await this.#showLocked();
      return "Keys are kept already, by another tab: unlock them.";
    }
    this.#vault = { id: record.id, key };
    this.#store.change({ storage: { state: "open" } });
    await this.#follow();
    return undefined;
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
        const isPrivate = "publicKey" in content.key;
        const { entry } = await this.#keyring.add(content.key, content.name);
        const other = this.#kept.get(entry.fingerprint);
        this.#kept.set(entry.fingerprint, {
          ids: [...(other?.ids ?? []), id],
          isPrivate: isPrivate || other?.isPrivate === true,
        });
      } catch {
        damaged.push(id);
      }
    }
    this.#vault = { id: record.id, key };
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
    this.#vault = undefined;
    this.onLock(new Set(this.#kept.keys()));
    for (const { id, fingerprint } of this.#store.state.keys) {
      if (this.#kept.has(fingerprint)) this.#keyring.forget(id);
    }
    this.#kept.clear();
    await this.#showLocked();
  }

  /** Removes what is kept; the keys in this page stay in this page. */
  async clear(): Promise<void> {
    await this.#last;
    this.#vault = undefined;
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
      const [vault, database] = [this.#vault, this.#database];
      if (vault === undefined || database === undefined) return;
      try {
        await this.#write(vault, database);
      } catch (error) {
        const message = capitalised(error instanceof Error ? error.message : String(error));
        const text = `The browser did not keep the keys: ${message}.`;
        this.#store.change({ keyNotes: [{ text, isProblem: true }] });
        if (!(error instanceof VaultGoneError)) return;
        this.#vault = undefined;
        this.#kept.clear();
        await this.#showLocked();
      }
    });
    return this.#last;
  }

  /** Makes each key of the page one record, of the half that is here. */
  async #write(vault: OpenVault, database: Database): Promise<void> {
    const { keys } = this.#store.state;
    for (const entry of keys) {
      const kept = this.#kept.get(entry.fingerprint);
      const isPrivate = entry.privateKey !== undefined;
      if (kept?.ids.length === 1 && kept.isPrivate === isPrivate) continue;
      const id = crypto.randomUUID();
      const bytes = await writeContent(entry);
      const sealed = await seal(vault.key, id, bytes).finally(() => bytes.fill(0));
      await database.change(vault.id, { put: { id, sealed }, remove: kept?.ids ?? [] });
      this.#kept.set(entry.fingerprint, { ids: [id], isPrivate });
    }
    for (const [fingerprint, { ids }] of this.#kept) {
      if (keys.some((entry) => entry.fingerprint === fingerprint)) continue;
      await database.change(vault.id, { remove: ids });
      this.#kept.delete(fingerprint);
    }
  }
}
