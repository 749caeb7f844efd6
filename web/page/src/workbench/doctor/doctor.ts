import { formatBytes } from "@rsa-variants/measure/text/format";
import { startWorker } from "@rsa-variants/measure/worker-client";
import { type PrivateKeyJson, type PublicKeyJson, RsaError } from "rsa-variants";
import type { Dropped } from "../../ui/drops.ts";
import { takeDrop } from "../jobs/work.ts";
import type { Keyring } from "../keys/keyring.ts";
import { isNotLoaded, problemOf } from "../problems.ts";
import type { Keys, WorkbenchState, WorkbenchStore } from "../state.ts";
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
  #stop: AbortController | undefined;
  /** The fingerprints of the keys of what runs, or of the answer. */
  #used: readonly string[] = [];

  constructor(
    private readonly store: WorkbenchStore,
    private readonly keyring: Keyring,
  ) {}

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
    const { kind, isRunning, data, message, partner } = this.store.state.doctor;
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
    const { state } = this.store;
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
      const key = await this.#json(keys, doctor.key, false);
      const message = isEmpty(doctor.message) ? undefined : pieceOf(doctor.message, "message", most.message);
      return key && { kind, key, data: pieceOf(data, kind, most.signature), message };
    }
    const key = await this.#json(keys, doctor.key, true);
    if (kind === "ciphertext") return key && { kind, key, data: pieceOf(data, kind, most.ciphertext), label };
    const partner = key && (await this.#json(keys, doctor.partner, false));
    return partner && { kind, key, partner };
  }

  /** A key of the page, or one that is read only for the doctor, and freed. Undefined if the user has no password. */
  #json(keys: Keys["keys"], from: KeyPiece, isPrivate: true): Promise<PrivateKeyJson | undefined>;
  #json(keys: Keys["keys"], from: KeyPiece, isPrivate: false): Promise<PublicKeyJson | undefined>;
  async #json(keys: Keys["keys"], from: KeyPiece, isPrivate: boolean) {
    const chosen = keyOf({ keys }, from, isPrivate);
    if (chosen !== "other") return isPrivate ? chosen?.privateKey?.export("json") : chosen?.publicKey.export("json");
    const name = isPrivate ? "private key" : "public key";
    const piece = pieceOf(from, name, most.key);
    const bytes = new Uint8Array(await new Blob([piece]).arrayBuffer());
    const of = from.file?.name ?? `The ${name}`;
    const read = this.keyring.read(bytes, of).finally(() => bytes.fill(0));
    const key = await read.catch((error: unknown) => {
      throw error instanceof RsaError && !isNotLoaded(error) ? new Error(`${of}: ${error.message}`) : error;
    });
    if (key === undefined) return undefined;
    try {
      if (!isPrivate) return await ("publicKey" in key ? key.publicKey : key).export("json");
      if ("publicKey" in key) return await key.export("json");
      throw new Error("this is a public key; the private key is needed");
    } finally {
      key.free();
    }
  }

  #set(change: Partial<DoctorState>): void {
    this.store.change({ doctor: { ...this.store.state.doctor, ...change } });
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
      if (event.type === "answer") resolve(event.answer);
      else if (event.type === "error") reject(event);
    });
    const stop = () => {
      running.stop();
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
