/** What the main side and a worker say to each other: plain data that structured cloning carries. */

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
  /** The answer to `need-formats`. */
  | { readonly type: "formats"; readonly module: WasmModule }
  | { readonly type: "no-formats"; readonly error: ErrorRecord };

/** What a worker says. */
export type FromWorker =
  /** What the library is, once it runs. */
  | { readonly type: "ready"; readonly about: unknown }
  | { readonly type: "start-failed"; readonly reason: string }
  /** A call needs the module of key formats, which the worker does not have yet. */
  | { readonly type: "need-formats" }
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
