import type { Sealed, VaultRecord } from "./vault.ts";

/** A key that is kept. */
export interface KeptRecord {
  /** Random; says nothing of the key. */
  readonly id: string;
  readonly sealed: Sealed;
}

/** What is to become of the records. */
export interface RecordChange {
  readonly put?: KeptRecord;
  /** Identifiers. */
  readonly remove?: readonly string[];
}

/** The vault is not the one that was opened: another tab deleted it, or began anew. */
export class VaultGoneError extends Error {
  constructor() {
    super("another tab deleted the stored keys");
  }
}

const [keysStore, vaultStore, vaultName] = ["keys", "vault", "vault"];

/** What is kept in this browser, in IndexedDB. */
export class Database {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  /** Rejects where the browser has no storage, or gives none to this page. */
  static async open(): Promise<Database> {
    const request = indexedDB.open("rsa-variants", 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(keysStore, { keyPath: "id" });
      request.result.createObjectStore(vaultStore);
    });
    const database = await ended(request);
    // Another version of the page wants to change it.
    database.addEventListener("versionchange", () => database.close());
    return new Database(database);
  }

  async vault(): Promise<VaultRecord | undefined> {
    return ended(this.#read(vaultStore).get(vaultName));
  }

  async records(): Promise<readonly KeptRecord[]> {
    return ended(this.#read(keysStore).getAll());
  }

  async count(): Promise<number> {
    return ended(this.#read(keysStore).count());
  }

  /**
   * Begins to keep keys, unless keys are kept already: another tab may have begun since this one looked. One transaction looks
   * and writes, so that of two tabs one is refused.
   *
   * @returns whether it was begun
   */
  async create(record: VaultRecord): Promise<boolean> {
    const transaction = this.#change();
    const vaults = transaction.objectStore(vaultStore);
    if ((await ended(vaults.get(vaultName))) !== undefined) return false;
    transaction.objectStore(keysStore).clear();
    vaults.put(record, vaultName);
    await completed(transaction);
    return true;
  }

  /**
   * Changes the records of a vault, all of them or none.
   *
   * @throws VaultGoneError when the vault is another by now, whose key the records would not be under
   */
  async change(vaultId: string, { put, remove = [] }: RecordChange): Promise<void> {
    const transaction = this.#change();
    const vault: VaultRecord | undefined = await ended(transaction.objectStore(vaultStore).get(vaultName));
    if (vault?.id !== vaultId) throw new VaultGoneError();
    const keys = transaction.objectStore(keysStore);
    for (const id of remove) keys.delete(id);
    if (put !== undefined) keys.put(put);
    await completed(transaction);
  }

  /** Removes everything. */
  async clear(): Promise<void> {
    const transaction = this.#change();
    for (const name of [keysStore, vaultStore]) transaction.objectStore(name).clear();
    await completed(transaction);
  }

  #change(): IDBTransaction {
    return this.#database.transaction([keysStore, vaultStore], "readwrite");
  }

  #read(name: string): IDBObjectStore {
    return this.#database.transaction(name).objectStore(name);
  }
}

function ended<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("the browser's storage failed")));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("the browser's storage failed")));
  });
}
