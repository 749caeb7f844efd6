/** The only list of the calls that workers serve; the worker and the main side both use it. */

import { RsaError } from "../errors.js";
import type { ImportedKeys } from "../formats/import-keys.js";
import { type AbortOptions, abortNames, checkOptions } from "../options.js";
import type { PrivateKey } from "../private-key.js";
import type { PublicKey } from "../public-key.js";
import type { CommonModulusKeys, Rsa } from "../rsa.js";
import type { KeyId } from "./protocol.js";

/** How many arguments a call has before its options, and whether it has `own` options or, only in workers, a `signal`. */
export type Call = readonly [before: number, options: "own" | "signal"];

/** Calls by name. */
export type CallTable<T> = { readonly [Name in keyof T]?: Call };

export const rsaCalls = {
  checkParams: [1, "signal"],
  warningFor: [1, "signal"],
  generateKey: [1, "own"],
  generateCommonModulusKeys: [2, "own"],
  keyFromComponents: [2, "signal"],
  keyFromExponents: [1, "signal"],
  importKey: [1, "own"],
  importKeys: [1, "own"],
  importPrivateKey: [1, "own"],
  importPublicKey: [1, "own"],
  publicKey: [2, "own"],
  modPow: [3, "own"],
  warmUp: [0, "own"],
} as const satisfies CallTable<Rsa>;

export const publicKeyCalls = {
  encrypt: [2, "own"],
  verify: [3, "own"],
  verifyDigest: [3, "own"],
  encryptRaw: [1, "own"],
  toCryptoKey: [1, "own"],
  fingerprint: [1, "signal"],
} as const satisfies CallTable<PublicKey>;

export const privateKeyCalls = {
  check: [0, "signal"],
  decrypt: [2, "own"],
  sign: [2, "own"],
  signDigest: [2, "own"],
  decryptRaw: [1, "own"],
  decryptRawBatch: [1, "own"],
  toCryptoKey: [1, "own"],
} as const satisfies CallTable<PrivateKey>;

/** The result of a call on the main side, with keys replaced by those that work through the workers. */
type Revived<Result, Private, Public> = Result extends PrivateKey
  ? Private
  : Result extends PublicKey
    ? Public
    : Result extends CommonModulusKeys<PrivateKey>
      ? CommonModulusKeys<Private>
      : Result extends ImportedKeys<PrivateKey | PublicKey>
        ? ImportedKeys<Private | Public>
        : Result;

type InWorker<Method, How extends Call, Private, Public> = Method extends (...args: infer Args) => infer Result
  ? (
      ...args: How[1] extends "own" ? Args : [...args: Args, options?: AbortOptions]
    ) => Promise<Revived<Awaited<Result>, Private, Public>>
  : never;

/**
 * The calls of a table, returning promises; `Private` and `Public` are the types of the keys that they make. The names are those of
 * `T`, remapped, because then each call keeps the documentation of the method: editors show it.
 */
export type InWorkers<T, Table extends CallTable<T>, Private = never, Public = never> = {
  readonly [Name in keyof T as Name extends keyof Table ? Name : never]: Name extends keyof Table
    ? Table[Name] extends Call
      ? InWorker<T[Name], Table[Name], Private, Public>
      : never
    : never;
};

/** Makes one call in a worker. */
export type Forward = (method: string, args: readonly unknown[], options: unknown) => Promise<unknown>;

/** The workers that an object lives in. A structural type, because the pool imports this file. */
export interface CallPool {
  readonly size: number;
  call(keyId: KeyId | undefined, ...call: Parameters<Forward>): Promise<unknown>;
  /** Returns what makes calls on a key even if the key is freed in the meantime. */
  callsOn(keyId: KeyId): Forward;
}

/** Where an object lives: its workers, its name there if it is a key, and how its calls are made. */
type Place = readonly [pool: CallPool, keyId: KeyId | undefined, call: Forward];

const places = new WeakMap<object, Place>();

/** Returns where an object lives. */
export function placeOf(object: object, method: string): Place {
  const place = places.get(object);
  if (place === undefined) throw new RsaError("invalid-params", `${method} must be called as a method of its object`);
  return place;
}

/** Makes a call on an object in a worker. */
export async function forward(object: object, method: string, args: readonly unknown[], options: unknown) {
  return placeOf(object, method)[2](method, args, options);
}

/** An object whose calls are made in workers. */
export class InWorkerObject {
  /** @internal */
  constructor(pool: CallPool, keyId?: KeyId, call: Forward = (...call) => pool.call(keyId, ...call)) {
    places.set(this, [pool, keyId, call]);
  }
}

/** The options themselves, not inherited ones. Others than objects are refused where they are read. */
function ownOptions(options: unknown): unknown {
  return typeof options === "object" ? Object.assign(Object.create(null), options) : options;
}

/** A class that extends `Base` with the calls of a table, whose types are `Calls`. */
export function workerClass<
  Calls extends object,
  Base extends new (
    ...args: never[]
  ) => InWorkerObject = typeof InWorkerObject,
>(
  table: Readonly<Record<keyof Calls, Call>>,
  base?: Base,
): new (
  ...args: ConstructorParameters<Base>
) => InstanceType<Base> & Calls {
  class WithCalls extends (base ?? InWorkerObject) {}
  for (const [method, call] of Object.entries(table) as [string, Call][]) {
    const [before, kind] = call;
    const value = async function (this: object, ...args: unknown[]) {
      const options = ownOptions(args[before] ?? {});
      if (kind === "signal") checkOptions(options, abortNames, "{ signal }");
      // Omitted arguments become undefined, so that the options keep their position.
      return forward(
        this,
        method,
        Array.from({ length: before }, (_, i) => args[i]),
        options,
      );
    };
    Object.defineProperty(WithCalls.prototype, method, { value, configurable: true, writable: true });
  }
  // The loop defined a method for each name of the table.
  return WithCalls as new (
    ...args: never[]
  ) => unknown as ReturnType<typeof workerClass<Calls, Base>>;
}
