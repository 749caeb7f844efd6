// Pool, protocol and this file know no library. Each library has a worker script of its own: one with all four is half as large again as
// that of RSA, which most pages use alone. A dynamic import would avoid that, but bundlers write workers as one classic script by default,
// and some (Vite 7) refuse dynamic imports in them. A worker script of your own can import several entries: the first message names the
// library to start.
//
// Some computations report often. Of reports about one step the first is sent, then at most one every 16 ms.

import { hear, send as sendTo } from "#scope";
import { RsaError, toRsaError } from "../errors.js";
import {
  buffersOf,
  type CallMessage,
  type FromWorker,
  fromErrorRecord,
  greeting,
  type KeyId,
  type KeyRecord,
  type KeyResult,
  type KeyTarget,
  type Library,
  mapMembers,
  type Start,
  type ToWorker,
  toErrorRecord,
  wipeBytes,
} from "./protocol.js";

/** A key that lives in the worker. */
interface Key {
  free(): void;
}

/** How a library with keys receives and sends them. */
export interface ServiceKeys {
  /** Returns undefined for a record of another library. */
  make(record: KeyRecord): Key | undefined;
  /** Returns undefined if the value is not a key. */
  recordOf(value: unknown): KeyRecord | undefined;
}

/** What a worker serves. */
export interface Service {
  /** The object that has the methods without a key. */
  readonly library: object;
  /** The description of the library to send to the main side. */
  readonly about: unknown;
  readonly keys?: ServiceKeys;
  /**
   * Returns what a report to a callback is about. Reports about the same thing are sent at most as often as a screen can show
   * them. If absent, all reports are sent.
   */
  readonly stepOf?: (report: never) => unknown;
}

/** Requests a further module of the library from the main side. */
type AskForModule = (name: string) => Promise<WebAssembly.Module>;

/** Starts the library in a worker. */
export type StartService = (start: Start, askForModule: AskForModule) => Promise<Service>;

const libraries = new Map<Library, StartService>();

/** Makes this worker serve a library, in addition to those that its script has registered. */
export function serve(library: Library, startService: StartService): void {
  if (libraries.size === 0) {
    hear(receiver());
    send(greeting);
  }
  libraries.set(library, startService);
}

function startLibrary(start: Start, askForModule: AskForModule): Promise<Service> {
  const startService = libraries.get(start.library);
  if (startService !== undefined) return startService(start, askForModule);
  const isMain = start.library === "rsa" || start.library === "powers";
  const entry = isMain ? "rsa-variants/worker" : `rsa-variants/${start.library}/worker`;
  throw new RsaError("worker-failed", `the worker's script must import "${entry}"`);
}

function send(message: FromWorker): void {
  sendTo(message, []);
}

/** A worker's side of the protocol: what to do with each message. */
function receiver(): (message: ToWorker) => void {
  let session: Session | undefined;
  const settleModule = new Map<string, { resolve(module: WebAssembly.Module): void; reject(error: RsaError): void }>();
  const askForModule: AskForModule = (name) =>
    new Promise((resolve, reject) => {
      settleModule.set(name, { resolve, reject });
      send({ type: "need-module", name });
    });
  const receive = async (message: ToWorker): Promise<void> => {
    switch (message.type) {
      case "start":
        try {
          const service = await startLibrary(message.start, askForModule);
          session = new Session(service);
          send({ type: "ready", about: service.about });
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
  // One after the other: a message that frees a key must not overtake a waiting call that uses it.
  let last: Promise<void> = Promise.resolve();
  return (message) => {
    // Not queued: the running call waits for these.
    if (message.type === "module") settleModule.get(message.name)?.resolve(message.module);
    else if (message.type === "no-module") settleModule.get(message.name)?.reject(fromErrorRecord(message.error));
    else last = last.then(() => receive(message));
  };
}

/** The library in a worker, with the keys that it holds. */
class Session {
  readonly #service: Service;
  readonly #keys = new Map<KeyId, Key>();

  constructor(service: Service) {
    this.#service = service;
  }

  async call({ callId, target, method, args, options, callbacks }: CallMessage): Promise<unknown> {
    const key = target && this.#key(target);
    const functions = callbacks.map((name) => [
      name,
      paced((value) => send({ type: "callback", callId, name, value }), this.#service.stepOf),
    ]);
    const all = functions.length === 0 ? options : { ...(options as object), ...Object.fromEntries(functions) };
    try {
      const { library } = this.#service;
      const [name = "", maker] = method.split(".").reverse();
      const output =
        maker === undefined
          ? invoke(key ?? library, name, [...args, all])
          : invoke(invoke(library, maker, args[0] as unknown[]), name, [...(key ? [key] : []), ...args.slice(1), all]);
      return this.#toResult(await output, String(callId));
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
    const key = record === undefined ? undefined : this.#service.keys?.make(record);
    if (key === undefined) throw new RsaError("internal", `the worker does not have the key ${keyId}`);
    this.#keys.set(keyId, key);
    return key;
  }

  /** Keeps the keys of a result here and replaces them by their records. */
  #toResult(output: unknown, name: string): unknown {
    const { keys } = this.#service;
    if (keys === undefined) return output;
    const keep = (value: unknown, keyId: KeyId): unknown => {
      const record = keys.recordOf(value);
      if (record !== undefined) {
        this.#keys.set(keyId, value as Key);
        return { keyId, record } satisfies KeyResult;
      }
      if (value instanceof RsaError) return toErrorRecord(value); // that of one input of many
      return mapMembers(value, (member, each) => keep(member, `${keyId}.${each}`));
    };
    return keep(output, name);
  }
}

/** Calls a method, or reads a property. */
function invoke(object: unknown, name: string, args: readonly unknown[]): unknown {
  const member = (object as Record<string, unknown>)[name];
  if (member === undefined) throw new RsaError("internal", `the worker has no call ${name}`);
  return typeof member === "function" ? member.call(object, ...args) : member;
}

/** The minimum time between two reports about the same thing, in milliseconds. */
const reportInterval = 16;

function paced(report: (value: unknown) => void, stepOf: Service["stepOf"]): (value: unknown) => void {
  if (stepOf === undefined) return report;
  let last = Number.NEGATIVE_INFINITY;
  let present: unknown;
  return (value) => {
    const now = performance.now();
    const step = stepOf(value as never);
    if (now - last < reportInterval && step === present) return;
    last = now;
    present = step;
    report(value);
  };
}
