/** What it takes to derive the key of the records from the passphrase. Nothing in it is secret. */
interface VaultRecord {
  readonly version: 1;
  /** Random: distinguishes this vault from one that replaced it. */
  readonly id: string;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
  /** No bytes, encrypted: only the right passphrase decrypts them. */
  readonly check: Sealed;
}

/** Bytes under AES-256-GCM. */
interface Sealed {
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
}

/** What OWASP recommends for PBKDF2 with SHA-256, as for PKCS #8 in the library. */
export const iterations = 600_000;

/** The most iterations of a record: a limit against exhaustion. */
const mostIterations = 10_000_000;

const checkName = "vault";

/** Makes a vault and the key that opens it. */
export async function createVault(passphrase: string): Promise<{ record: VaultRecord; key: CryptoKey }> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await deriveKey(passphrase, salt, iterations);
  const check = await seal(key, checkName, new Uint8Array());
  return { record: { version: 1, id: crypto.randomUUID(), salt, iterations, check }, key };
}

/** The key of a vault; undefined if the passphrase is wrong. */
export async function openVault(record: VaultRecord, passphrase: string): Promise<CryptoKey | undefined> {
  if (record.version !== 1 || !(record.iterations >= 1 && record.iterations <= mostIterations)) {
    throw new Error("the stored keys belong to another version of this page");
  }
  const key = await deriveKey(passphrase, record.salt, record.iterations);
  const opened = await unseal(key, checkName, record.check).catch(() => undefined);
  return opened === undefined ? undefined : key;
}

/** Encrypts bytes. The name is authenticated with them, so that records cannot be exchanged. */
export async function seal(key: CryptoKey, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  // 96 random bits: the chance of a repetition stays below 2^-32 for 2^32 records (NIST SP 800-38D).
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const ciphertext = await crypto.subtle.encrypt(algorithm(nonce, name), key, bytes);
  return { nonce, ciphertext: new Uint8Array(ciphertext) };
}

/** Decrypts what `seal` made; rejects if it was changed. */
export async function unseal(
  key: CryptoKey,
  name: string,
  { nonce, ciphertext }: Sealed,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt(algorithm(nonce, name), key, ciphertext));
}

function algorithm(nonce: Uint8Array<ArrayBuffer>, name: string): AesGcmParams {
  return { name: "AES-GCM", iv: nonce, additionalData: new TextEncoder().encode(name) };
}

async function deriveKey(passphrase: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(passphrase.normalize("NFC"));
  try {
    const base = await crypto.subtle.importKey("raw", secret, "PBKDF2", false, ["deriveKey"]);
    const parameters = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
    return await crypto.subtle.deriveKey(parameters, base, { name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
  } finally {
    secret.fill(0);
  }
}

/** A stored key. */
interface KeptRecord {
  /** Random. */
  readonly id: string;
  readonly sealed: Sealed;
}

interface RecordChange {
  readonly put?: KeptRecord;
  /** Identifiers. */
  readonly remove?: readonly string[];
}

/** Another tab deleted or replaced the vault. */
export class VaultGoneError extends Error {
  constructor() {
    super("another tab deleted the stored keys");
  }
}

const [keysStore, vaultStore, vaultName] = ["keys", "vault", "vault"];

/** The stored keys, in IndexedDB. */
export class Database {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  /** Rejects if the browser gives this page no storage. */
  static async open(): Promise<Database> {
    const request = indexedDB.open("rsa-variants", 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(keysStore, { keyPath: "id" });
      request.result.createObjectStore(vaultStore);
    });
    const database = await ended(request);
    // Another version of the page wants to change the database.
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
   * Begins to store keys, unless another tab has begun. One transaction looks and writes, so that only one of two tabs succeeds.
   *
   * @returns whether it has begun
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
   * Changes all these records or none.
   *
   * @throws VaultGoneError if there is another vault, whose key would not open the records
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
