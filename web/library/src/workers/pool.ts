import { RsaError } from "../errors.js";
import { throwIfAborted } from "../options.js";
import type { Signal } from "../platform/types.js";
import { copyValue, type Forward, type KeyId, type KeyRecord, keysOf, type Start, wipeBytes } from "./protocol.js";
import { type SearchPart, type SearchPlan, SharedSearch } from "./shared-search.js";
import { type LaterOf, type StartWorker, WorkerSlot } from "./worker-slot.js";

/** How to start workers, and how many. */
export interface PoolOptions {
  readonly startWorker: StartWorker;
  readonly start: Start;
  readonly later: LaterOf;
  readonly size: number;
}

/** A call that any worker can take. */
interface Task {
  readonly method: string;
  readonly args: readonly unknown[];
  readonly options: unknown;
  readonly callbacks: ReadonlyMap<string, (value: unknown) => void>;
  readonly signal: Signal | undefined;
  /** The key that the method is called on. */
  readonly key: { readonly keyId: KeyId; readonly record: KeyRecord } | undefined;
}

/** A task in a worker. */
interface Run {
  readonly output: Promise<unknown>;
  /** Resolves when the worker can take the next task. */
  readonly free: Promise<void>;
}

interface Queued {
  readonly needs: KeyId | undefined;
  run(slot: WorkerSlot): void;
  reject(error: unknown): void;
}

/**
 * Workers that take tasks from one queue. They are started on demand, up to `size`. A terminated worker is replaced when there is
 * work; the new one receives the keys it needs from the records kept here.
 */
export class WorkerPool {
  readonly size: number;
  readonly #start: () => WorkerSlot;
  readonly #slots = new Set<WorkerSlot>();
  readonly #idle = new Set<WorkerSlot>();
  readonly #queue = new Set<Queued>();
  readonly #searches = new Set<SharedSearch>();
  readonly #records = new Map<KeyId, KeyRecord>();
  #nextCallId = 0;
  #closed = false;

  constructor({ startWorker, start, later, size }: PoolOptions) {
    this.size = size;
    this.#start = () => new WorkerSlot(startWorker, start, later);
  }

  /** Starts the first worker, so that failures show early, and returns the library's description of itself. */
  async open(): Promise<unknown> {
    const slot = this.#addSlot();
    const about = await slot.ready;
    this.#release(slot);
    return about;
  }

  /** Returns a new name for a key that is made on this side. */
  newKeyId(): KeyId {
    return String(this.#nextCallId++);
  }

  /** Keeps the record of a key, so that it can be sent to any worker. */
  keep(keyId: KeyId, record: KeyRecord): void {
    if (!this.#closed) this.#records.set(keyId, record);
  }

  /** Returns the record of a key; throws if it was freed, calling it `name`. */
  recordOf(keyId: KeyId, name = "key"): KeyRecord {
    if (this.#closed) throw closedError();
    const record = this.#records.get(keyId);
    if (record !== undefined) return record;
    throw new RsaError("use-after-free", `this ${name} was freed and cannot be used`);
  }

  /** Forgets a key here and in every worker. */
  forget(keyId: KeyId): void {
    this.#records.delete(keyId);
    for (const slot of this.#slots) slot.free(keyId);
  }

  /**
   * Makes a call on a key or on the library as soon as a worker is free. The arguments are copied immediately. Options that are
   * functions run on this side; aborting `signal` terminates the worker that runs the call.
   */
  async call(keyId: KeyId | undefined, ...call: Parameters<Forward>): Promise<unknown> {
    return this.callsOn(keyId)(...call);
  }

  /** Returns `call` for a key or the library. What it returns makes calls on the key even if the key is freed in the meantime. */
  callsOn(keyId: KeyId | undefined, name?: string): Forward {
    if (this.#closed) throw closedError();
    const key = keyId === undefined ? undefined : { keyId, record: this.recordOf(keyId, name) };
    return async (method, args, options) => {
      if (this.#closed) throw closedError();
      return this.#enqueue({ ...taskOf(method, args, options), key }, (slot, task) => {
        const output = this.#perform(slot, task);
        return { output, free: output.then(ignore, ignore) };
      });
    };
  }

  /**
   * Like `call`, for a search in parts. It begins when a worker is free for it; then all workers for which no call waits take
   * part. `method` gets what was found and a time limit before the other arguments, and of the options only `onProgress`.
   */
  async share(method: string, args: readonly unknown[], options: unknown, plan?: SearchPlan): Promise<unknown> {
    if (this.#closed) throw closedError();
    return this.#enqueue({ ...taskOf(method, args, options), key: undefined }, (slot, task) => {
      const onProgress = task.callbacks.get("onProgress");
      const part: SearchPart = (worker, known, milliseconds, report) => {
        const callbacks: Task["callbacks"] = new Map(onProgress && [["onProgress", report]]);
        const copies = task.args.map(copyValue);
        return this.#perform(worker, { ...task, options: {}, callbacks, args: [known, milliseconds, ...copies] });
      };
      const search = new SharedSearch(part, onProgress, () => this.#help(), plan);
      this.#searches.add(search);
      const output = search.outcome.finally(() => this.#searches.delete(search));
      return { output, free: search.lead(slot) };
    });
  }

  #enqueue(task: Task, start: (slot: WorkerSlot, task: Task) => Run): Promise<unknown> {
    const { signal, key } = task;
    return new Promise((resolve, reject) => {
      let slot: WorkerSlot | undefined;
      const onAbort = (): void => {
        if (slot === undefined) {
          this.#queue.delete(queued);
          settle(() => reject(signal?.reason));
        } else {
          slot.terminate(signal?.reason); // rejects the call, which settles below
        }
      };
      const settle = (act: () => void): void => {
        signal?.removeEventListener("abort", onAbort);
        wipeBytes([task.args, task.options]); // if no worker took the call; otherwise the bytes were transferred
        act();
      };
      const queued: Queued = {
        needs: key?.keyId,
        reject: (error) => settle(() => reject(error)),
        run: (chosen) => {
          slot = chosen;
          const { output, free } = start(chosen, task);
          // Settle before the worker takes the next task: this signal must not end that one.
          output
            .then(
              (output) => settle(() => resolve(output)),
              (error: unknown) => settle(() => reject(error)),
            )
            .then(() => free)
            .then(() => this.#release(chosen));
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#queue.add(queued);
      this.#pump();
    });
  }

  /** Terminates every worker; running and waiting calls are rejected with `closed`. */
  close(): void {
    this.#closed = true;
    const error = closedError();
    for (const queued of this.#queue) queued.reject(error);
    this.#queue.clear();
    for (const slot of this.#slots) slot.terminate(error);
    this.#slots.clear();
    this.#idle.clear();
    this.#records.clear();
  }

  async #perform(slot: WorkerSlot, { method, args, options, callbacks, key }: Task): Promise<unknown> {
    try {
      await slot.ready;
      const callId = this.#nextCallId++;
      const target = key && { keyId: key.keyId, record: slot.keys.has(key.keyId) ? undefined : key.record };
      if (key !== undefined) slot.keys.add(key.keyId);
      const message = {
        type: "call",
        callId,
        target,
        method,
        args,
        options,
        callbacks: [...callbacks.keys()],
      } as const;
      const output = await slot.call(message, (name, value) => callbacks.get(name)?.(value));
      for (const { keyId } of keysOf(output)) slot.keys.add(keyId);
      return output;
    } catch (error) {
      // After a trap the memory of the instance cannot be trusted: the next task gets a new worker.
      if (error instanceof RsaError && error.code === "internal") slot.terminate(error);
      throw error;
    } finally {
      if (key !== undefined && !this.#records.has(key.keyId)) slot.free(key.keyId);
    }
  }

  #addSlot(): WorkerSlot {
    const slot = this.#start();
    this.#slots.add(slot);
    return slot;
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
        queued.reject(error);
        continue;
      }
      if (slot === undefined) return;
      this.#queue.delete(queued);
      this.#idle.delete(slot);
      slot.keepAlive(true);
      queued.run(slot);
    }
    this.#help();
  }

  /** Lends the workers that no call needs to the searches, and starts more for a long one. */
  #help(): void {
    for (const slot of this.#idle) {
      const [search] = [...this.#searches].sort((a, b) => a.helpers - b.helpers);
      if (search === undefined || search.helpers === Number.POSITIVE_INFINITY) return;
      this.#lend(slot, search);
    }
    for (const search of this.#searches) {
      while (this.#slots.size < this.size && search.takeLate()) {
        try {
          this.#lend(this.#addSlot(), search);
        } catch {
          return; // the search goes on without
        }
      }
    }
  }

  #lend(slot: WorkerSlot, search: SharedSearch): void {
    this.#idle.delete(slot);
    slot.keepAlive(true);
    search.help(slot).then(() => this.#release(slot));
  }

  /** Returns an idle worker, preferably one that has the key; else a new one, unless there are `size` already. */
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

/**
 * A task with copies of the arguments; throws if its signal is aborted. The signal and functions cannot be sent to a worker, which gets the
 * other options, and refuses them if they are not an object.
 */
function taskOf(method: string, args: readonly unknown[], options: unknown): Omit<Task, "key"> {
  const { signal, ...others } = Object(options) as { signal?: Signal } & Record<string, unknown>;
  const callbacks: Map<string, (value: unknown) => void> = new Map();
  for (const [name, value] of Object.entries(others)) {
    if (typeof value !== "function") continue;
    callbacks.set(name, value as (value: unknown) => void);
    delete others[name];
  }
  throwIfAborted(signal);
  const sent = typeof options === "object" && options !== null ? others : options;
  return { method, args: args.map(copyValue), options: copyValue(sent), callbacks, signal };
}

function ignore(): void {}

function closedError(): RsaError {
  return new RsaError("closed", "these workers were closed");
}
