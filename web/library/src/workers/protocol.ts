/** What the main side and a worker say to each other: plain data that structured cloning carries. */

import { copyBytes, isBytes, toBytes } from "../bytes.js";
import { type ErrorPlace, RsaError, type RsaErrorCode } from "../errors.js";
import type { KeyComponents, KeyParams } from "../params.js";
import type { WasmModule } from "../platform/types.js";

/** Names a key on both sides: the call that made it, and which of its keys. */
export type KeyId = string;

/** A private key as it crosses, and as the main side keeps it. */
export interface PrivateKeyRecord {
  readonly kind: "private";
  readonly params: KeyParams;
  readonly components: KeyComponents;
}

/** A public key as it crosses, and as the main side keeps it. */
export interface PublicKeyRecord {
  readonly kind: "public";
  readonly modulusLength: number;
  readonly modulus: bigint;
  readonly publicExponent: bigint;
  readonly messageLength: number | undefined;
}

/** Enough to make a key again in any worker. */
export type KeyRecord = PrivateKeyRecord | PublicKeyRecord;

/** Stands for a key in the result of a call. */
export interface KeyResult {
  readonly keyId: KeyId;
  readonly record: KeyRecord;
}

/** The key that a method is called on, with its record where the worker does not have it yet. */
export interface KeyTarget {
  readonly keyId: KeyId;
  readonly record: KeyRecord | undefined;
}

/** A method to call, on a key or on the library itself. */
export interface CallMessage {
  readonly type: "call";
  readonly callId: number;
  readonly target: KeyTarget | undefined;
  readonly method: string;
  readonly args: readonly unknown[];
  /** The options, without functions and signal. */
  readonly options: unknown;
  /** The options that are functions: called by `callback` messages. */
  readonly callbacks: readonly string[];
}

/** An RsaError as it crosses. */
export interface ErrorRecord extends ErrorPlace {
  readonly code: RsaErrorCode;
  readonly message: string;
}

/** The libraries that run in workers: the entries of the package with a `connect`. */
export type Library = "rsa" | "security" | "xrsa";

/** What a worker needs to start its library. */
export interface Start {
  readonly library: Library;
  /** Which compilation of which module it is. */
  readonly build: string;
  readonly module: WasmModule;
}

/** What a worker gets. */
export type ToWorker =
  | { readonly type: "start"; readonly start: Start }
  | CallMessage
  | { readonly type: "free"; readonly keyId: KeyId }
  /** The answer to `need-module`. */
  | { readonly type: "module"; readonly module: WasmModule }
  | { readonly type: "no-module"; readonly error: ErrorRecord };

/** What a worker says. */
export type FromWorker =
  /** What the library is, once it runs. */
  | { readonly type: "ready"; readonly about: unknown }
  | { readonly type: "start-failed"; readonly reason: string }
  /** A call needs the library's second module (key formats, attacks), which the worker does not have yet. */
  | { readonly type: "need-module" }
  | { readonly type: "callback"; readonly callId: number; readonly name: string; readonly value: unknown }
  | { readonly type: "result"; readonly callId: number; readonly output: unknown }
  | { readonly type: "error"; readonly callId: number; readonly error: ErrorRecord };

/** The record of an error. */
export function toErrorRecord({ code, message, parameter, index, problem }: ErrorRecord): ErrorRecord {
  return { code, message, parameter, index, problem };
}

/** The error of a record. */
export function fromErrorRecord({ code, message, ...place }: ErrorRecord): RsaError {
  return new RsaError(code, message, place);
}

/** Whether a value is an object or an array of no class, whose members cross one by one. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The value with `change` made to everything in it that is not a plain object or an array. */
function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null || isBytes(value) || !isPlain(value)) return change(value);
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapLeaves(member, change)]));
}

/** A copy that its caller may not change while it waits for a worker. */
export function copyValue(value: unknown): unknown {
  return mapLeaves(value, (leaf) => (isBytes(leaf) ? copyBytes(toBytes("", leaf)) : leaf));
}

/** The buffers of all bytes in a value that own theirs: what crosses without a copy. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  mapLeaves(value, (leaf) => {
    if (leaf instanceof Uint8Array && leaf.buffer instanceof ArrayBuffer && leaf.length === leaf.buffer.byteLength) {
      buffers.add(leaf.buffer);
    }
    return leaf;
  });
  return [...buffers];
}

/** Overwrites all bytes in a value, some of which may be secret. Those that were transferred are empty, and refuse `fill`. */
export function wipeBytes(value: unknown): void {
  mapLeaves(value, (leaf) => (leaf instanceof Uint8Array && leaf.length > 0 ? leaf.fill(0) : leaf));
}
