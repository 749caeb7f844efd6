/** The messages between the main side and a worker: plain data for structured cloning. */

import { copyBytes, isBytes, isUint8Array, toBytes } from "../bytes.js";
import { type ErrorPlace, RsaError, type RsaErrorCode } from "../errors.js";
import type { KeyComponents, KeyParams } from "../params.js";
import { tagOf } from "../platform/tags.js";
import type { WasmModule } from "../platform/types.js";

/** The name of a key on both sides: the call that made it, and which of the call's keys it is. */
export type KeyId = string;

/** Makes one call in a worker. */
export type Forward = (method: string, args: readonly unknown[], options: unknown) => Promise<unknown>;

/** A private key as it is sent, and as the main side keeps it. */
export interface PrivateKeyRecord {
  readonly kind: "private";
  readonly params: KeyParams;
  readonly components: KeyComponents;
  /** Of parameters and components, made with the key in WebAssembly: a bit may flip while the record waits here. */
  readonly checksum?: bigint;
  /** The public keys; none if no worker returns such a key. */
  readonly publicKeys: readonly PublicKeyRecord[];
}

/** A public key as it is sent, and as the main side keeps it. */
export interface PublicKeyRecord {
  readonly kind: "public";
  readonly modulusLength: number;
  readonly modulus: bigint;
  readonly publicExponent: bigint;
  readonly messageLength: number | undefined;
  /** Of these numbers, made with the key in WebAssembly. */
  readonly checksum: bigint;
}

/** A modulus of the package `modular-powers`, as a key is sent and kept; with a table for powers of one base, if there is one. */
export interface GroupRecord {
  readonly kind: "group";
  readonly modulus: Uint8Array<ArrayBuffer>;
  readonly table?: {
    readonly base: Uint8Array<ArrayBuffer>;
    readonly exponentLength: number;
    readonly memory: number;
  };
}

/** All that is needed to make a key in any worker. */
export type KeyRecord = PrivateKeyRecord | PublicKeyRecord | GroupRecord;

/** Represents a key in the result of a call. */
export interface KeyResult {
  readonly keyId: KeyId;
  readonly record: KeyRecord;
}

/** The keys in a result, which is a key itself or has keys in plain objects and arrays. */
export function keysOf(output: unknown): KeyResult[] {
  if (isKeyResult(output)) return [output];
  return isContainer(output) ? Object.values(output).flatMap(keysOf) : [];
}

/** Whether a part of a result represents a key. */
export function isKeyResult(value: unknown): value is KeyResult {
  return typeof value === "object" && value !== null && "keyId" in value && "record" in value;
}

/** The key that a method is called on, with its record if the worker does not have it yet. */
export interface KeyTarget {
  readonly keyId: KeyId;
  readonly record: KeyRecord | undefined;
}

/** A method to call, on a key or on the library itself. */
export interface CallMessage {
  readonly type: "call";
  readonly callId: number;
  readonly target: KeyTarget | undefined;
  /**
   * Its name, or that of a property to read. `suite.verify` is a method of the object that the library's own method `suite` returns for the
   * first argument, a list of arguments; such a method gets the key, if there is one, as an argument before the others.
   */
  readonly method: string;
  readonly args: readonly unknown[];
  /** The options, without the functions and the signal. */
  readonly options: unknown;
  /** The names of the options that are functions; `callback` messages call them. */
  readonly callbacks: readonly string[];
}

/** An RsaError as it is sent. */
export interface ErrorRecord extends ErrorPlace {
  readonly code: RsaErrorCode;
  readonly message: string;
}

/** The libraries that run in workers: the entries of the package with a `connect`, and the package `modular-powers`. */
export type Library = "rsa" | "blind" | "security" | "xrsa" | "powers";

/** What a worker needs to start its library. */
export interface Start {
  readonly library: Library;
  /** The name of the build or module. */
  readonly build: string;
  readonly module: WasmModule;
}

/** The messages to a worker. */
export type ToWorker =
  | { readonly type: "start"; readonly start: Start }
  | CallMessage
  | { readonly type: "free"; readonly keyId: KeyId }
  /** The answer to `need-module`. */
  | { readonly type: "module"; readonly name: string; readonly module: WasmModule }
  | { readonly type: "no-module"; readonly name: string; readonly error: ErrorRecord };

/** The first message of every worker of this package. */
export const greeting = { type: "rsa-variants worker" } as const;

/** The messages from a worker. */
export type FromWorker =
  | typeof greeting
  /** The library runs; `about` describes it. */
  | { readonly type: "ready"; readonly about: unknown }
  | { readonly type: "start-failed"; readonly reason: string }
  /** A call needs a further module of the library (formats, containers, attacks), which the worker does not have yet. */
  | { readonly type: "need-module"; readonly name: string }
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

/** Whether a value is an array or a plain object, whose members are handled one by one. */
function isContainer(value: unknown): value is object {
  if (typeof value !== "object" || value === null || isBytes(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Applies `change` to the members of an array or a plain object; returns other values as they are. */
export function mapMembers(value: unknown, change: (member: unknown, name: string) => unknown): unknown {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map((item, index) => change(item, String(index)));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]));
}

/** Applies `change` to everything in a value that is not a plain object or an array. */
function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  return isContainer(value) ? mapMembers(value, (member) => mapLeaves(member, change)) : change(value);
}

/** Returns a copy, which the caller cannot change while the call waits for a worker. */
export function copyValue(value: unknown): unknown {
  return mapLeaves(value, (leaf) => (isBytes(leaf) ? copyBytes(toBytes("an argument", leaf)) : leaf));
}

/** The buffers in a value that can be transferred instead of copied: those of bytes that fill their whole buffer. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  mapLeaves(value, (leaf) => {
    if (isUint8Array(leaf) && tagOf(leaf.buffer) === "ArrayBuffer" && leaf.length === leaf.buffer.byteLength) {
      buffers.add(leaf.buffer as ArrayBuffer);
    }
    return leaf;
  });
  return [...buffers];
}

/** Overwrites all bytes in a value, because they may be secret. Transferred arrays are empty and would refuse `fill`. */
export function wipeBytes(value: unknown): void {
  mapLeaves(value, (leaf) => (isUint8Array(leaf) && leaf.length > 0 ? leaf.fill(0) : leaf));
}
