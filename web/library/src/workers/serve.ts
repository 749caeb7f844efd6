import { RsaError, toRsaError } from "../errors.js";
import { PrivateKey } from "../private-key.js";
import { PublicKey } from "../public-key.js";
import {
  type CallMessage,
  type FromWorker,
  fromErrorRecord,
  type KeyId,
  type KeyRecord,
  type KeyResult,
  type KeyTarget,
  type ToWorker,
  toErrorRecord,
} from "./protocol.js";
import { buffersOf, wipeBytes } from "./sendable.js";

type Key = PrivateKey | PublicKey;

/** What a worker serves. */
export interface Served {
  /** What methods are called on that have no key. */
  readonly library: object;
  /** What the main side is told of it. */
  readonly about: unknown;
  /** Makes a key from its record; absent where there are none. */
  readonly makeKey?: (record: KeyRecord) => Key;
}

/** Starts what a worker serves; `askForFormats` gives the module of key formats, from the main side. */
export type StartServing<Start> = (start: Start, askForFormats: () => Promise<WebAssembly.Module>) => Promise<Served>;

/** Sends a message, the buffers without a copy. */
export type Send = (message: FromWorker, transfer: ArrayBuffer[]) => void;

/** A worker's side of the protocol: returns what to do with each message. */
export function serve<Start>(sendTo: Send, startServing: StartServing<Start>): (message: ToWorker<Start>) => void {
  const send = (message: FromWorker) => sendTo(message, []);
  let session: Session | undefined;
  let settleFormats: { resolve(module: WebAssembly.Module): void; reject(error: RsaError): void } | undefined;
  const askForFormats = () =>
    new Promise<WebAssembly.Module>((resolve, reject) => {
      settleFormats = { resolve, reject };
      send({ type: "need-formats" });
    });
  const receive = async (message: ToWorker<Start>): Promise<void> => {
    switch (message.type) {
      case "start":
        try {
          const served = await startServing(message.start, askForFormats);
          session = new Session(served, send);
          send({ type: "ready", about: served.about });
        } catch (thrown) {
          send({ type: "start-failed", reason: toRsaError(thrown).message });
        }
        return;
      case "call":
        try {
          if (session === undefined) throw new RsaError("internal", "a call came before the worker was ready");
          const output = await session.call(message);
          sendTo({ type: "result", callId: message.callId, output }, buffersOf(output));
        } catch (thrown) {
          send({ type: "error", callId: message.callId, error: toErrorRecord(toRsaError(thrown)) });
        }
        return;
      case "free":
        session?.free(message.keyId);
        return;
    }
  };
  // One after the other, so that no message that frees a key overtakes a call that has it and waits.
  let last: Promise<void> = Promise.resolve();
  return (message) => {
    // A call waits for these.
    if (message.type === "formats") settleFormats?.resolve(message.module);
    else if (message.type === "no-formats") settleFormats?.reject(fromErrorRecord(message.error));
    else last = last.then(() => receive(message));
  };
}

/** The library in a worker, with the keys that it holds. */
class Session {
  readonly #served: Served;
  readonly #send: (message: FromWorker) => void;
  readonly #keys = new Map<KeyId, Key>();

  constructor(served: Served, send: (message: FromWorker) => void) {
    this.#served = served;
    this.#send = send;
  }

  async call({ callId, target, method, args, options, callbacks }: CallMessage): Promise<unknown> {
    const object = target === undefined ? this.#served.library : this.#key(target);
    const functions = callbacks.map((name) => [
      name,
      (value: unknown) => this.#send({ type: "callback", callId, name, value }),
    ]);
    const all = functions.length === 0 ? options : { ...(options as object), ...Object.fromEntries(functions) };
    try {
      const call = (object as Record<string, (...args: unknown[]) => unknown>)[method];
      if (typeof call !== "function") throw new RsaError("internal", `the worker has no call ${method}`);
      return this.#toResult(await call.call(object, ...args, all), String(callId));
    } finally {
      wipeBytes([args, options]);
    }
  }

  free(keyId: KeyId): void {
    this.#keys.get(keyId)?.free();
    this.#keys.delete(keyId);
  }

  #key({ keyId, record }: KeyTarget): Key {
    const held = this.#keys.get(keyId);
    if (held !== undefined) return held;
    const key = record === undefined ? undefined : this.#served.makeKey?.(record);
    if (key === undefined) throw new RsaError("internal", `the worker does not have the key ${keyId}`);
    this.#keys.set(keyId, key);
    return key;
  }

  /** The result with keys kept here, and what stands for them. */
  #toResult(output: unknown, name: string): unknown {
    if (output instanceof PrivateKey) {
      return this.#keep(name, output, { kind: "private", params: output.params, components: output.components() });
    }
    if (output instanceof PublicKey) {
      const { modulusLength, modulus, publicExponent } = output;
      return this.#keep(name, output, { kind: "public", modulusLength, modulus, publicExponent });
    }
    const members = typeof output === "object" && output !== null ? Object.entries(output) : [];
    if (!members.some(([, member]) => member instanceof PrivateKey)) return output;
    return Object.fromEntries(members.map(([each, member]) => [each, this.#toResult(member, `${name}.${each}`)]));
  }

  #keep(keyId: KeyId, key: Key, record: KeyRecord): KeyResult {
    this.#keys.set(keyId, key);
    return { keyId, record };
  }
}
