import { formatList } from "@rsa-variants/measure/text/format";
import type { RsaWorkers } from "rsa-variants";
import type { KeyEntry } from "../keys/entry.ts";
import type { Keyring } from "../keys/keyring.ts";
import { problemOf } from "../problems.ts";
import type { WorkbenchStore } from "../state.ts";
import { inOrder, type KeptKey, KeptKeys, type OpenVault, readContent } from "./kept-keys.ts";
import { createVault, Database, openVault, unseal, VaultGoneError } from "./vault.ts";

/** Stores the keys of this page in the browser, encrypted, if the user wants that. All tabs show the same. */
export class Keeper {
  readonly #store: WorkbenchStore;
  readonly #keyring: Keyring;
  #database: Database | undefined;
  #vault: OpenVault | undefined;
  readonly #kept = new KeptKeys();
  /** The other tabs. Without it they notice changes when they write to the database. */
  readonly #channel = globalThis.BroadcastChannel && new BroadcastChannel("rsa-variants-storage");
  /** The last of the tasks on the database, which run one after the other. */
  #last: Promise<void> = Promise.resolve();
  /** Called before keys leave the page. */
  onLock: (fingerprints: ReadonlySet<string>) => void = () => {};

  constructor(store: WorkbenchStore, keyring: Keyring) {
    this.#store = store;
    this.#keyring = keyring;
    keyring.onChange = () => this.#follow();
  }

  /** Looks for stored keys, where the browser has IndexedDB and WebCrypto. */
  async start(): Promise<void> {
    try {
      if (globalThis.crypto?.subtle === undefined) throw new Error("no WebCrypto without https");
      this.#database = await Database.open();
      this.#channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        const message = readMessage(data);
        if (message !== undefined) void this.#queue(() => this.#hear(message));
      });
      await this.#showLocked();
    } catch {
      // Private windows of some browsers have no storage.
      this.#store.change({ storage: { state: "unavailable" } });
    }
  }

  /**
   * Stores the keys from now on, unless the signal comes before the passphrase's key is derived.
   *
   * @returns why not, if not
   */
  async create(passphrase: string, signal: AbortSignal): Promise<string | undefined> {
    if (this.#database === undefined) return "This browser cannot store keys.";
    if (/\p{Surrogate}/u.test(passphrase)) return "The passphrase ends or begins within a character. Was it cut?";
    const database = this.#database;
    const { record, key } = await createVault(passphrase);
    signal.throwIfAborted();
    const problem = await this.#turn(async () => {
      if (!(await database.create(record))) {
        await this.#showLocked();
        return "Another tab already stores keys. Unlock them.";
      }
      this.#vault = { id: record.id, key };
      this.#store.change({ storage: { state: "open" } });
      this.#tell({ type: "changed", vault: record.id });
      return undefined;
    });
    await this.#follow();
    return problem;
  }

  /**
   * Brings the stored keys back, unless the signal comes before the passphrase's key is derived.
   *
   * @returns why not, if not
   */
  async unlock(passphrase: string, signal: AbortSignal): Promise<string | undefined> {
    const database = this.#database;
    const record = await database?.vault();
    const { rsa } = this.#keyring;
    if (database === undefined || record === undefined || rsa === undefined) return "No keys are stored here.";
    const key = await openVault(record, passphrase);
    signal.throwIfAborted();
    if (key === undefined) return "Wrong passphrase.";
    const problem = await this.#turn(() => this.#bringBack({ id: record.id, key }, rsa, database));
    await this.#follow();
    return problem;
  }

  /** Takes the records of a vault into the page. Messages of other tabs wait. */
  async #bringBack(vault: OpenVault, rsa: RsaWorkers, database: Database): Promise<string | undefined> {
    const damaged: string[] = [];
    const found: (KeptKey & { readonly id: string })[] = [];
    for (const { id, sealed } of await database.records()) {
      try {
        const bytes = await unseal(vault.key, id, sealed);
        found.push({ id, ...(await readContent(rsa, bytes).finally(() => bytes.fill(0))) });
      } catch {
        damaged.push(id);
      }
    }
    for (const { id, key, name } of found.sort(inOrder)) {
      const isPrivate = "publicKey" in key;
      const { entry } = await this.#keyring.add(key, name);
      this.#kept.add(entry.fingerprint, id, isPrivate);
    }
    if ((await database.vault())?.id !== vault.id) {
      this.#kept.clear();
      await this.#showLocked();
      return "Another tab deleted the stored keys.";
    }
    this.#vault = vault;
    this.#store.change({
      storage: { state: "open" },
      keyNotes: damaged.map(() => ({ text: "A stored key is damaged and was left out.", isProblem: true })),
    });
    return undefined;
  }

  /** Removes the stored keys from this page and all others; they stay in the browser. */
  async lock(): Promise<void> {
    if (this.#vault !== undefined) this.#tell({ type: "locked", vault: this.#vault.id });
    await this.#queue(() => this.#takeOut());
  }

  /** Deletes the stored keys; those in this and other pages stay there. */
  async clear(): Promise<void> {
    await this.#queue(async () => {
      const record = await this.#database?.vault();
      await this.#database?.clear();
      await this.#letGo();
      if (record !== undefined) this.#tell({ type: "deleted", vault: record.id });
    }, "The browser did not delete the stored keys");
  }

  /** Does something in its turn, and reports a failure. */
  #queue(act: () => Promise<void>, failure = "The browser did not store the keys"): Promise<void> {
    return this.#turn(() =>
      act().catch(async (error: unknown) => {
        this.#note(`${failure}. ${problemOf(error)}`, true);
        if (error instanceof VaultGoneError) await this.#letGo();
      }),
    );
  }

  /** Does something with the database after everything that was begun before. */
  #turn<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(act).finally(() => this.#store.change({ kept: this.#kept.privates }));
    this.#last = result.then(
      () => {},
      () => {}, // the caller reports it
    );
    return result;
  }

  /** Stores what is new in the keyring, and deletes what is gone. */
  #follow(): Promise<void> {
    return this.#queue(async () => {
      const [vault, database] = [this.#vault, this.#database];
      if (vault === undefined || database === undefined) return;
      const { keys } = this.#store.state;
      await this.#write(keys, vault, database);
      const fingerprints = [...this.#kept.fingerprints].filter((each) => !keys.some((key) => key.fingerprint === each));
      if (fingerprints.length === 0) return;
      await this.#kept.remove(fingerprints, vault, database);
      this.#tell({ type: "forgotten", vault: vault.id, fingerprints });
    });
  }

  /** Stores keys. If the browser refuses, the page offers to save them as long as they are only in it. */
  async #write(keys: readonly KeyEntry[], vault: OpenVault, database: Database): Promise<void> {
    try {
      if (await this.#kept.write(keys, vault, database)) this.#tell({ type: "changed", vault: vault.id });
      this.#store.change({ storage: { state: "open" } });
    } catch (error) {
      if (error instanceof VaultGoneError) throw error;
      this.#store.change({ storage: { state: "open", problem: problemOf(error) } });
    }
  }

  /** Tries again what the browser refused. */
  retry(): Promise<void> {
    return this.#follow();
  }

  /** Does as another tab did. */
  async #hear(message: TabMessage): Promise<void> {
    if (this.#vault?.id !== message.vault) {
      await this.#showLocked();
      return;
    }
    switch (message.type) {
      case "forgotten":
        await this.#forget(message.fingerprints, this.#vault);
        break;
      case "locked":
        await this.#takeOut();
        break;
      case "deleted":
        await this.#letGo();
        this.#note("Another tab deleted the stored keys. They are still in this page.", false);
    }
  }

  /** Forgets keys that another tab forgot, with this tab's records of them. */
  async #forget(fingerprints: readonly string[], vault: OpenVault): Promise<void> {
    const kept = this.#kept.fingerprints;
    const gone = this.#store.state.keys.filter(
      ({ fingerprint }) => kept.has(fingerprint) && fingerprints.includes(fingerprint),
    );
    if (this.#database === undefined || gone.length === 0) return;
    await this.#kept.remove(fingerprints, vault, this.#database);
    for (const { id } of gone) this.#keyring.forget(id);
    this.#note(`Forgotten in another tab: ${formatList(gone.map(({ name }) => name))}.`, false);
  }

  /** Removes the stored keys from the page. */
  async #takeOut(): Promise<void> {
    const kept = this.#kept.fingerprints;
    this.onLock(kept);
    // First of all, because the keys would otherwise be taken for forgotten.
    const { keys } = this.#store.state;
    this.#vault = undefined;
    this.#kept.clear();
    for (const { id, fingerprint } of keys) if (kept.has(fingerprint)) this.#keyring.forget(id);
    this.#store.change({ keyNotes: [] }); // they name keys
    await this.#showLocked();
  }

  /** Stores no more keys; those in the page stay. */
  async #letGo(): Promise<void> {
    this.#vault = undefined;
    this.#kept.clear();
    await this.#showLocked();
  }

  async #showLocked(): Promise<void> {
    const vault = await this.#database?.vault();
    const count = (await this.#database?.count()) ?? 0;
    // It may have been unlocked since.
    if (this.#vault !== undefined) return;
    this.#store.change({ storage: vault === undefined ? { state: "none" } : { state: "locked", count } });
  }

  #tell(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  #note(text: string, isProblem: boolean): void {
    this.#store.change({ keyNotes: [{ text, isProblem }] });
  }
}

/**
 * A message to the other tabs. Nothing in it is secret: the vault's identifier is random, and fingerprints are of public keys.
 */
type TabMessage =
  /** There are new records. */
  | { readonly type: "changed"; readonly vault: string }
  /** The user forgot keys, and their records are deleted. */
  | { readonly type: "forgotten"; readonly vault: string; readonly fingerprints: readonly string[] }
  | { readonly type: "locked"; readonly vault: string }
  | { readonly type: "deleted"; readonly vault: string };

/** Undefined for anything else: other pages of this origin can send on the channel, too. */
export function readMessage(data: unknown): TabMessage | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { type, vault, fingerprints } = data as Partial<Record<string, unknown>>;
  if (typeof vault !== "string") return undefined;
  switch (type) {
    case "changed":
    case "locked":
    case "deleted":
      return { type, vault };
    case "forgotten":
      return isFingerprints(fingerprints) ? { type, vault, fingerprints } : undefined;
    default:
      return undefined;
  }
}

function isFingerprints(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string" && /^[\da-f]{64}$/.test(each));
}
