import type { Build } from "../builds.js";
import { RsaError } from "../errors.js";
import type { FormatsModule } from "../formats/module.js";
import type { Platform } from "../platform/platform.js";
import type { KeyGenerationProgress, Rsa } from "../rsa.js";
import { startRsaOnce } from "../start.js";
import type { Engine } from "../variants.js";
import type { CallName, Calls, KeyId, KeyMaterial } from "./protocol.js";
import { WorkerSlot } from "./worker-slot.js";

/** Work for any one worker. */
export interface Task<Name extends CallName> {
  readonly name: Name;
  readonly input: Calls[Name]["input"];
  /** The key that the call needs in its worker. */
  readonly needs?: KeyId;
  /** The keys that the call leaves in its worker. */
  readonly creates?: readonly KeyId[];
  /** Whether the call reads or writes PEM or DER, whose module it then takes along. */
  readonly usesFormats?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: KeyGenerationProgress) => void) | undefined;
}

interface Queued {
  readonly needs: KeyId | undefined;
  /** The module of PEM and DER, once it is there. */
  formats: WebAssembly.Module | undefined;
  run(slot: WorkerSlot): void;
  reject(error: RsaError): void;
}

/**
 * Workers that take tasks from one queue. They are started on demand, up to `size`; one that was terminated is replaced
 * by a fresh one when there is work, and gets the keys it needs from the numbers kept here.
 */
export class WorkerPool {
  readonly size: number;
  readonly #start: () => WorkerSlot;
  readonly #formats: FormatsModule;
  readonly #startHere: () => Promise<Rsa>;
  readonly #slots = new Set<WorkerSlot>();
  readonly #idle = new Set<WorkerSlot>();
  readonly #queue = new Set<Queued>();
  /** What waits for the module of PEM and DER, and occupies no worker meanwhile. */
  readonly #loading = new Set<Queued>();
  readonly #materials = new Map<KeyId, KeyMaterial>();
  #nextKeyId = 0;
  #closed = false;

  constructor(platform: Platform, build: Build, module: WebAssembly.Module, formats: FormatsModule, size: number) {
    this.size = size;
    this.#formats = formats;
    this.#start = () => new WorkerSlot(platform, build, module);
    this.#startHere = () => startRsaOnce(build, async () => module, formats);
  }

  /**
   * The library on this side, for what is made of many small calls in a row: started when it is first asked for, from the
   * module that the workers have.
   */
  here(): Promise<Rsa> {
    return this.#closed ? Promise.reject(closedError()) : this.#startHere();
  }

  /** Starts the first worker, so that a failure shows early. */
  async open(): Promise<readonly Engine[]> {
    const slot = this.#addSlot();
    const engines = await slot.ready;
    this.#release(slot);
    return engines;
  }

  newKeyId(): KeyId {
    return this.#nextKeyId++;
  }

  /** Keeps the numbers of a key, so that any worker can have it. */
  keep(keyId: KeyId, material: KeyMaterial): void {
    if (!this.#closed) this.#materials.set(keyId, material);
  }

  /** Forgets a key here and in every worker. */
  forget(keyId: KeyId): void {
    this.#materials.delete(keyId);
    for (const slot of this.#slots) this.#dropKey(slot, keyId);
  }

  /** Runs a task as soon as a worker is free; aborting its signal ends the worker that runs it. */
  run<Name extends CallName>(task: Task<Name>): Promise<Calls[Name]["output"]> {
    const { signal } = task;
    if (this.#closed) return Promise.reject(closedError());
    if (signal?.aborted) return Promise.reject(abortError(signal));
    // Looked up now: a key that is freed later still serves the calls made before.
    const material = task.needs === undefined ? undefined : this.#materials.get(task.needs);
    return new Promise((resolve, reject) => {
      let slot: WorkerSlot | undefined;
      const onAbort = (): void => {
        const error = abortError(signal);
        if (slot === undefined) {
          this.#queue.delete(queued);
          this.#loading.delete(queued);
          settle(() => reject(error));
        } else {
          slot.terminate(error); // rejects the call, which settles below
        }
      };
      const settle = (act: () => void): void => {
        signal?.removeEventListener("abort", onAbort);
        act();
      };
      const queued: Queued = {
        needs: task.needs,
        formats: undefined,
        reject: (error) => settle(() => reject(error)),
        run: (chosen) => {
          slot = chosen;
          // Settled before the worker takes the next task, which this signal must not end.
          this.#perform(chosen, task, material, queued.formats)
            .then(
              (output) => settle(() => resolve(output)),
              (error: unknown) => settle(() => reject(error)),
            )
            .then(() => this.#release(chosen));
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      if (task.usesFormats) this.#load(queued);
      else this.#enqueue(queued);
    });
  }

  #enqueue(queued: Queued): void {
    this.#queue.add(queued);
    this.#pump();
  }

  /** Queues a task when the module of PEM and DER is there, unless it was aborted meanwhile. */
  #load(queued: Queued): void {
    this.#loading.add(queued);
    this.#formats.compiled().then(
      (formats) => {
        queued.formats = formats;
        if (this.#loading.delete(queued)) this.#enqueue(queued);
      },
      (error: RsaError) => {
        if (this.#loading.delete(queued)) queued.reject(error);
      },
    );
  }

  /** Ends every worker; whatever is under way or waiting is rejected with `aborted`. */
  close(): void {
    this.#closed = true;
    const error = closedError();
    for (const waiting of [this.#queue, this.#loading]) {
      for (const queued of waiting) queued.reject(error);
      waiting.clear();
    }
    for (const slot of this.#slots) slot.terminate(error);
    this.#slots.clear();
    this.#idle.clear();
    this.#materials.clear();
  }

  async #perform<Name extends CallName>(
    slot: WorkerSlot,
    task: Task<Name>,
    material: KeyMaterial | undefined,
    formats: WebAssembly.Module | undefined,
  ): Promise<Calls[Name]["output"]> {
    try {
      await slot.ready;
      if (task.needs !== undefined && !slot.keys.has(task.needs)) await giveKey(slot, task.needs, material);
      const output = await slot.call(task.name, task.input, {
        onProgress: task.onProgress && watched(slot, task.onProgress),
        formats,
      });
      for (const keyId of task.creates ?? []) slot.keys.add(keyId);
      return output;
    } catch (error) {
      // After a trap the memory of the instance is in doubt: the next task gets a fresh worker.
      if (error instanceof RsaError && error.code === "internal") slot.terminate(error);
      throw error;
    } finally {
      if (task.needs !== undefined && !this.#materials.has(task.needs)) this.#dropKey(slot, task.needs);
    }
  }

  #addSlot(): WorkerSlot {
    const slot = this.#start();
    this.#slots.add(slot);
    return slot;
  }

  #dropKey(slot: WorkerSlot, keyId: KeyId): void {
    if (slot.keys.delete(keyId)) slot.call("freeKey", { keyId }).catch(() => {}); // a worker that ended has freed all
  }

  #release(slot: WorkerSlot): void {
    if (this.#slots.has(slot) && slot.alive) {
      slot.keepAlive(false);
      this.#idle.add(slot);
    }
    this.#pump();
  }

  #pump(): void {
    for (const slot of this.#slots) {
      if (!slot.alive) {
        this.#slots.delete(slot);
        this.#idle.delete(slot);
      }
    }
    for (const queued of this.#queue) {
      let slot: WorkerSlot | undefined;
      try {
        slot = this.#freeSlot(queued.needs);
      } catch (error) {
        this.#queue.delete(queued);
        queued.reject(error as RsaError); // the constructor of a slot throws nothing else
        continue;
      }
      if (slot === undefined) return;
      this.#queue.delete(queued);
      this.#idle.delete(slot);
      slot.keepAlive(true);
      queued.run(slot);
    }
  }

  /** An idle worker, rather one that has the key; else a new one while there may be more. */
  #freeSlot(needs: KeyId | undefined): WorkerSlot | undefined {
    let free: WorkerSlot | undefined;
    for (const slot of this.#idle) {
      if (needs === undefined || slot.keys.has(needs)) return slot;
      free ??= slot;
    }
    if (free !== undefined) return free;
    return this.#slots.size < this.size ? this.#addSlot() : undefined;
  }
}

async function giveKey(slot: WorkerSlot, keyId: KeyId, material: KeyMaterial | undefined): Promise<void> {
  if (material === undefined) throw new RsaError("use-after-free", "this key was freed and cannot be used");
  if (material.kind === "private") {
    await slot.call("restorePrivateKey", { keyId, params: material.params, components: material.components });
  } else {
    await slot.call("publicKey", { keyId, modulus: material.modulus, publicExponent: material.publicExponent });
  }
  slot.keys.add(keyId);
}

/** Ends the worker when the caller's callback throws: nobody could hear of the result any more. */
function watched(
  slot: WorkerSlot,
  onProgress: (progress: KeyGenerationProgress) => void,
): (progress: KeyGenerationProgress) => void {
  return (progress) => {
    try {
      onProgress(progress);
    } catch (cause) {
      slot.terminate(new RsaError("aborted", "onProgress threw an error (see cause)", { cause }));
    }
  };
}

function abortError(signal: AbortSignal | undefined): RsaError {
  return new RsaError("aborted", "the work was aborted by its signal", { cause: signal?.reason });
}

function closedError(): RsaError {
  return new RsaError("aborted", "these workers were closed");
}
