import type { RsaWorkers, WorkerPrivateKey, WorkerPublicKey } from "rsa-variants";
import type { KeyNote, WorkbenchStore } from "../state.ts";
import { fingerprintOf, type KeyEntry } from "./entry.ts";

/** The keys in this page. */
export class Keyring {
  readonly #store: WorkbenchStore;
  #nextId = 1;

  constructor(store: WorkbenchStore) {
    this.#store = store;
  }

  /** The library's workers, once they are there. */
  get rsa(): RsaWorkers | undefined {
    const { library } = this.#store.state;
    return library.state === "ready" ? library.rsa : undefined;
  }

  /**
   * Takes a key over, which is then the keyring's to free. A key that is here already is not taken twice; a private key takes
   * the place of its public one.
   *
   * @returns a sentence that says what was done
   */
  async add(key: WorkerPrivateKey | WorkerPublicKey, name: string): Promise<KeyNote> {
    const privateKey = "publicKey" in key ? key : undefined;
    const publicKey = "publicKey" in key ? key.publicKey : key;
    const fingerprint = await fingerprintOf(publicKey);
    const { keys } = this.#store.state;
    const same = keys.find((entry) => entry.fingerprint === fingerprint);
    if (same !== undefined && (privateKey === undefined || same.privateKey !== undefined)) {
      key.free();
      return { text: `This key is here already, as ${same.name}.`, isProblem: false };
    }
    const entry: KeyEntry = { id: this.#nextId++, name: same?.name ?? name, privateKey, publicKey, fingerprint };
    if (same === undefined) {
      this.#store.change({ keys: [...keys, entry] });
      return { text: `${name}: the ${privateKey === undefined ? "public" : "private"} key is here.`, isProblem: false };
    }
    this.#store.change({ keys: keys.map((each) => (each === same ? entry : each)) });
    same.publicKey.free();
    return { text: `${name}: the private key of ${same.name}, which was here as a public one.`, isProblem: false };
  }

  /** Removes a key from this page and frees it. */
  forget(id: number): void {
    const { keys } = this.#store.state;
    const entry = keys.find((each) => each.id === id);
    this.#store.change({ keys: keys.filter((each) => each !== entry) });
    (entry?.privateKey ?? entry?.publicKey)?.free();
  }
}
