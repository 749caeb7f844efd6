import { formatBytes } from "@rsa-variants/measure/text/format";
import { startWorker } from "@rsa-variants/measure/worker-client";
import {
  type PrivateKeyJson,
  type PublicKeyJson,
  RsaError,
  type WorkerPrivateKey,
  type WorkerPublicKey,
} from "rsa-variants";
import type { Dropped } from "../../ui/drops.ts";
import { takeDrop } from "../jobs/work.ts";
import type { Keyring } from "../keys/keyring.ts";
import { isNotLoaded, problemOf } from "../problems.ts";
import type { WorkbenchState, WorkbenchStore } from "../state.ts";
import { fromFailure } from "./failure.ts";
import { blockedBy, isEmpty, keyOf, takesPrivate } from "./fields.ts";
import type { DoctorAnswer, DoctorEvent, DoctorState, KeyPiece, Piece, Question } from "./question.ts";

/** The most bytes of what the doctor reads. */
const most = { key: 1 << 16, keys: 1 << 20, signature: 1 << 20, token: 1 << 20, message: 1 << 26, ciphertext: 1 << 26 };

/** The fingerprints of the keys that are chosen, not pasted. */
function usedKeys(state: Pick<WorkbenchState, "keys" | "doctor">): string[] {
  const { kind, key, partner } = state.doctor;
  const entries = [keyOf(state, key, takesPrivate[kind]), kind === "pair" ? keyOf(state, partner, false) : undefined];
  return entries.flatMap((entry) => (typeof entry === "object" ? entry.fingerprint : []));
}

/** Has data that do not fit examined in a worker, which an abort ends. */
export class Doctor {
  readonly #store: WorkbenchStore;
  readonly #keyring: Keyring;
  #stop: AbortController | undefined;
  /** The fingerprints of the keys of what runs, or of the answer. */
  #used: readonly string[] = [];

  constructor(store: WorkbenchStore, keyring: Keyring) {
    this.#store = store;
    this.#keyring = keyring;
  }

  /** Changes fields, which takes the answer away. */
  change(change: Partial<DoctorState>): void {
    this.cancel();
    this.#set({ answer: undefined, problem: undefined, dropNote: undefined, ...change });
  }

  chooseLanguage(language: DoctorState["language"]): void {
    this.#set({ language });
  }

  cancel(): void {
    this.#stop?.abort();
  }

  /** Takes an answer away, or what runs, if its key is gone. */
  follow({ keys }: Pick<WorkbenchState, "keys">): void {
    const isGone = this.#used.some((used) => !keys.some(({ fingerprint }) => fingerprint === used));
    if (!isGone) return;
    this.#used = [];
    this.change({});
  }

  /** Takes files that are dropped beside the fields. */
  drop = (dropped: Dropped): void => {
    const { kind, isRunning, data, message, partner } = this.#store.state.doctor;
    if (isRunning) return;
    const { file, signature, note } = takeDrop(kind === "signature" ? "verify" : "decrypt", dropped);
    const put = (taken: File | undefined, piece: Piece): Piece =>
      taken === undefined ? piece : { file: taken, text: "" };
    if (kind === "signature") this.change({ data: put(signature, data), message: put(file, message), dropNote: note });
    else if (kind === "pair") {
      const given = file === undefined ? partner : { choice: "other", file, text: "" };
      this.change({ partner: given, dropNote: note });
    } else this.change({ data: put(file, data), dropNote: note });
  };

  /** Examines what the fields hold. Nothing if something is missing. */
  async examine(): Promise<void> {
    const { state } = this.#store;
    if (this.#stop !== undefined || blockedBy(state) !== undefined) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#used = usedKeys(state);
    this.#set({ isRunning: true, problem: undefined, answer: undefined, dropNote: undefined });
    let end: Partial<DoctorState> = {};
    try {
      const question = await this.#question(state);
      stop.signal.throwIfAborted();
      // Undefined without the password of a key.
      if (question !== undefined) end = { answer: await ask(question, stop.signal) };
    } catch (error) {
      if (!stop.signal.aborted) end = { problem: problemOf(error) };
    }
    this.#stop = undefined;
    this.#set({ ...end, isRunning: false });
  }

  async #question({ doctor, keys }: WorkbenchState): Promise<Question | undefined> {
    const { kind, data, label } = doctor;
    if (kind === "token") {
      const chosen = keyOf({ keys }, doctor.key, false);
      const key = chosen === "other" ? pieceOf(doctor.key, "key", most.keys) : await chosen?.publicKey.export("json");
      return key === undefined ? undefined : { kind, key, data: pieceOf(data, kind, most.token) };
    }
    if (kind === "signature") {
      const key = await this.#publicJson(keys, doctor.key, "public key");
      const message = isEmpty(doctor.message) ? undefined : pieceOf(doctor.message, "message", most.message);
      return key && { kind, key, data: pieceOf(data, kind, most.signature), message };
    }
    const key = await this.#privateJson(keys, doctor.key);
    if (kind === "ciphertext") return key && { kind, key, data: pieceOf(data, kind, most.ciphertext), label };
    const partner = key && (await this.#publicJson(keys, doctor.partner, "public key"));
    return partner && { kind, key, partner };
  }

  async #publicJson(keys: WorkbenchState["keys"], from: KeyPiece, name: string): Promise<PublicKeyJson | undefined> {
    const chosen = keyOf({ keys }, from, false);
    if (chosen !== "other") return chosen?.publicKey.export("json");
    return this.#withPasted(from, name, (key) => ("publicKey" in key ? key.publicKey : key).export("json"));
  }

  async #privateJson(keys: WorkbenchState["keys"], from: KeyPiece): Promise<PrivateKeyJson | undefined> {
    const chosen = keyOf({ keys }, from, true);
    if (chosen !== "other") return chosen?.privateKey?.export("json");
    return this.#withPasted(from, "private key", (key) => {
      if ("publicKey" in key) return key.export("json");
      throw new Error("this is a public key; the private key is needed");
    });
  }

  /** Reads a key that is only for the doctor, and frees it. Undefined if the user has no password. */
  async #withPasted<Json>(
    from: KeyPiece,
    name: string,
    write: (key: WorkerPrivateKey | WorkerPublicKey) => Promise<Json>,
  ): Promise<Json | undefined> {
    const piece = pieceOf(from, name, most.key);
    const bytes = new Uint8Array(await new Blob([piece]).arrayBuffer());
    const of = from.file?.name ?? `The ${name}`;
    const read = this.#keyring.read(bytes, of).finally(() => bytes.fill(0));
    const key = await read.catch((error: unknown) => {
      throw error instanceof RsaError && !isNotLoaded(error) ? new Error(`${of}: ${error.message}`) : error;
    });
    if (key === undefined) return undefined;
    try {
      return await write(key);
    } finally {
      key.free();
    }
  }

  #set(change: Partial<DoctorState>): void {
    this.#store.change({ doctor: { ...this.#store.state.doctor, ...change } });
  }
}

/** Checks a length before anything is read. */
function pieceOf({ file, text }: Piece, name: string, limit: number): Blob | string {
  const size = file?.size ?? text.length;
  if (size <= limit) return file ?? text;
  throw new Error(`the ${name} has ${formatBytes(size)}; the doctor reads at most ${formatBytes(limit)}`);
}

function ask(question: Question, signal: AbortSignal): Promise<DoctorAnswer> {
  return new Promise((resolve, reject) => {
    const create = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "doctor" });
    const running = startWorker<DoctorEvent>(create, question, (event) => {
      if (event.type === "done") resolve(event.answer);
      else reject(fromFailure(event));
    });
    const stop = () => {
      running.stop();
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
