import { RsaError, reasonOf } from "../errors.js";
import type { WasmModule } from "../platform/types.js";
import {
  buffersOf,
  type CallMessage,
  type ErrorRecord,
  type FromWorker,
  fromErrorRecord,
  greeting,
  type KeyId,
  type Start,
  type ToWorker,
  toErrorRecord,
} from "./protocol.js";

/** The main side's end of a worker. */
export interface WorkerPort {
  /** Sends a message, the buffers without a copy. */
  send(message: ToWorker, transfer: ArrayBuffer[]): void;
  /** Ends the worker at once, even during a computation. */
  terminate(): void;
  /** Whether this worker keeps the process alive (Node only). */
  keepAlive(busy: boolean): void;
}

/** Events from a worker. */
export interface WorkerEvents {
  message(message: FromWorker): void;
  /** The worker failed outside any call: its script could not be loaded, or it ended. */
  failure(reason: string): void;
}

/** Starts a worker. */
export type StartWorker = (events: WorkerEvents) => WorkerPort;

interface PostingWorker {
  /**
   * Sends a message.
   *
   * @param message the message, which is cloned
   * @param transfer buffers that are moved instead of copied
   */
  // biome-ignore lint/suspicious/noExplicitAny: the platforms' own types of transfer lists differ
  postMessage(message: unknown, transfer: any[]): void;
  /** Ends the worker at once. */
  terminate(): unknown;
}

/**
 * A Web Worker, reduced to the members used here.
 */
export interface WebWorker extends PostingWorker {
  /**
   * Adds a listener.
   *
   * @param type `message`, `messageerror` or `error`
   * @param listener is called with each event
   */
  // biome-ignore lint/suspicious/noExplicitAny: the events of three kinds
  addEventListener(type: string, listener: (event: any) => void): void;
}

/**
 * A worker thread of `node:worker_threads`, reduced to the members used here.
 */
export interface WorkerThread extends PostingWorker {
  /**
   * Adds a listener.
   *
   * @param event `message`, `messageerror`, `error` or `exit`
   * @param listener is called with the value of each event
   */
  // biome-ignore lint/suspicious/noExplicitAny: the arguments of four kinds of events
  on(event: string, listener: (value: any) => void): unknown;
  /** Lets the worker keep the process alive. */
  ref(): void;
  /** Lets the process end although the worker runs. */
  unref(): void;
}

/** A Web Worker, or a worker thread of Node. */
export type AnyWorker = WebWorker | WorkerThread;

/** A worker that was started, and the address of its script if it has one. */
export type StartedWorker = readonly [worker: AnyWorker, address?: string | undefined];

/** The address of a script, if nobody has moved it. A call, because bundlers would take another `new URL` for a second file. */
export function addressOf(file: string, base: string): string {
  return new URL(file, base).href;
}

/** How many seconds a worker has to greet. Seconds in which this thread was busy do not count. */
const mostSeconds = 10;

const unreadable = "its message could not be read";

const notLoaded =
  "its script could not be loaded. Is the file missing, or does the page's Content Security Policy forbid it? Its worker-src " +
  "must allow the script's address, or blob: for the script that the package carries; the option worker starts one of yours";

/** Listens to a worker and returns its port. */
export function portOf([worker, address]: StartedWorker, { message: receive, failure }: WorkerEvents): WorkerPort {
  let seconds = 0;
  const waiting = setInterval(() => {
    if (++seconds < mostSeconds) return;
    clearInterval(waiting);
    const script =
      address === undefined
        ? "does its script import the worker entry?"
        : `is ${address} another script? Pass the option worker`;
    failure(`it did not answer within ${mostSeconds} s: ${script}`);
  }, 1000);
  let isGreeted = false;
  const message = (received: FromWorker) => {
    if (isGreeted) return receive(received);
    // Anything else comes from another script that happens to have this address.
    if ((received as FromWorker | undefined)?.type !== greeting.type) return;
    isGreeted = true;
    clearInterval(waiting);
  };
  const port = {
    send: (sent: ToWorker, transfer: ArrayBuffer[]) => worker.postMessage(sent, transfer),
    terminate: () => {
      clearInterval(waiting);
      worker.terminate();
    },
  };
  if ("addEventListener" in worker) {
    worker.addEventListener("message", (event: MessageEvent<FromWorker>) => message(event.data));
    worker.addEventListener("messageerror", () => failure(unreadable));
    worker.addEventListener("error", (event: ErrorEvent) => {
      event.preventDefault();
      // A script that could not be loaded gives an event without a message.
      failure(event.message || notLoaded);
    });
    return { ...port, keepAlive: () => {} };
  }
  worker.on("message", message);
  worker.on("messageerror", () => failure(unreadable));
  worker.on("error", (error: unknown) => failure(reasonOf(error)));
  worker.on("exit", (code: number) => failure(`it ended with exit code ${code}`));
  return { ...port, keepAlive: (busy) => (busy ? worker.ref() : worker.unref()) };
}

/** Calls the caller's option `name`, which is a function. */
export type Callback = (name: string, value: unknown) => void;

interface Pending {
  resolve(output: unknown): void;
  reject(error: unknown): void;
  callback: Callback;
}

/** Returns a further module of a library, compiled when a worker first asks for it. */
export type LaterOf = (name: string) => Promise<WasmModule>;

/** A running worker: matches results to calls, and knows which keys the worker holds. */
export class WorkerSlot {
  /** Keys that live in this worker. */
  readonly keys = new Set<KeyId>();
  /** The description of the library in the worker; rejects with `worker-failed` if it does not start. */
  readonly ready: Promise<unknown>;
  readonly #port: WorkerPort;
  readonly #later: LaterOf;
  readonly #pending = new Map<number, Pending>();
  /** Why the worker ended, once it has. */
  #end: { readonly error: unknown } | undefined;
  #settleReady: { resolve(about: unknown): void; reject(error: unknown): void } | undefined;

  constructor(startWorker: StartWorker, start: Start, later: LaterOf) {
    this.#later = later;
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    this.ready.catch(() => {}); // no unhandled rejection while nobody waits; those who wait get the error anyway
    try {
      this.#port = startWorker({
        message: (message) => this.#receive(message),
        failure: (reason) => this.#fail(`a worker failed: ${reason}`),
      });
    } catch (cause) {
      if (cause instanceof RsaError) throw cause;
      throw new RsaError("worker-failed", `a worker could not be started: ${reasonOf(cause)}`, { cause });
    }
    this.#port.send({ type: "start", start }, []);
  }

  /** False once the worker was terminated or has failed. */
  get alive(): boolean {
    return this.#end === undefined;
  }

  /** Sends one call and waits for its result. The bytes in the arguments are transferred and unusable on this side afterwards. */
  call(message: CallMessage, callback: Callback): Promise<unknown> {
    if (this.#end !== undefined) return Promise.reject(this.#end.error);
    const { callId, args, options } = message;
    return new Promise((resolve, reject) => {
      this.#pending.set(callId, { resolve, reject, callback });
      try {
        this.#port.send(message, buffersOf([args, options]));
      } catch (cause) {
        // Structured cloning refuses functions and similar values: the caller's input is invalid.
        this.#pending.delete(callId);
        reject(
          new RsaError("invalid-params", `the arguments cannot be sent to a worker: ${reasonOf(cause)}`, { cause }),
        );
      }
    });
  }

  /** Frees a key in the worker, if it has it. */
  free(keyId: KeyId): void {
    if (this.keys.delete(keyId) && this.alive) this.#port.send({ type: "free", keyId }, []);
  }

  keepAlive(busy: boolean): void {
    if (this.alive) this.#port.keepAlive(busy);
  }

  /** Ends the worker at once; running and later calls are rejected with `error`. */
  terminate(error: unknown): void {
    if (!this.alive) return;
    this.#end = { error };
    this.#port.terminate();
    this.#settleReady?.reject(error);
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }

  #fail(reason: string): void {
    this.terminate(new RsaError("worker-failed", reason));
  }

  #receive(message: FromWorker): void {
    if (!this.alive) return;
    switch (message.type) {
      case greeting.type:
        return;
      case "ready":
        this.#settleReady?.resolve(message.about);
        return;
      case "start-failed":
        this.#fail(`a worker could not be started: ${message.reason}`);
        return;
      case "need-module":
        this.#sendModule(message.name);
        return;
      case "callback":
        try {
          this.#pending.get(message.callId)?.callback(message.name, message.value);
        } catch (thrown) {
          this.terminate(thrown); // rejects the call; its result would be discarded
        }
        return;
      case "result":
        this.#take(message.callId)?.resolve(message.output);
        return;
      case "error":
        this.#take(message.callId)?.reject(fromErrorRecord(message.error));
        return;
    }
  }

  async #sendModule(name: string): Promise<void> {
    const send = (message: Parameters<WorkerPort["send"]>[0]) => {
      if (this.alive) this.#port.send(message, []);
    };
    try {
      send({ type: "module", name, module: await this.#later(name) });
    } catch (error) {
      // `later` always fails with an RsaError, which has the members of a record.
      send({ type: "no-module", name, error: toErrorRecord(error as ErrorRecord) });
    }
  }

  #take(callId: number): Pending | undefined {
    const pending = this.#pending.get(callId);
    this.#pending.delete(callId);
    return pending;
  }
}
