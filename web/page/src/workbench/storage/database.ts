import type { Sealed, VaultRecord } from "./vault.ts";

/** A key that is kept. */
export interface KeptRecord {
  /** Random; says nothing of the key. */
  readonly id: string;
  readonly sealed: Sealed;
}

const [keysStore, vaultStore, vaultId] = ["keys", "vault", "vault"];

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
    return ended(this.#store(vaultStore, "readonly").get(vaultId));
  }

  async records(): Promise<readonly KeptRecord[]> {
    return ended(this.#store(keysStore, "readonly").getAll());
  }

  async count(): Promise<number> {
    return ended(this.#store(keysStore, "readonly").count());
  }

  async putVault(record: VaultRecord): Promise<void> {
    await ended(this.#store(vaultStore, "readwrite").put(record, vaultId));
  }

  async put(record: KeptRecord): Promise<void> {
    await ended(this.#store(keysStore, "readwrite").put(record));
  }

  async remove(id: string): Promise<void> {
    await ended(this.#store(keysStore, "readwrite").delete(id));
  }

  /** Removes everything. */
  async clear(): Promise<void> {
    await Promise.all([
      ended(this.#store(keysStore, "readwrite").clear()),
      ended(this.#store(vaultStore, "readwrite").clear()),
    ]);
  }

  #store(name: string, mode: IDBTransactionMode): IDBObjectStore {
    return this.#database.transaction(name, mode).objectStore(name);
  }
}

function ended<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("the browser's storage failed")));
  });
}
