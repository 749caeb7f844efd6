import type { PrivateKeyJson, PublicKeyJson, RsaWorkers, WorkerPrivateKey, WorkerPublicKey } from "rsa-variants";
import type { KeyEntry } from "../keys/entry.ts";
import { type Database, seal } from "./vault.ts";

export interface OpenVault {
  readonly id: string;
  readonly key: CryptoKey;
}

/** The records of a key; two tabs may have written the same key. */
interface Kept {
  readonly ids: readonly string[];
  readonly isPrivate: boolean;
}

/** The stored keys of this page, by fingerprint. */
export class KeptKeys {
  readonly #kept = new Map<string, Kept>();

  get fingerprints(): ReadonlySet<string> {
    return new Set(this.#kept.keys());
  }

  /** The fingerprints of the keys whose private half is stored. */
  get privates(): ReadonlySet<string> {
    return new Set([...this.#kept].flatMap(([fingerprint, { isPrivate }]) => (isPrivate ? fingerprint : [])));
  }

  /** Remembers a record that was read. */
  add(fingerprint: string, id: string, isPrivate: boolean): void {
    const other = this.#kept.get(fingerprint);
    this.#kept.set(fingerprint, {
      ids: [...(other?.ids ?? []), id],
      isPrivate: isPrivate || other?.isPrivate === true,
    });
  }

  clear(): void {
    this.#kept.clear();
  }

  /**
   * Gives each key of the page one record.
   *
   * @returns whether anything was written
   * @throws VaultGoneError
   */
  async write(keys: readonly KeyEntry[], vault: OpenVault, database: Database): Promise<boolean> {
    let hasWritten = false;
    for (const entry of keys) {
      const kept = this.#kept.get(entry.fingerprint);
      const isPrivate = entry.privateKey !== undefined;
      if (kept?.ids.length === 1 && kept.isPrivate === isPrivate) continue;
      const id = crypto.randomUUID();
      const bytes = await writeContent(entry);
      const sealed = await seal(vault.key, id, bytes).finally(() => bytes.fill(0));
      await database.change(vault.id, { put: { id, sealed }, remove: kept?.ids ?? [] });
      this.#kept.set(entry.fingerprint, { ids: [id], isPrivate });
      hasWritten = true;
    }
    return hasWritten;
  }

  /** @throws VaultGoneError */
  async remove(fingerprints: readonly string[], vault: OpenVault, database: Database): Promise<void> {
    const ids = fingerprints.flatMap((fingerprint) => this.#kept.get(fingerprint)?.ids ?? []);
    await database.change(vault.id, { remove: ids });
    for (const fingerprint of fingerprints) this.#kept.delete(fingerprint);
  }
}

/** A stored key, in the library's own JSON: the only format that keeps the variant of every key. */
interface Content {
  readonly name: string;
  readonly key: PrivateKeyJson | PublicKeyJson;
  /** The milliseconds since 1970 and the key's number in the page: the order in which keys come back. */
  readonly kept: readonly [time: number, id: number];
}

/** A key as bytes, to encrypt and then overwrite. */
async function writeContent({ id, name, privateKey, publicKey }: KeyEntry): Promise<Uint8Array<ArrayBuffer>> {
  const key = privateKey === undefined ? await publicKey.export("json") : await privateKey.export("json");
  return new TextEncoder().encode(JSON.stringify({ name, key, kept: [Date.now(), id] } satisfies Content));
}

export interface KeptKey extends Pick<Content, "name" | "kept"> {
  readonly key: WorkerPrivateKey | WorkerPublicKey;
}

/** Reads a key that `writeContent` wrote, with the checks of any imported key. */
export async function readContent(rsa: RsaWorkers, bytes: Uint8Array): Promise<KeptKey> {
  const { name, key, kept } = JSON.parse(new TextDecoder().decode(bytes)) as Content;
  return { name, kept, key: "components" in key ? await rsa.importPrivateKey(key) : await rsa.importPublicKey(key) };
}

/** Sorts the oldest first. */
export function inOrder({ kept: a }: KeptKey, { kept: b }: KeptKey): number {
  return a[0] - b[0] || a[1] - b[1];
}
