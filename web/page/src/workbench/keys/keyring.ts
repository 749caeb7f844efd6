import type { RsaWorkers, WorkerPrivateKey, WorkerPublicKey } from "rsa-variants";
import { type KeyNote, type WorkbenchStore, withKeys } from "../state.ts";
import type { KeyEntry } from "./entry.ts";

/** The keys in this page. */
export class Keyring {
  readonly #store: WorkbenchStore;
  #nextId = 1;
  /** Called after a key came or went. */
  onChange: () => void = () => {};

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
   * @param isInFile whether it came from a file
   * @returns the key's entry, and a sentence that says what was done
   */
  async add(key: WorkerPrivateKey | WorkerPublicKey, name: string, isInFile = false): Promise<AddedKey> {
    const privateKey = "publicKey" in key ? key : undefined;
    const publicKey = "publicKey" in key ? key.publicKey : key;
    const fingerprint = await publicKey.fingerprint("spki");
    const { keys } = this.#store.state;
    const same = keys.find((entry) => entry.fingerprint === fingerprint);
    if (same !== undefined && (privateKey === undefined || same.privateKey !== undefined)) {
      key.free();
      if (isInFile && privateKey !== undefined) this.noteFile(same.id);
      return { entry: same, note: note(`You already have this key: ${same.name}.`) };
    }
    const id = this.#nextId++;
    const entry: KeyEntry = { id, name: same?.name ?? name, privateKey, publicKey, fingerprint, isInFile };
    if (same === undefined) {
      this.#change([...keys, entry]);
      const which = privateKey === undefined ? "public" : "private";
      return { entry, note: note(`${name}: ${which} key loaded.`) };
    }
    this.#change(keys.map((each) => (each === same ? entry : each)));
    same.publicKey.free();
    return { entry, note: note(`${name}: private key of ${same.name} loaded.`) };
  }

  /** Remembers that the private key of an entry is in a file. */
  noteFile(id: number): void {
    const { keys } = this.#store.state;
    this.#store.change({ keys: keys.map((each) => (each.id === id ? { ...each, isInFile: true } : each)) });
  }

  /** Removes a key from this page and frees it. */
  forget(id: number): void {
    const { keys } = this.#store.state;
    const entry = keys.find((each) => each.id === id);
    this.#change(keys.filter((each) => each !== entry));
    (entry?.privateKey ?? entry?.publicKey)?.free();
  }

  #change(keys: readonly KeyEntry[]): void {
    this.#store.change(withKeys(this.#store.state, keys));
    this.onChange();
  }
}

/** A key that was taken over, or was there. */
export interface AddedKey {
  readonly entry: KeyEntry;
  readonly note: KeyNote;
}

function note(text: string): KeyNote {
  return { text, isProblem: false };
}
