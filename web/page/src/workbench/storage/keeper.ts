import type { RsaWorkers } from "rsa-variants";
import { formatList } from "../../core/format.ts";
import type { Keyring } from "../keys/keyring.ts";
import { problemOf } from "../problems.ts";
import type { WorkbenchStore } from "../state.ts";
import { Database, VaultGoneError } from "./database.ts";
import { inOrder, type KeptKey, KeptKeys, type OpenVault, readContent } from "./kept-keys.ts";
import { OtherTabs, type TabMessage } from "./other-tabs.ts";
import { createVault, openVault, unseal } from "./vault.ts";

/** Keeps the keys of this page in the browser, encrypted, where the user wants that; what one tab does all of them show. */
export class Keeper {
  readonly #store: WorkbenchStore;
  readonly #keyring: Keyring;
  #database: Database | undefined;
  #vault: OpenVault | undefined;
  readonly #kept = new KeptKeys();
  readonly #others = new OtherTabs();
  /** What is done with the database, one after the other. */
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
    return this.#kept.hasPrivate(fingerprint);
  }

  /** Looks whether there is something; without storage or WebCrypto nothing is offered. */
  async start(): Promise<void> {
    if (globalThis.crypto?.subtle === undefined || globalThis.indexedDB === undefined) return;
    try {
      this.#database = await Database.open();
      this.#others.listen((message) => void this.#queue(() => this.#hear(message)));
      await this.#showLocked();
    } catch {
      // Private windows of some browsers: the page is whole without it.
    }
  }

  /**
   * Keeps the keys from now on, under a passphrase, unless the signal comes before its key is derived.
   *
   * @returns why not, as a sentence, or nothing
   */
  async create(passphrase: string, signal: AbortSignal): Promise<string | undefined> {
    if (this.#database === undefined) return "This browser cannot store keys.";
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
      this.#others.tell({ type: "changed", vault: record.id });
      return undefined;
    });
    await this.#follow();
    return problem;
  }

  /**
   * Brings the keys back that are kept, unless the signal comes before their key is derived.
   *
   * @returns why not, as a sentence, or nothing
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

  /** Takes the records of a vault into the page. What another tab tells meanwhile is heard afterwards. */
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

  /** Takes the keys that are kept out of this page, and of all others; they stay in the browser. */
  async lock(): Promise<void> {
    if (this.#vault !== undefined) this.#others.tell({ type: "locked", vault: this.#vault.id });
    await this.#queue(() => this.#takeOut());
  }

  /** Removes what is kept; the keys in this page stay in this page, as those of other pages do in theirs. */
  async clear(): Promise<void> {
    await this.#queue(async () => {
      const record = await this.#database?.vault();
      await this.#database?.clear();
      await this.#letGo();
      if (record !== undefined) this.#others.tell({ type: "deleted", vault: record.id });
    }, "The browser did not delete the stored keys");
  }

  /** Does something with the database after all that was begun before, and says when it failed. */
  #queue(act: () => Promise<void>, failure = "The browser did not store the keys"): Promise<void> {
    return this.#turn(() =>
      act().catch(async (error: unknown) => {
        this.#note(`${failure}. ${problemOf(error)}`, true);
        if (error instanceof VaultGoneError) await this.#letGo();
      }),
    );
  }

  /** Does something with the database after all that was begun before. */
  #turn<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(act);
    this.#last = result.then(
      () => {},
      () => {}, // the caller hears of it
    );
    return result;
  }

  /** Keeps what is new in the keyring, and removes what is gone from it. */
  #follow(): Promise<void> {
    return this.#queue(async () => {
      const [vault, database] = [this.#vault, this.#database];
      if (vault === undefined || database === undefined) return;
      const { keys } = this.#store.state;
      if (await this.#kept.write(keys, vault, database)) this.#others.tell({ type: "changed", vault: vault.id });
      const fingerprints = [...this.#kept.fingerprints].filter((each) => !keys.some((key) => key.fingerprint === each));
      if (fingerprints.length === 0) return;
      await this.#kept.remove(fingerprints, vault, database);
      this.#others.tell({ type: "forgotten", vault: vault.id, fingerprints });
    });
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

  /** Forgets keys that another tab forgot, with the records that this one wrote of them. */
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

  /** Locks: what is kept leaves the page. */
  async #takeOut(): Promise<void> {
    const kept = this.#kept.fingerprints;
    this.onLock(kept);
    // Before the keys go, which would else be taken for forgotten.
    const { keys } = this.#store.state;
    this.#vault = undefined;
    this.#kept.clear();
    for (const { id, fingerprint } of keys) if (kept.has(fingerprint)) this.#keyring.forget(id);
    this.#store.change({ keyNotes: [] }); // they name keys
    await this.#showLocked();
  }

  /** Keeps nothing more, and leaves the page its keys. */
  async #letGo(): Promise<void> {
    this.#vault = undefined;
    this.#kept.clear();
    await this.#showLocked();
  }

  async #showLocked(): Promise<void> {
    const vault = await this.#database?.vault();
    const count = (await this.#database?.count()) ?? 0;
    // It may have been unlocked meanwhile.
    if (this.#vault !== undefined) return;
    this.#store.change({ storage: vault === undefined ? { state: "none" } : { state: "locked", count } });
  }

  #note(text: string, isProblem: boolean): void {
    this.#store.change({ keyNotes: [{ text, isProblem }] });
  }
}
