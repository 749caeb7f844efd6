import type { Build } from "../builds.js";
import { RsaError, reasonOf } from "../errors.js";
import type { Platform, WorkerPort } from "../platform/platform.js";
import type { KeyGenerationProgress } from "../rsa.js";
import type { Engine } from "../variants.js";
import type { CallMessage, CallName, Calls, FromWorker, KeyId } from "./protocol.js";

interface Pending {
  resolve(output: unknown): void;
  reject(error: RsaError): void;
  onProgress: ((progress: KeyGenerationProgress) => void) | undefined;
}

/** What a call may come with. */
export interface CallOptions {
  readonly onProgress?: ((progress: KeyGenerationProgress) => void) | undefined;
  /** The module of PEM and DER. */
  readonly formats?: WebAssembly.Module | undefined;
}

/** One running worker: matches answers to calls, and knows which keys the worker holds. */
export class WorkerSlot {
  /** Keys that live in this worker. */
  readonly keys = new Set<KeyId>();
  /** The engines that run in the worker; rejects with `worker-failed` when it does not start. */
  readonly ready: Promise<readonly Engine[]>;
  readonly #port: WorkerPort;
  readonly #pending = new Map<number, Pending>();
  #nextCallId = 0;
  /** Why the worker ended, once it has. */
  #end: RsaError | undefined;
  #settleReady: { resolve(engines: readonly Engine[]): void; reject(error: RsaError): void } | undefined;

  constructor(platform: Platform, build: Build, module: WebAssembly.Module) {
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    this.ready.catch(() => {}); // whoever waits hears of it; nobody waiting is no unhandled rejection
    try {
      this.#port = platform.startWorker({
        message: (message) => this.#receive(message),
        failure: (reason) => this.#fail(`a worker failed: ${reason}`),
      });
    } catch (cause) {
      throw new RsaError("worker-failed", `a worker could not be started: ${reasonOf(cause)}`, { cause });
    }
    this.#port.send({ type: "start", build, module });
  }

  /** False once the worker was terminated or has failed. */
  get alive(): boolean {
    return this.#end === undefined;
  }

  /** Sends one call and waits for its answer. */
  call<Name extends CallName>(
    name: Name,
    input: Calls[Name]["input"],
    { onProgress, formats }: CallOptions = {},
  ): Promise<Calls[Name]["output"]> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    const callId = this.#nextCallId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(callId, { resolve: resolve as (output: unknown) => void, reject, onProgress });
      try {
        this.#port.send({ type: "call", callId, name, input, formats } as CallMessage);
      } catch (cause) {
        // Structured cloning refuses functions and the like: the caller's input is at fault.
        this.#pending.delete(callId);
        reject(
          new RsaError("invalid-params", `the arguments cannot be sent to a worker: ${reasonOf(cause)}`, { cause }),
        );
      }
    });
  }

  keepAlive(busy: boolean): void {
    if (this.alive) this.#port.keepAlive(busy);
  }

  /** Ends the worker in the middle of its work; what it owes and what is asked of it later is rejected with `error`. */
  terminate(error: RsaError): void {
    if (!this.alive) return;
    this.#end = error;
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
      case "ready":
        this.#settleReady?.resolve(message.engines);
        return;
      case "start-failed":
        this.#fail(`a worker could not be started: ${message.reason}`);
        return;
      case "progress":
        this.#pending.get(message.callId)?.onProgress?.(message.progress);
        return;
      case "result":
        this.#take(message.callId)?.resolve(message.output);
        return;
      case "error":
        this.#take(message.callId)?.reject(new RsaError(message.code, message.message));
        return;
    }
  }

  #take(callId: number): Pending | undefined {
    const pending = this.#pending.get(callId);
    this.#pending.delete(callId);
    return pending;
  }
}
